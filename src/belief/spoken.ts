/** Longer answers (in characters) are read from their last part alone. */
export const LONGEST_ANSWER = 2_000_000;

/** Tags in which models that share their reasoning put it. */
const TAGS = 'think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|seed:think|antthinking';
/** Opening and closing ones, with `[THINK]` of Mistral and `◁think▷` of Kimi. */
const TAG = new RegExp(`<(\\/?)(${TAGS})>|\\[(\\/?)(think)\\]|◁(\\/?)(think)▷`, 'gi');
/** The channels of gpt-oss: what is not in the final one is reasoning. */
const FINAL = /<\|channel\|>final(?:<\|constrain\|>\w+)?<\|message\|>/g;

/**
 * What an answer says, without the reasoning that some models write into it: blocks in `<think>` and other usual tags, closed or
 * not. A closing tag alone on a line or at its beginning ends a block whose beginning the model was given.
 */
export function spoken(text: string): string {
  const final = [...text.matchAll(FINAL)].at(-1);
  if (final) return text.slice(final.index + final[0].length).replace(/<\|(?:end|return|call)\|>[\s\S]*$/, '');
  if (text.startsWith('<|channel|>analysis')) return '';
  let said = '';
  let from = 0;
  /** The block that is open: where it began, and how deep it nests. */
  let open: { at: number; name: string; depth: number } | null = null;
  for (const tag of text.matchAll(TAG)) {
    const name = (tag[2] ?? tag[4] ?? tag[6] ?? '').toLowerCase();
    const end = tag.index + tag[0].length;
    const closes = (tag[1] ?? tag[3] ?? tag[5]) === '/';
    if (open) {
      if (name !== open.name) continue;
      open.depth += closes ? -1 : 1;
      if (open.depth > 0) continue;
      said += text.slice(from, open.at);
      from = end;
      open = null;
    } else if (!closes) open = { at: tag.index, name, depth: 1 };
    else if (beginsLine(text, tag.index)) {
      said = '';
      from = end;
    }
  }
  // A tag in the middle of a line that nothing closes is something that the answer speaks of.
  if (open && beginsLine(text, open.at)) return said + text.slice(from, open.at);
  return said + text.slice(from);
}

function beginsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--;
  return before < 0 || text[before] === '\n';
}
