/** Objects nested deeper than this are not read: no belief needs it, and a hostile answer could exhaust the stack. */
const MAX_DEPTH = 64;

/** A JSON-like object found in running text. */
export interface FoundObject {
  /** Offset just after the object, or the end of the text if it was cut off. */
  end: number;
  complete: boolean;
  /** What it says; of one that was cut off what was complete. */
  value: unknown;
  /** Values without a key, keys without a value, brackets of the wrong kind: what could not be understood. */
  unreadable: number;
}

type Value = unknown[] | Record<string, unknown>;

interface Container {
  value: Value;
  /** The key under which the container stands in its parent, if that is an object. */
  key: string | undefined;
  /** The key just read, waiting for its value. */
  pending: string | undefined;
  /** How often each component stands in it. */
  seen?: Map<string, number>;
}

/** So many components of one path are kept: no belief needs more. */
const MAX_REPEATED = 32;

/**
 * Reads the object that starts at `start` (where a `{` stands) in one pass, tolerating comments, single quotes, bare words
 * stray or missing commas, and quotes within a string that nothing marks. If the text ends first, nothing is made up: a value that is itself cut off is dropped, and with it the list
 * element (edge, export, invariant) in which it stands; a component keeps its complete fields. Components that stand twice
 * are both kept: the second one under a path that is spelled otherwise.
 *
 * @returns null if it nests too deeply
 */
export function readObject(text: string, start: number): FoundObject | null {
  const stack: Container[] = [];
  let position = start;
  let whole: unknown;
  let unreadable = 0;

  const put = (value: unknown) => {
    const top = stack.at(-1);
    if (!top) whole = value;
    else if (Array.isArray(top.value)) top.value.push(value);
    else if (top.pending !== undefined) {
      if (!set(top, top.pending, value)) unreadable++;
    } else unreadable++;
    if (top) top.pending = undefined;
  };
  const word = (said: string, isText: boolean) => {
    const top = stack.at(-1) as Container;
    if (!Array.isArray(top.value) && top.pending === undefined) top.pending = said;
    else put(isText ? said : literal(said));
  };

  while (position < text.length) {
    const char = text[position] as string;
    if (char === '{' || char === '[') {
      if (stack.length >= MAX_DEPTH) return null;
      const key = stack.at(-1)?.pending;
      const value: Value = char === '{' ? {} : [];
      put(value);
      stack.push({ value, key, pending: undefined });
      position++;
    } else if (char === '}' || char === ']') {
      const closed = stack.pop() as Container;
      if (closed.pending !== undefined || Array.isArray(closed.value) !== (char === ']')) unreadable++;
      position++;
      if (stack.length === 0) return { end: position, complete: true, value: whole, unreadable };
    } else if (char in CLOSERS) {
      const top = stack.at(-1) as Container;
      const place = Array.isArray(top.value) ? 'element' : top.pending === undefined ? 'key' : 'value';
      const end = endOfString(text, position, place);
      if (end === -1) break;
      word(unquoted(text.slice(position, end)), true);
      position = end;
    } else if (text.startsWith('//', position)) {
      const lineEnd = text.indexOf('\n', position);
      position = lineEnd === -1 ? text.length : lineEnd;
    } else if (text.startsWith('/*', position)) {
      const close = text.indexOf('*/', position + 2);
      position = close === -1 ? text.length : close + 2;
    } else if (isSeparator(char)) {
      position++;
    } else {
      const end = endOfWord(text, position);
      if (end === text.length) break;
      word(text.slice(position, end), false);
      position = end;
    }
  }
  dropWhatIsCut(stack);
  return { end: text.length, complete: false, value: whole, unreadable };
}

/** The outermost list whose last element is open loses that element; the list of components alone keeps it. */
function dropWhatIsCut(stack: readonly Container[]): void {
  const at = stack.findIndex(({ value, key }) => Array.isArray(value) && key !== 'components');
  const list = stack[at]?.value;
  if (Array.isArray(list)) {
    if (at + 1 < stack.length) list.pop();
    return;
  }
  const last = stack.at(-1);
  // A component whose key was complete is known of.
  if (last?.key === 'components' && last.pending !== undefined) set(last, last.pending, {});
}

/** @returns whether nothing is lost by it */
function set(container: Container, key: string, entry: unknown): boolean {
  const { value } = container;
  let name = key;
  if (container.key === 'components') {
    container.seen ??= new Map();
    const before = container.seen.get(key) ?? 0;
    container.seen.set(key, before + 1);
    if (before >= MAX_REPEATED) return false;
    name = `${'./'.repeat(before)}${key}`;
  }
  const isNew = !Object.hasOwn(value, name);
  // Whatever the key is, `__proto__` included.
  Object.defineProperty(value, name, { value: entry, enumerable: true, configurable: true, writable: true });
  return isNew;
}

function literal(word: string): unknown {
  if (/^true$/i.test(word)) return true;
  if (/^false$/i.test(word)) return false;
  if (/^(?:null|none|undefined)$/i.test(word)) return null;
  const number = Number(word);
  return Number.isNaN(number) ? word : number;
}

/** Quotes that begin a string, and those that end it. */
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '“”', '”': '“”', '‘': '‘’', '’': '‘’' };

/** Where a string stands. */
type StringPlace = 'key' | 'value' | 'element';

/** A quote ends a string where what follows could follow a string; else somebody has been quoted within it. */
function endOfString(text: string, start: number, place: StringPlace): number {
  const closers = CLOSERS[text[start] as string] as string;
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (closers.includes(text[i] as string) && (place === 'key' || endsAt(text, i + 1, place))) return i + 1;
  }
  return -1;
}

/** What may come after a string on its line; a colon makes a key of one that a comma was missing before. */
const AFTER = /[ \t\r]*(?:$|[\]}:\n[{]|\/[/*])|[ \t\r]+["'“”]/y;
const COMMA = /[ \t\r]*,/y;
/** After the comma behind a value: the next key, the end of the object, a comment, or nothing more. */
const NEXT_KEY =
  /\s{0,200}(?:$|[}\],]|\/[/*]|["“”][^"“”\n]{0,300}(?:["“”]\s{0,20}:|$)|'[^'\n]{0,300}(?:'\s{0,20}:|$)|[\w$./@-]{1,200}(?:\s{0,20}:|$))/y;

function endsAt(text: string, at: number, place: 'value' | 'element'): boolean {
  AFTER.lastIndex = at;
  if (AFTER.test(text)) return true;
  COMMA.lastIndex = at;
  if (!COMMA.test(text)) return false;
  if (place === 'element') return true;
  NEXT_KEY.lastIndex = COMMA.lastIndex;
  return NEXT_KEY.test(text);
}

/** What a string says: JSON's escapes, which others leave as they are. */
function unquoted(quoted: string): string {
  const inner = quoted.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  return inner.replace(
    /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g,
    (whole, code: string | undefined, char: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      const known = ESCAPES[char ?? ''];
      return known ?? (/["'\\/\n]/.test(char ?? '') ? (char as string) : whole);
    },
  );
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function isSeparator(char: string): boolean {
  return char === ',' || char === ':' || char.trim() === '';
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !isSeparator(text[end] as string) && !'{}[]"\''.includes(text[end] as string)) end++;
  return end;
}
