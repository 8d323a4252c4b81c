import { z } from 'zod';
import { CONDITIONS, type Condition } from '../episode/condition.ts';
import { METRICS, type Metric, type MetricName } from '../scoring/metrics.ts';

/**
 * What a metric must reach. A number is the least for a metric of which more is better, and the most for one of which
 * less is better; a metric of which neither is better takes `{ min, max }` alone.
 */
export type Bound = number | { min?: number; max?: number };

/** Bounds by metric, for all conditions. */
export type MetricThresholds = { readonly [Name in MetricName]?: Bound };

/** Bounds by metric, for all conditions or for one. */
export type Thresholds = MetricThresholds & { readonly [Name in Scope]?: MetricThresholds };

/** Where thresholds hold: under a condition, or in a later phase. */
export type Scope = Condition | 'revise' | 'exploit';
export const SCOPES: readonly Scope[] = [...CONDITIONS, 'revise', 'exploit'];

/** A bound on a metric, with both ends spelled out. */
export interface Threshold {
  metric: Metric;
  min: number;
  max: number;
}

const BoundSchema = z.union([z.number(), z.strictObject({ min: z.number().optional(), max: z.number().optional() })]);
const RecordSchema = z.record(z.string(), z.unknown());

/**
 * Reads thresholds for each condition. One that a condition has itself replaces one for all conditions; a metric of the
 * action curve for all conditions is not asked of passive-full, which has no curve.
 *
 * @param fail called with what is wrong; it throws
 */
export function readThresholds(
  key: string,
  thresholds: Thresholds | undefined,
  conditions: readonly Scope[],
  fail: (message: string) => never,
): Map<Scope, Threshold[]> {
  const entriesOf = (place: string, value: unknown): [string, unknown][] => {
    const parsed = RecordSchema.safeParse(value ?? {});
    return parsed.success
      ? Object.entries(parsed.data)
      : fail(`${place}: ${JSON.stringify(value)} is no map of metrics`);
  };
  const entries = entriesOf(key, thresholds);
  const isCondition = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name);
  const unused = entries.map(([name]) => name).find((name) => isCondition(name) && !conditions.includes(name));
  if (unused === 'revise' || unused === 'exploit') fail(`${key}.${unused}: ${unused} is not among phases`);
  if (unused) fail(`${key}.${unused}: the condition is not among conditions`);

  // For all conditions is not for a later phase, but for the metrics that it alone has.
  const phaseOf = (scope: Scope) => (scope === 'revise' || scope === 'exploit' ? scope : undefined);
  const hasNone = ({ metric }: Threshold, scope: Scope) =>
    (metric.needsCurve && scope === 'passive-full') || metric.phase !== phaseOf(scope);
  const shared = entries
    .filter(([name]) => !isCondition(name))
    .map(([name, bound]) => readThreshold(`${key}.${name}`, name, bound, fail));
  const idle = shared.find((threshold) => conditions.every((condition) => hasNone(threshold, condition)));
  if (idle?.metric.phase)
    fail(`${key}.${idle.metric.name}: it is of the phase ${idle.metric.phase}, which is not among phases`);
  if (idle) fail(`${key}.${idle.metric.name}: passive-full has no action curve, and there is no other condition`);
  return new Map(
    conditions.map((condition) => {
      const place = `${key}.${condition}`;
      const own = entriesOf(place, thresholds?.[condition]).map(([name, bound]) =>
        readThreshold(`${place}.${name}`, name, bound, fail),
      );
      const misplaced = own.find(({ metric }) => metric.phase && metric.phase !== condition);
      if (misplaced) fail(`${place}.${misplaced.metric.name}: it is of the phase ${misplaced.metric.phase}`);
      const hopeless = own.find(({ metric }) => metric.needsCurve && condition === 'passive-full');
      if (hopeless) fail(`${place}.${hopeless.metric.name}: passive-full has no action curve`);
      const inherited = shared.filter(
        (threshold) => !hasNone(threshold, condition) && !own.some(({ metric }) => metric === threshold.metric),
      );
      return [condition, [...inherited, ...own]];
    }),
  );
}

function readThreshold(place: string, name: string, value: unknown, fail: (message: string) => never): Threshold {
  const known = () => fail(`${place}: there is no metric ${name}: known are ${[...METRICS.keys()].join(', ')}`);
  const metric = METRICS.get(name) ?? known();
  const parsed = BoundSchema.safeParse(value);
  const bound = parsed.success ? parsed.data : undefined;
  if (typeof bound === 'number') {
    if (metric.better === 'higher') return { metric, min: bound, max: Number.POSITIVE_INFINITY };
    if (metric.better === 'lower') return { metric, min: Number.NEGATIVE_INFINITY, max: bound };
    return fail(`${place}: more is neither better nor worse here: give { min } or { max }`);
  }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bound ?? {};
  if (bound && min <= max && (bound.min !== undefined || bound.max !== undefined)) return { metric, min, max };
  return fail(`${place}: ${JSON.stringify(value)} is no bound: give a number, { min }, { max } or both`);
}

/** Whether the value meets the bound. A figure without a value meets none: what cannot be measured is not reached. */
export function meets({ min, max }: Threshold, value: number | null): boolean {
  return value !== null && value >= min && value <= max;
}

/** `dependency_f1: wanted at least 0.5, got 0.379`. */
export function describeMiss({ metric, min, max }: Threshold, value: number | null): string {
  const figure = (number: number) => String(Math.round(number * 10_000) / 10_000);
  const wanted =
    max === Number.POSITIVE_INFINITY
      ? `at least ${figure(min)}`
      : min === Number.NEGATIVE_INFINITY
        ? `at most ${figure(max)}`
        : `from ${figure(min)} to ${figure(max)}`;
  return `${metric.name}: wanted ${wanted}, got ${value === null ? 'no value' : figure(value)}`;
}
