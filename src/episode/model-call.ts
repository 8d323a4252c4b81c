import { z } from 'zod';

const Count = z.number().int().min(0);

const Tokens = Count.nullable();

/** Tokens of a model call; null where the provider does not say. */
export const TokenUsage = z.object({
  /** All input tokens, those read from and written to a cache included. */
  input: Tokens,
  /** Read from a cache. */
  cached: Tokens,
  /** Written to a cache. */
  cache_write: Tokens.default(null),
  /** All output tokens, reasoning included. */
  output: Tokens,
  reasoning: Tokens,
});
export type TokenUsage = z.infer<typeof TokenUsage>;

/** A call of a model, as the transcript has it. */
export const ModelCall = z.object({
  purpose: z.enum(['action', 'belief', 'choice']),
  usage: TokenUsage,
  /** Times that it was tried again after a passing failure. */
  retries: Count,
  /** Milliseconds that the answer took when it was made, waiting for our own limits aside. */
  latency_ms: z.number().min(0),
  /** It was taken from a recording, so it was not paid for. */
  recorded: z.boolean(),
  /** Why the answer ended: `end`, `tool`, `length` (cut off by `maxTokens`), `refusal`; `failed` where none came. */
  stop: z.string(),
  /** In the currency of the prices that the user gave; null without prices, or where the tokens are unknown. */
  cost: z.number().min(0).nullable(),
  /** Other ways in which the model had to be asked, by name. */
  fallbacks: z.array(z.string()).optional(),
});
export type ModelCall = z.infer<typeof ModelCall>;

/** The sum of two usages; what one of them does not say is unknown. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const sum = (x: number | null, y: number | null) => (x === null || y === null ? null : x + y);
  return {
    input: sum(a.input, b.input),
    cached: sum(a.cached, b.cached),
    cache_write: sum(a.cache_write, b.cache_write),
    output: sum(a.output, b.output),
    reasoning: sum(a.reasoning, b.reasoning),
  };
}
