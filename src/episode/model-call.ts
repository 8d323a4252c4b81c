import { z } from 'zod';

const Count = z.number().int().min(0);

/** Tokens of a model call; providers that do not say leave 0. */
export const TokenUsage = z.object({
  /** All input tokens, cached ones included. */
  input: Count,
  cached: Count,
  /** All output tokens, reasoning included. */
  output: Count,
  reasoning: Count,
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
  /** Why the answer ended: `end`, `tool`, `length`, `refusal`. */
  stop: z.string(),
  /** In the currency of the prices that the user gave; null without prices. */
  cost: z.number().min(0).nullable(),
});
export type ModelCall = z.infer<typeof ModelCall>;
