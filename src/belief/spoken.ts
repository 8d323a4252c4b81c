/** Longer answers (in characters) are read from their last part alone. */
export const LONGEST_ANSWER = 2_000_000;

/** Tags in which models that share their reasoning put it; those on one line are one name, since models mix them up. */
const NAMES: readonly string[] = [
  'think|thinking|thought|thoughts|antthinking|seed:think|thinking_process|thought_process',
  'reason|reasoning|chain[-_]of[-_]thought|cot',
  'plan|planning',
  'reflection',
  '(?:reasoning_)?scratch_?pad',
  'analysis',
  'inner_thoughts?|inner_monologue|internal_monologue',
];
/** Marks of their own: Mistral’s, Kimi’s, Gemma’s, Cohere’s, and those of QwQ’s and Sky’s data. */
const MARKS: readonly (readonly [opens: string, closes: string])[] = [
  ['\\[THINK\\]', '\\[/THINK\\]'],
  ['◁think▷', '◁/think▷'],
  ['<\\|channel>thought', '<channel\\|>'],
  ['<\\|START_THINKING\\|>', '<\\|END_THINKING\\|>'],
  ['<\\|inner_prefix\\|>', '<\\|inner_suffix\\|>'],
  ['<\\|begin_of_thought\\|>', '<\\|end_of_thought\\|>'],
];
/** Groups: of a mark whether it opens or closes by its number, then slash and name of a tag. */
const TAG = new RegExp(
  [
    ...MARKS.flatMap((pair) => pair.map((mark) => `(${mark})`)),
    `<(/?)(${NAMES.join('|')})(?:\\s[^<>\\n]{0,200})?>`,
  ].join('|'),
  'gi',
);
/** The channels of gpt-oss: what is not in the final one is reasoning. */
const FINAL = /<\|channel\|>final(?:\s*<\|constrain\|>\w+)?<\|message\|>/g;
const CHANNEL = /^\s*(?:<\|start\|>assistant\s*)?<\|channel\|>/;

interface Tag {
  at: number;
  end: number;
  /** Of which kind of block. */
  kind: number;
  closes: boolean;
}

/**
 * What an answer says, without the reasoning that some models write into it: blocks in `<think>` and other usual tags, closed or
 * not. A closing tag alone on a line or at its beginning ends a block whose beginning the model was given. A tag within
 * quotes, as in a value of JSON, begins nothing.
 */
export function spoken(text: string): string {
  const final = [...text.matchAll(FINAL)].at(-1);
  if (final) return text.slice(final.index + final[0].length).replace(/<\|(?:end|return|call)\|>[\s\S]*$/, '');
  if (CHANNEL.test(text)) return '';
  let said = '';
  let from = 0;
  /** The block that is open: where it began, and how deep it nests. */
  let open: { at: number; end: number; kind: number; depth: number } | null = null;
  const quotes = new Quotes(text);
  for (const { at, end, kind, closes } of tagsOf(text)) {
    if (open) {
      if (kind !== open.kind) continue;
      open.depth += closes ? -1 : 1;
      if (open.depth > 0) continue;
      said += text.slice(from, open.at);
      from = end;
      open = null;
    } else if (quotes.openAt(at)) continue;
    else if (!closes) open = { at, end, kind, depth: 1 };
    else if (beginsLine(text, at)) {
      said = '';
      from = end;
    }
  }
  // A tag in the middle of a line that nothing closes is something that the answer speaks of, unless it ends the line.
  if (open && (beginsLine(text, open.at) || endsLine(text, open.end))) return said + text.slice(from, open.at);
  return said + text.slice(from);
}

function* tagsOf(text: string): Generator<Tag> {
  for (const match of text.matchAll(TAG)) {
    const [at, end] = [match.index, match.index + match[0].length];
    const mark = match.slice(1, 1 + 2 * MARKS.length).findIndex((group) => group !== undefined);
    if (mark >= 0) yield { at, end, kind: NAMES.length + (mark >> 1), closes: mark % 2 === 1 };
    else {
      const [slash, name = ''] = match.slice(1 + 2 * MARKS.length);
      yield { at, end, kind: kindOf(name.toLowerCase()), closes: slash === '/' };
    }
  }
}

function kindOf(name: string): number {
  return NAMES.findIndex((names) => new RegExp(`^(?:${names})$`).test(name));
}

/** Says of places in a text, asked in order, whether a double quote is open there on their line. */
class Quotes {
  private readonly text: string;
  private at = 0;
  private open = false;

  constructor(text: string) {
    this.text = text;
  }

  openAt(place: number): boolean {
    for (; this.at < place; this.at++) {
      const char = this.text[this.at];
      if (char === '\n') this.open = false;
      else if (char === '\\') this.at++;
      else if (char === '"') this.open = !this.open;
    }
    return this.open;
  }
}

/** Nothing but blanks and marks of a list, a quotation or bold print stands before it. */
function beginsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && ' \t*_->#'.includes(text[before] as string)) before--;
  return before < 0 || text[before] === '\n';
}

function endsLine(text: string, at: number): boolean {
  let after = at;
  while (after < text.length && ' \t*_\r'.includes(text[after] as string)) after++;
  return after < text.length && text[after] === '\n';
}
