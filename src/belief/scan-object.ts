/** Objects nested deeper than this are not read: no belief needs it, and a hostile answer could exhaust the stack. */
const MAX_DEPTH = 64;

/** A JSON-like object found in running text. */
export interface ScannedObject {
  /** Offset just after the object, or the end of the text if it was cut off. */
  end: number;
  complete: boolean;
  /** The object's text; one that was cut off is closed after its last complete part. */
  json: string;
}

interface Container {
  kind: '{' | '[';
  /** The key under which the container stands in its parent, if that is an object. */
  key: string | undefined;
  /** Offset up to which the content is complete. */
  safeEnd: number;
  /** The key just read, waiting for its value. */
  pendingKey: string | undefined;
}

/**
 * Scans the object that starts at `start` (where a `{` stands), tolerating comments, single quotes and stray commas.
 * If the text ends first, the object is closed so that nothing is made up: a value that is itself cut off is dropped,
 * and with it the list element (edge, export, invariant) in which it stands; a component keeps its complete fields.
 *
 * @returns null if it nests too deeply
 */
export function scanObject(text: string, start: number): ScannedObject | null {
  const stack: Container[] = [];
  let position = start;

  const top = () => stack.at(-1) as Container;
  const valueDone = () => {
    top().safeEnd = position;
    top().pendingKey = undefined;
  };

  while (position < text.length) {
    const char = text[position] as string;
    if (char === '{' || char === '[') {
      if (stack.length >= MAX_DEPTH) return null;
      const parent = stack.at(-1);
      position++;
      stack.push({ kind: char, key: parent?.pendingKey, safeEnd: position, pendingKey: undefined });
    } else if (char === '}' || char === ']') {
      stack.pop();
      position++;
      if (stack.length === 0) return { end: position, complete: true, json: text.slice(start, position) };
      valueDone();
    } else if (char === '"' || char === "'") {
      const end = endOfString(text, position);
      if (end === -1) break;
      const content = text.slice(position + 1, end - 1);
      position = end;
      if (top().kind === '{' && top().pendingKey === undefined) top().pendingKey = content;
      else valueDone();
    } else if (text.startsWith('//', position)) {
      const lineEnd = text.indexOf('\n', position);
      position = lineEnd === -1 ? text.length : lineEnd;
    } else if (text.startsWith('/*', position)) {
      const close = text.indexOf('*/', position + 2);
      position = close === -1 ? text.length : close + 2;
    } else if (/[\s,:]/.test(char)) {
      position++;
    } else {
      const end = endOfWord(text, position);
      const word = text.slice(position, end);
      position = end;
      if (end === text.length) break;
      if (top().kind === '{' && top().pendingKey === undefined) top().pendingKey = word;
      else valueDone();
    }
  }
  return { end: text.length, complete: false, json: close(text, start, stack) };
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
  }
  return -1;
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !/[\s,:{}[\]"']/.test(text[end] as string)) end++;
  return end;
}

function close(text: string, start: number, stack: Container[]): string {
  // The outermost list whose last element is open loses that element; the list of components alone keeps it.
  const list = stack.findIndex((container) => container.kind === '[' && container.key !== 'components');
  const open = list === -1 ? stack : stack.slice(0, list + 1);
  const last = open.at(-1) as Container;
  const brackets = open
    .toReversed()
    .map((container) => (container.kind === '{' ? '}' : ']'))
    .join('');
  const keyOfComponent = last.kind === '{' && last.key === 'components' ? last.pendingKey : undefined;
  const separator = text.slice(last.safeEnd - 1, last.safeEnd) === '{' ? '' : ',';
  const bare = keyOfComponent === undefined ? '' : `${separator}${JSON.stringify(keyOfComponent)}:{}`;
  return text.slice(start, last.safeEnd) + bare + brackets;
}
