import { z } from 'zod';
import type { TokenUsage } from '../../episode/model-call.ts';

const Price = z.number().min(0, 'must be at least 0');

/** Prices per million tokens, in any one currency. */
export const Prices = z.strictObject({
  input: Price,
  /** Of input read from a cache; default: as `input`. */
  cached: Price.optional(),
  /** Of input written to a cache, where the provider counts that; default: 1.25 times `input`, as at Anthropic. */
  cacheWrite: Price.optional(),
  output: Price,
});
export type Prices = z.infer<typeof Prices>;

/** The most that a call of so many tokens can cost: its input may be written to a cache. */
export function mostCost(input: number, output: number, prices: Prices): number {
  return (
    (input * Math.max(prices.input, prices.cacheWrite ?? 1.25 * prices.input) + output * prices.output) / 1_000_000
  );
}

/** What a usage costs, in the currency of the prices; null where input or output are unknown. */
export function costOf({ input, cached, cache_write, output }: TokenUsage, prices: Prices): number | null {
  if (input === null || output === null) return null;
  const [read, written] = [cached ?? 0, cache_write ?? 0];
  const fresh = Math.max(0, input - read - written);
  const { cached: ofRead = prices.input, cacheWrite: ofWritten = 1.25 * prices.input } = prices;
  return (fresh * prices.input + read * ofRead + written * ofWritten + output * prices.output) / 1_000_000;
}
