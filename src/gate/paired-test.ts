import jStat from 'jstat';
import { mean, variance } from '../base/mean.ts';

/** The level of every one-sided test of the gate. */
export const LEVEL = 0.05;

/** The share of real drops of the smallest detectable size that a design shall find. */
const POWER = 0.8;

/** Differences closer together than this differ by rounding alone. */
const NO_SPREAD = 1e-12;

/** What paired differences say about a drop of more than a margin. */
export interface PairedTest {
  /** Pairs. */
  n: number;
  mean: number;
  /** Standard deviation of the differences. */
  sd: number;
  /** Student t interval; each end alone is a one-sided bound at {@link LEVEL}. Not adjusted for other metrics. */
  interval: readonly [low: number, high: number];
  /** Of the hypothesis that the true mean difference is no lower than −margin, by a one-sided Student t test. */
  p: number;
}

/**
 * Tests whether differences (new − old, more is better) show a drop of more than `margin`.
 *
 * @param differences one for each codebase, at least 2
 */
export function pairedTest(differences: readonly number[], margin: number): PairedTest {
  const n = differences.length;
  if (n < 2) throw new RangeError(`a paired test needs at least 2 pairs, not ${n}`);
  const average = mean(differences);
  const sd = Math.sqrt(variance(differences));
  if (sd < NO_SPREAD)
    return { n, mean: average, sd: 0, interval: [average, average], p: average < -margin - NO_SPREAD ? 0 : 1 };
  const error = sd / Math.sqrt(n);
  const half = jStat.studentt.inv(1 - LEVEL, n - 1) * error;
  const p = jStat.studentt.cdf((average + margin) / error, n - 1);
  return { n, mean: average, sd, interval: [average - half, average + half], p };
}

/**
 * The smallest true drop that this design finds in 80 % of runs: margin + (t₁₋α + t₀.₈) · s′ / √n. The spread that was seen
 * is a lucky draw in half of all cases, so s′ = s · √((n − 1) / χ²₀.₄,ₙ₋₁) stands for it.
 *
 * @param metrics how many metrics are tested together: Holm's first step tests at the level divided by that
 */
export function smallestDetectableDrop({ n, sd }: PairedTest, margin: number, metrics: number): number {
  const df = n - 1;
  const spread = sd * Math.sqrt(df / jStat.chisquare.inv(0.4, df));
  const quantiles = jStat.studentt.inv(1 - LEVEL / metrics, df) + jStat.studentt.inv(POWER, df);
  return margin + (quantiles * spread) / Math.sqrt(n);
}

/** p-values adjusted by Holm's method, in the order given: each may be compared with the level as it stands. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).toSorted((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const adjusted: number[] = [];
  let highest = 0;
  for (const [rank, i] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * (pValues[i] as number)));
    adjusted[i] = highest;
  }
  return adjusted;
}
