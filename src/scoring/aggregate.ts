import jStat from 'jstat';
import { mean, variance } from '../base/mean.ts';

/** A value of one trial on one codebase. A value that does not exist is null and left out. */
export interface Sample {
  codebase: string;
  value: number | null;
}

/** Values over codebases, the unit of inference. */
export interface Aggregate {
  /** Codebases with a value. */
  n: number;
  /** Mean over the codebases' means; null without a value. */
  mean: number | null;
  /** Half of the range of the codebases' means, as published; null without a value. */
  half_range: number | null;
  /** 95 % interval of the mean (Student t); null for fewer than two codebases. */
  interval: [low: number, high: number] | null;
}

/** Averages trials inside each codebase, then the codebases. Trials never count as independent samples. */
export function aggregate(samples: readonly Sample[]): Aggregate {
  const means = [...meansByCodebase(samples).values()];
  const n = means.length;
  if (n === 0) return { n, mean: null, half_range: null, interval: null };
  const average = mean(means);
  const halfRange = (Math.max(...means) - Math.min(...means)) / 2;
  if (n === 1) return { n, mean: average, half_range: halfRange, interval: null };
  const margin = jStat.studentt.inv(0.975, n - 1) * Math.sqrt(variance(means) / n);
  return { n, mean: average, half_range: halfRange, interval: [average - margin, average + margin] };
}

/** The mean over trials of each codebase that has a value. */
export function meansByCodebase(samples: readonly Sample[]): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const { codebase, value } of samples) {
    if (value === null) continue;
    values.set(codebase, [...(values.get(codebase) ?? []), value]);
  }
  const entries = [...values].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new Map(entries.map(([codebase, list]) => [codebase, mean(list)]));
}
