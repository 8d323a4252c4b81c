import type { Metric } from '../scoring/metric.ts';
import { construct } from './construct/construct.ts';
import { exploit } from './exploit/exploit.ts';
import type { AnyPhase, MetricNameOf, OptionsOf, ScoresOf } from './phase.ts';
import { revise } from './revise/revise.ts';

/** All phases, in the order in which tables and reports have them. The first is what the others go on from. */
export const PHASES = [construct, revise, exploit] as const;

/** The names of all phases. */
export type PhaseName = (typeof PHASES)[number]['name'];

/** Options of the first phase, as a suite gives them. */
export type FirstOptions = Partial<OptionsOf<(typeof PHASES)[0]>>;

/** Options of later phases, each under its name. */
export type LaterOptions = {
  readonly [P in Exclude<(typeof PHASES)[number], (typeof PHASES)[0]> as P['name']]?: Partial<OptionsOf<P>>;
};

/** The names that metrics of all phases have. */
export type MetricName = MetricNameOf<(typeof PHASES)[number]>;

/** The scores of any phase. */
export type AnyScores = ScoresOf<(typeof PHASES)[number]>;

/** A metric, and the phase whose it is. */
export interface OwnMetric extends Metric {
  readonly phase: string;
}

/** All metrics by name. */
export const METRICS: ReadonlyMap<string, OwnMetric> = new Map(
  PHASES.flatMap((phase) =>
    (phase as AnyPhase).metrics.map((metric): [string, OwnMetric] => [metric.name, { ...metric, phase: phase.name }]),
  ),
);

/**
 * The phase of that name.
 *
 * @throws Error if there is none
 */
export function phaseOf(name: string): AnyPhase {
  const phase = PHASES.find((known) => known.name === name);
  if (!phase) throw new Error(`there is no phase ${name}: known are ${PHASES.map((known) => known.name).join(', ')}`);
  return phase as AnyPhase;
}

/** Metrics that a phase's scores have: its own, and those of the phase that it extends. */
export function metricsIn(phase: AnyPhase): readonly Metric[] {
  return [...phase.metrics, ...(phase.extends ? metricsIn(phase.extends) : [])];
}
