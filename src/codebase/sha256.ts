import { createHash } from 'node:crypto';

/** SHA-256 of a text, in hex; the first `digits` of its 64. */
export function sha256(text: string, digits = 64): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
