import { sha256 } from './sha256.ts';

/** The text as a file name on any system. Different texts get different names: a changed one carries a hash. */
export function fileName(text: string): string {
  const safe = text.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '');
  if (safe === text) return safe;
  return `${safe}-${sha256(text, 8)}`;
}
