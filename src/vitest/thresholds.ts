import { z } from 'zod';
import type { CONDITIONS } from '../episode/condition.ts';
import type { AnyPhase } from '../phases/phase.ts';
import { METRICS, type MetricName, metricsIn, type OwnMetric, PHASES } from '../phases/phases.ts';
import type { Metric } from '../scoring/metric.ts';

/**
 * What a metric must reach. A number is the least for a metric of which more is better, and the most for one of which
 * less is better; a metric of which neither is better takes `{ min, max }` alone.
 */
export type Bound = number | { min?: number; max?: number };

/** Bounds by metric, for all conditions. */
export type MetricThresholds = { readonly [Name in MetricName]?: Bound };

/** Where thresholds hold: under a condition, or in a later phase. */
export type Scope = (typeof CONDITIONS)[number] | Exclude<(typeof PHASES)[number]['name'], 'construct'>;

/** Bounds by metric, for all conditions or for one. */
export type Thresholds = MetricThresholds & { readonly [Name in Scope]?: MetricThresholds };

/** A scope of a suite: its phase, and the phase's own metrics that have a value in it. */
export interface KnownScope {
  scope: string;
  phase: AnyPhase;
  metrics: ReadonlySet<Metric>;
}

/** Every scope that some suite can have. */
const SCOPES: ReadonlySet<string> = new Set(PHASES.flatMap((phase) => Object.keys(phase.tags)));

/** A bound on a metric, with both ends spelled out. */
export interface Threshold {
  metric: OwnMetric;
  min: number;
  max: number;
}

const BoundSchema = z.union([z.number(), z.strictObject({ min: z.number().optional(), max: z.number().optional() })]);
const RecordSchema = z.record(z.string(), z.unknown());

/**
 * Reads thresholds for each scope. One that a scope has itself replaces one for all; one for all is asked of the scopes of the
 * metric's own phase in which it has a value: passive-full, for example, has no action curve.
 *
 * @param fail called with what is wrong; it throws
 */
export function readThresholds(
  key: string,
  thresholds: Thresholds | undefined,
  scopes: readonly KnownScope[],
  fail: (message: string) => never,
): Map<string, Threshold[]> {
  const entriesOf = (place: string, value: unknown): [string, unknown][] => {
    const parsed = RecordSchema.safeParse(value ?? {});
    return parsed.success
      ? Object.entries(parsed.data)
      : fail(`${place}: ${JSON.stringify(value)} is no map of metrics`);
  };
  const entries = entriesOf(key, thresholds);
  const unused = entries
    .map(([name]) => name)
    .find((name) => SCOPES.has(name) && !scopes.some(({ scope }) => scope === name));
  if (unused !== undefined) {
    const later = PHASES.some(({ name }) => name === unused);
    fail(`${key}.${unused}: ${later ? `${unused} is not among phases` : 'the condition is not among conditions'}`);
  }
  const shared = entries
    .filter(([name]) => !SCOPES.has(name))
    .map(([name, bound]) => readThreshold(`${key}.${name}`, name, bound, fail));
  for (const { metric } of shared) {
    const own = scopes.filter(({ phase }) => phase.name === metric.phase);
    if (own.length === 0) fail(`${key}.${metric.name}: it is of the phase ${metric.phase}, which is not among phases`);
    if (own.every((scope) => !hasValue(scope, metric)))
      fail(`${key}.${metric.name}: ${whyNone(own[0] as KnownScope, metric)}, and there is no other condition`);
  }
  return new Map(
    scopes.map((known): [string, Threshold[]] => {
      const place = `${key}.${known.scope}`;
      const own = entriesOf(place, thresholds?.[known.scope as Scope]).map(([name, bound]) =>
        readThreshold(`${place}.${name}`, name, bound, fail),
      );
      for (const { metric } of own) {
        if (!metricsIn(known.phase).some(({ name }) => name === metric.name))
          fail(`${place}.${metric.name}: it is of the phase ${metric.phase}`);
        if (metric.phase === known.phase.name && !hasValue(known, metric))
          fail(`${place}.${metric.name}: ${whyNone(known, metric)}`);
      }
      const inherited = shared.filter(
        ({ metric }) =>
          metric.phase === known.phase.name &&
          hasValue(known, metric) &&
          !own.some((threshold) => threshold.metric === metric),
      );
      return [known.scope, [...inherited, ...own]];
    }),
  );
}

function hasValue({ metrics }: KnownScope, { name }: Metric): boolean {
  return [...metrics].some((metric) => metric.name === name);
}

function whyNone({ scope }: KnownScope, { needsCurve }: Metric): string {
  return needsCurve ? `${scope} has no action curve` : `it has no value in ${scope}`;
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
