import { sha256 } from './sha256.ts';

/** File systems take names of 255 bytes; some are made longer by an ending. */
const LONGEST = 200;

/** The text as a file name on any system. Different texts get different names: a changed one carries a hash. */
export function fileName(text: string): string {
  const safe = text.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '');
  if (safe === text && safe.length <= LONGEST) return safe;
  return `${safe.slice(0, LONGEST)}-${sha256(text, 8)}`;
}
