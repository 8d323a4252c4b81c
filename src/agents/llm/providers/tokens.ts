import { z } from 'zod';
import type { TokenUsage } from '../../../episode/model-call.ts';

/** A count of tokens: a finite whole number of at least 0, anything else is unknown. */
export const Tokens = z
  .unknown()
  .optional()
  .transform((value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null));

export const UNKNOWN_USAGE: TokenUsage = {
  input: null,
  cached: null,
  cache_write: null,
  output: null,
  reasoning: null,
};

/** A sum of counts; unknown where one is that counts. */
export function total(...counts: readonly (number | null)[]): number | null {
  return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
