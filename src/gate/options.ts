import { z } from 'zod';
import type { Condition } from '../episode/condition.ts';
import type { Mutation } from '../patterns/mutations/mutation.ts';
import { hasValueIn, METRICS, type MetricName } from '../scoring/metrics.ts';
import { DEFAULT_MARGIN, type GatedMetric } from './compare.ts';
import { CHANGES, type Change } from './set-up.ts';

/** How a suite is held to a baseline. */
export interface BaselineOptions {
  /** The baseline file, relative to the eval file; default `__baselines__/<eval file>.json` beside it. */
  path?: string;
  /** The metrics, each with the drop that does not matter; default F1, relaxed invariant F1 and action AUC. */
  metrics?: { readonly [Name in MetricName]?: number };
  /** The drop that does not matter, for the default metrics; default 0.02. */
  margin?: number;
  /** Fails on `suspect` and `underpowered`, too, and asks for at least 3 trials in the baseline. */
  strict?: boolean;
  /** Differences of set-up that are the change under test, and so no reason to refuse the comparison. */
  across?: readonly Change[];
}

/** The checked option. */
export interface CheckedGate {
  path: string | undefined;
  metrics: readonly GatedMetric[];
  strict: boolean;
  across: readonly Change[];
}

const DEFAULT_METRICS = [
  'dependency_f1',
  'invariant_f1_relaxed',
  'action_auc',
  'revision.score',
  'revision.claimed_gullibility',
  'exploit.accuracy',
];

const Options = z.strictObject({
  path: z.string().min(1).optional(),
  metrics: z.record(z.string(), z.number().min(0)).optional(),
  margin: z.number().min(0).optional(),
  strict: z.boolean().optional(),
  across: z.array(z.enum(CHANGES)).optional(),
});

/**
 * Reads the option `baseline` of a grid; null for none.
 *
 * @param fail called with what is wrong; it throws
 */
export function readGateOptions(value: unknown, fail: (message: string) => never): CheckedGate | null {
  if (value === undefined || value === false) return null;
  const given = value === true ? {} : typeof value === 'string' ? { path: value } : value;
  const parsed = Options.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail(`${['baseline', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
  }
  const { path, metrics, margin = DEFAULT_MARGIN, strict = false, across = [] } = parsed.data;
  const wanted = metrics ? Object.entries(metrics) : DEFAULT_METRICS.map((name): [string, number] => [name, margin]);
  if (wanted.length === 0) fail('baseline.metrics is empty: name at least one');
  return { path, metrics: wanted.map(([name, at]) => readMetric(name, at, fail)), strict, across };
}

function readMetric(name: string, margin: number, fail: (message: string) => never): GatedMetric {
  const metric = METRICS.get(name);
  if (!metric) return fail(`baseline.metrics: there is no metric ${name}: known are ${[...METRICS.keys()].join(', ')}`);
  if (metric.better === null) return fail(`baseline.metrics.${name}: more is neither better nor worse here`);
  return { metric, margin };
}

/** The metrics that episodes under a condition have, or those of a later phase. */
export function metricsUnder(
  { metrics }: CheckedGate,
  condition: Condition,
  { change, exploit }: { change?: Pick<Mutation, 'is_sham'> | undefined; exploit?: string | undefined } = {},
): GatedMetric[] {
  if (exploit) return metrics.filter(({ metric }) => metric.phase === 'exploit' && exploit === 'explored');
  if (!change) {
    return metrics.filter(({ metric }) => !metric.phase && !(metric.needsCurve && condition === 'passive-full'));
  }
  return metrics.filter(({ metric }) => metric.phase === 'revise' && hasValueIn(metric, { change }));
}
