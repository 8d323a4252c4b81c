/** What figures of a metric are counted in. */
export type Unit = 'share' | 'score' | 'count' | 'actions' | 'flag';

/** What is said of a metric beside its name and its figure. */
export interface MetricFacts {
  /** What it tells, in a sentence. */
  readonly meaning: string;
  readonly unit: Unit;
  /** The least and the most; null where there is none. */
  readonly range: readonly [least: number | null, most: number | null];
  /** How two figures are compared: by their difference, or by the logarithm of their ratio. */
  readonly scale: 'difference' | 'log-ratio';
  /** It is taken from the action curve, so it has no value where nothing is chosen. */
  readonly needsCurve?: true;
}

/** A figure that thresholds, tables and gates can name. `S` are the scores that it is read from. */
export interface Metric<S = unknown, N extends string = string> extends MetricFacts {
  readonly name: N;
  /** Which way is better; null where neither is, as for a mere count of actions. */
  readonly better: 'higher' | 'lower' | null;
  /** The figure; null where it has no value; a flag counts as 1 or 0. */
  read(scores: S): number | null;
}

type Made<S, N extends string> = (
  name: N,
  meaning: string,
  read: (scores: S) => number | null,
  facts?: Partial<MetricFacts>,
) => Metric<S, N>;

/** Metrics read from scores of one kind: shares of which more is better, unless facts say otherwise. */
export function metricsOf<S>() {
  const make =
    (better: Metric['better']) =>
    <const N extends string>(...[name, meaning, read, facts = {}]: Parameters<Made<S, N>>): Metric<S, N> => {
      const unit = facts.unit ?? 'share';
      const range = facts.range ?? (unit === 'share' || unit === 'flag' ? [0, 1] : [0, null]);
      return { name, better, meaning, unit, range, scale: 'difference', ...facts, read };
    };
  return { higher: make('higher'), lower: make('lower'), neutral: make(null) };
}
