import { z } from 'zod';
import { mean } from '../base/mean.ts';
import type { Metric } from '../scoring/metric.ts';
import type { Measurement } from './baseline.ts';
import { holm, type PairedTest, pairedTest, smallestDetectableDrop } from './paired-test.ts';
import { judge, judgeDeterministic, Verdict } from './verdict.ts';

/** The least difference that matters, unless a metric has its own. */
export const DEFAULT_MARGIN = 0.02;

/** A metric under the gate, with its margin. */
export interface GatedMetric {
  metric: Metric;
  /** In the units of the metric, or of the logarithm of a ratio; a drop within it is no regression. */
  margin: number;
  /** It is judged there alone where codebases can be guessed by names, or cannot. */
  where?: 'guessable' | 'unguessable';
}

const Pair = z.object({ codebase: z.string(), before: z.number(), after: z.number() });
export type Pair = z.infer<typeof Pair>;

/** One metric of one case, compared with its baseline. */
export const MetricComparison = z.object({
  metric: z.string(),
  /** Whether less of it is better. */
  less_is_better: z.boolean(),
  verdict: Verdict,
  margin: z.number(),
  /** Pairs, i.e. codebases that both sides have. */
  n: z.number().int(),
  /** Codebases left out, and why. */
  left_out: z.array(z.object({ codebase: z.string(), reason: z.string() })),
  /** Mean difference, new − baseline, in the units of the metric or as the logarithm of a ratio; null without pairs. */
  change: z.number().nullable(),
  /** Of the mean difference; each end is a one-sided 95 % bound, unadjusted. Null for fewer than two pairs. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** Holm-adjusted over the metrics of the case; null where nothing was tested. */
  p: z.number().nullable(),
  /** The smallest worsening that this design finds in 80 % of runs; null where it decides nothing. */
  detectable: z.number().nullable(),
  /** The codebases that worsened, the most first. */
  fell: z.array(Pair),
  /** The codebases that improved, the most first. */
  rose: z.array(Pair),
});
export type MetricComparison = z.infer<typeof MetricComparison>;

/** What is compared: two measurements of the same group. */
export interface Sides {
  before: Measurement;
  after: Measurement;
  /** Codebases on which an episode of either side failed, with the reason. */
  failed?: ReadonlyMap<string, string>;
  /** The agent does the same on every run. */
  deterministic: boolean;
}

/**
 * Compares two measurements, metric by metric: trials are averaged within a codebase, codebases are paired, and a drop is
 * tested by a one-sided Student t test with Holm's correction over the metrics.
 */
export function compare(sides: Sides, metrics: readonly GatedMetric[]): MetricComparison[] {
  const prepared = metrics.map((gated) => prepare(sides, gated));
  const tested = prepared.filter((one) => one.test !== null);
  const adjusted = holm(tested.map(({ test }) => (test as PairedTest).p));
  return prepared.map((one) => {
    const { gated, pairs, leftOut, lostShare, test, worsening } = one;
    const p = test === null ? null : (adjusted[tested.indexOf(one)] as number);
    const sign = signOf(gated.metric);
    const { to } = SCALES[gated.metric.scale];
    const differences = pairs.map(({ before, after }) => sign * (to(after) - to(before)));
    const byWorsening = pairs.toSorted((a, b) => worsening(b) - worsening(a));
    const verdict = sides.deterministic
      ? judgeDeterministic(differences, lostShare)
      : judge(test, p ?? 1, gated.margin, lostShare);
    return {
      metric: gated.metric.name,
      less_is_better: gated.metric.better === 'lower',
      verdict,
      margin: gated.margin,
      n: pairs.length,
      left_out: leftOut,
      change: pairs.length === 0 ? null : mean(pairs.map(({ before, after }) => to(after) - to(before))),
      interval: test === null ? null : orient(test.interval, sign),
      p: sides.deterministic ? null : p,
      detectable:
        test === null || sides.deterministic || verdict === 'underpowered'
          ? null
          : smallestDetectableDrop(test, gated.margin, tested.length),
      fell: byWorsening.filter((pair) => worsening(pair) > 0),
      rose: byWorsening.filter((pair) => worsening(pair) < 0).toReversed(),
    };
  });
}

/** How figures of a metric are averaged and compared; a ratio has no value where a figure is not above 0. */
const SCALES: Readonly<Record<Metric['scale'], { to: (value: number) => number; from: (value: number) => number }>> = {
  difference: { to: (value) => value, from: (value) => value },
  'log-ratio': { to: (value) => (value > 0 ? Math.log(value) : Number.NaN), from: Math.exp },
};

/** Pairs the codebases of one metric. */
function prepare({ before, after, failed }: Sides, gated: GatedMetric) {
  const ids = [...new Set([...Object.keys(before.codebases), ...Object.keys(after.codebases)])].toSorted();
  const pairs: Pair[] = [];
  const leftOut: { codebase: string; reason: string }[] = [];
  let lost = 0;
  for (const codebase of new Set([...ids, ...(failed?.keys() ?? [])])) {
    const failure = failed?.get(codebase);
    const [old, now] = [before, after].map((side) => meanOf(side, codebase, gated.metric));
    if (failure !== undefined) {
      lost++;
      leftOut.push({ codebase, reason: `an episode failed: ${failure}` });
    } else if (old === undefined) leftOut.push({ codebase, reason: 'it is not in the baseline' });
    else if (now === undefined) leftOut.push({ codebase, reason: 'it is in the baseline alone' });
    else if (old === null || now === null) {
      // A value that only one side has is lost as much as one of a failed episode: often what got worse lost it.
      if (old !== now) lost++;
      const side = old === now ? 'on either side' : old === null ? 'in the baseline' : 'now';
      leftOut.push({ codebase, reason: `it has no value ${side}` });
    } else pairs.push({ codebase, before: old, after: now });
  }
  const sign = signOf(gated.metric);
  const { to } = SCALES[gated.metric.scale];
  const differences = pairs.map((pair) => sign * (to(pair.after) - to(pair.before)));
  return {
    gated,
    pairs,
    leftOut,
    lostShare: lost === 0 ? 0 : lost / (pairs.length + lost),
    test: pairs.length < 2 ? null : pairedTest(differences, gated.margin),
    worsening: (pair: Pair) => sign * (to(pair.before) - to(pair.after)),
  };
}

/** The mean over the trials of a codebase; null without a value, undefined where the codebase or metric is not there. */
function meanOf({ codebases }: Measurement, codebase: string, { name, scale }: Metric): number | null | undefined {
  const values = codebases[codebase]?.values[name];
  if (values === undefined) return undefined;
  // The trials that happen to have a value would stand for those that lost it.
  if (!values.every((value) => value !== null)) return null;
  const { to, from } = SCALES[scale];
  const average = from(mean(values.map(to)));
  return Number.isFinite(average) ? average : null;
}

/** 1 where more is better, −1 where less is. */
function signOf({ better }: Metric): 1 | -1 {
  return better === 'lower' ? -1 : 1;
}

function orient([low, high]: readonly [number, number], sign: 1 | -1): [number, number] {
  return sign === 1 ? [low, high] : [-high, -low];
}
