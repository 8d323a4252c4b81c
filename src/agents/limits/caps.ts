import { z } from 'zod';

const Amount = z.number().positive('must be more than 0');

/** The most that may be used, by all models of a run together or by one agent. */
export const Caps = z.strictObject({
  /** Calls that are made, recorded ones aside; each try counts. */
  calls: Amount.int('must be a whole number').optional(),
  /** Input and output tokens. */
  tokens: Amount.optional(),
  /** In the currency of the prices given; models without prices cost nothing here. */
  cost: Amount.optional(),
});
export type Caps = z.infer<typeof Caps>;

/** How fast a model may be called, over all cases and workers of a run. */
export const RateLimits = z.strictObject({
  /** Calls under way at once; default 16. */
  concurrency: Amount.int('must be a whole number').optional(),
  requestsPerMinute: Amount.int('must be a whole number').optional(),
  /** Input and output tokens of the last minute, those that calls under way may use included. */
  tokensPerMinute: Amount.optional(),
});
export type RateLimits = z.infer<typeof RateLimits>;

/** An amount of what caps limit. */
export interface Used {
  calls: number;
  tokens: number;
  cost: number;
}

export const NOTHING: Used = { calls: 0, tokens: 0, cost: 0 };

export const KINDS = ['calls', 'tokens', 'cost'] as const;

export function plus(a: Used, b: Used): Used {
  return { calls: a.calls + b.calls, tokens: a.tokens + b.tokens, cost: a.cost + b.cost };
}

export function minus(a: Used, b: Used): Used {
  return { calls: a.calls - b.calls, tokens: a.tokens - b.tokens, cost: a.cost - b.cost };
}

/** The strictest of both, limit by limit: whoever names none is held to what another has named. */
export function strictest<T extends Caps | RateLimits>(a: T, b: T): T {
  const least: Record<string, number> = {};
  for (const [key, value] of [...Object.entries(a), ...Object.entries(b)]) {
    if (value !== undefined) least[key] = Math.min(least[key] ?? Number.POSITIVE_INFINITY, value);
  }
  return least as T;
}
