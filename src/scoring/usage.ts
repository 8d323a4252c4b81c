import { z } from 'zod';
import { addUsage, type ModelCall, TokenUsage } from '../episode/model-call.ts';

/** What the model calls of an episode used together. */
export const Usage = TokenUsage.extend({
  calls: z.number().int(),
  /** Calls that were taken from recordings. */
  recorded: z.number().int(),
  retries: z.number().int(),
  /** Answers that `maxTokens` cut off. */
  cut: z.number().int().default(0),
  /** Milliseconds that all answers took. */
  latency_ms: z.number(),
  /** In the currency of the prices given; null without prices, or where the tokens of a call are unknown. */
  cost: z.number().nullable(),
});
export type Usage = z.infer<typeof Usage>;

/** Adds calls up; null where there are none. */
export function sumUsage(calls: readonly ModelCall[]): Usage | null {
  if (calls.length === 0) return null;
  const sum = (read: (call: ModelCall) => number) => calls.reduce((total, call) => total + read(call), 0);
  const tokens = calls.map(({ usage }) => usage).reduce(addUsage);
  return {
    ...tokens,
    calls: calls.length,
    recorded: calls.filter(({ recorded }) => recorded).length,
    retries: sum(({ retries }) => retries),
    cut: calls.filter(({ stop }) => stop === 'length').length,
    latency_ms: sum(({ latency_ms }) => latency_ms),
    cost: calls.some(({ cost }) => cost === null) ? null : sum(({ cost }) => cost ?? 0),
  };
}
