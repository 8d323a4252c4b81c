import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';

/** SHA-256 of a text, in hex; the first `digits` of its 64. */
export function sha256(text: string, digits = 64): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

const stringify = configure({ deterministic: true });

/** A short hash of any JSON, whatever the order of keys. */
export function stableHash(value: unknown): string {
  return sha256(stringify(value) ?? '', 16);
}
