import { z } from 'zod';
import type { Metric } from '../scoring/metric.ts';
import type { Measurement } from './baseline.ts';
import { DEFAULT_MARGIN, type GatedMetric } from './compare.ts';
import { CHANGES, type Change } from './set-up.ts';

/** How a suite is held to a baseline. */
export interface BaselineOptions<Name extends string = string> {
  /** The baseline file, relative to the eval file; default `__baselines__/<eval file>.json` beside it. */
  path?: string;
  /**
   * The metrics, each with the drop that does not matter; default F1 beyond names (F1 where the codebases can be guessed by names, or
   * where nobody knows), invariant F1 and action AUC over the budget.
   */
  metrics?: { readonly [N in Name]?: number };
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
 * @param known all metrics by name
 * @param usual those that are judged unless the option names others
 * @param fail called with what is wrong; it throws
 */
export function readGateOptions(
  value: unknown,
  known: ReadonlyMap<string, Metric>,
  usual: readonly (string | (Pick<GatedMetric, 'where'> & { name: string }))[],
  fail: (message: string) => never,
): CheckedGate | null {
  if (value === undefined || value === false) return null;
  const given = value === true ? {} : typeof value === 'string' ? { path: value } : value;
  const parsed = Options.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail(`${['baseline', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
  }
  const { path, metrics, margin = DEFAULT_MARGIN, strict = false, across = [] } = parsed.data;
  const wanted = metrics
    ? Object.entries(metrics).map(([name, at]) => readMetric(name, at, known, fail))
    : usual.map((one) =>
        typeof one === 'string'
          ? readMetric(one, margin, known, fail)
          : { ...readMetric(one.name, margin, known, fail), where: one.where },
      );
  if (wanted.length === 0) fail('baseline.metrics is empty: name at least one');
  return { path, metrics: wanted, strict, across };
}

function readMetric(
  name: string,
  margin: number,
  known: ReadonlyMap<string, Metric>,
  fail: (message: string) => never,
): GatedMetric {
  const metric = known.get(name);
  if (!metric) return fail(`baseline.metrics: there is no metric ${name}: known are ${[...known.keys()].join(', ')}`);
  if (metric.better === null) return fail(`baseline.metrics.${name}: more is neither better nor worse here`);
  return { metric, margin };
}

/** The metrics that a group is held to: of those under the gate the ones that it has. A control is held to none. */
export function metricsUnder(
  { metrics }: CheckedGate,
  { metrics: own, scope }: { metrics: readonly Metric[]; scope: string | null },
): GatedMetric[] {
  return scope === null ? [] : metrics.filter(({ metric }) => own.some(({ name }) => name === metric.name));
}

/** A learner that reaches no more by names alone, as mean F1, has not guessed the codebases. */
const UNGUESSABLE = 0.4;

/**
 * Of the metrics of a group those that are judged: which of two that stand in for each other is decided by the baseline, once.
 *
 * @param before the measurement of the baseline
 */
export function judgedBy(metrics: readonly GatedMetric[], { prior, codebases }: Measurement): GatedMetric[] {
  const hasValue = ({ metric }: GatedMetric) =>
    Object.values(codebases).some(({ values }) => values[metric.name]?.some((value) => value !== null));
  const isUnguessable = prior !== undefined && prior.f1 <= UNGUESSABLE;
  const place =
    isUnguessable && metrics.some((one) => one.where === 'unguessable' && hasValue(one)) ? 'unguessable' : 'guessable';
  return metrics.filter(({ where = place }) => where === place);
}
