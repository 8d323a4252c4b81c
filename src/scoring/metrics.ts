import { EDGE_TYPES, type EdgeType } from '../codebase/ground-truth.ts';
import type { Scores } from './scores.ts';

/** A figure that thresholds, tables and gates can name. */
export interface Metric {
  readonly name: string;
  /** Which way is better; null where neither is, as for a mere count of actions. */
  readonly better: 'higher' | 'lower' | null;
  /** The phase in which alone it has a value. */
  readonly phase?: 'revise' | 'exploit';
  /** In the revise phase: only a real change can be missed, and only a sham can be believed in vain. */
  readonly of?: 'real' | 'sham';
  /** It is taken from the action curve, so it has no value in passive-full. */
  readonly needsCurve?: true;
  /** The figure; null where it has no value; a flag counts as 1 or 0. */
  read(scores: Scores): number | null;
}

const higher = (name: string, read: Metric['read']): Metric => ({ name, better: 'higher', read });
const lower = (name: string, read: Metric['read']): Metric => ({ name, better: 'lower', read });
const neutral = (name: string, read: Metric['read']): Metric => ({ name, better: null, read });
const onCurve = (metric: Metric): Metric => ({ ...metric, needsCurve: true });

const ofRevision = (metric: Metric): Metric => ({ ...metric, phase: 'revise' });
const ofReal = (metric: Metric): Metric => ({ ...ofRevision(metric), of: 'real' });
const ofSham = (metric: Metric): Metric => ({ ...ofRevision(metric), of: 'sham' });

const forEachType = (make: (type: EdgeType) => Metric): Metric[] => EDGE_TYPES.map(make);

const ALL: readonly Metric[] = [
  higher('dependency_f1', (s) => s.dependency_f1),
  higher('dependency_precision', (s) => s.dependency_precision),
  higher('dependency_recall', (s) => s.dependency_recall),
  higher('dependency_f1_untyped', (s) => s.dependency_f1_untyped),
  ...forEachType((type) => higher(`by_type.${type}.precision`, (s) => s.by_type[type].precision)),
  ...forEachType((type) => higher(`by_type.${type}.recall`, (s) => s.by_type[type].recall)),
  higher('invariant_f1', (s) => s.invariant_f1),
  higher('invariant_precision', (s) => s.invariant_precision),
  higher('invariant_recall', (s) => s.invariant_recall),
  higher('invariant_f1_relaxed', (s) => s.invariant_f1_relaxed),
  higher('invariant_precision_relaxed', (s) => s.invariant_precision_relaxed),
  higher('invariant_recall_relaxed', (s) => s.invariant_recall_relaxed),
  lower('confidence_ece', (s) => s.confidence_ece),
  lower('hallucinated_edges', (s) => s.hallucinated_edges),
  lower('hallucinated_nodes', (s) => s.hallucinated_nodes),
  higher('contracts.name_matches', (s) => s.contracts.name_matches),
  higher('contracts.signature_matches', (s) => s.contracts.signature_matches),
  higher('contracts.caller_matches', (s) => s.contracts.caller_matches),
  onCurve(higher('action_auc', (s) => s.action_auc)),
  onCurve(higher('observation_auc', (s) => s.observation_auc)),
  onCurve(higher('action_auc_budget', (s) => s.action_auc_budget)),
  onCurve(lower('steps_to_50_recall', (s) => s.steps_to_50_recall)),
  onCurve(lower('steps_to_80_recall', (s) => s.steps_to_80_recall)),
  neutral('steps_taken', (s) => s.steps_taken),
  neutral('files_opened', (s) => s.files_opened),
  neutral('unique_files', (s) => s.unique_files),
  lower('stability.largest_loss', (s) => s.stability.largest_loss),
  lower('stability.peak_drop', (s) => s.stability.peak_drop),
  lower('stability.collapses', (s) => s.stability.collapses),
  higher('stability.monotone', (s) => (s.stability.monotone ? 1 : 0)),
  neutral('externalisation.attainable_recall', (s) => s.externalisation.attainable_recall),
  higher('externalisation.externalised', (s) => s.externalisation.externalised),
  neutral('externalisation.inferred', (s) => s.externalisation.inferred),
  lower('dropped', (s) => s.dropped),
  ofRevision(higher('revision.score', (s) => s.revision?.score ?? null)),
  ofReal(lower('revision.inertia_proper', (s) => s.revision?.inertia_proper ?? null)),
  ofReal(higher('revision.impact_discovery', (s) => s.revision?.impact_discovery ?? null)),
  ofSham(lower('revision.gullibility', (s) => s.revision?.gullibility ?? null)),
  ofSham(lower('revision.claimed_gullibility', (s) => s.revision?.claimed_gullibility ?? null)),
  ofReal(lower('revision.latency', (s) => s.revision?.latency ?? null)),
  ofReal(higher('revision.observed_score', (s) => s.revision?.observed_score ?? null)),
  ofReal(lower('revision.observed_inertia_proper', (s) => s.revision?.observed_inertia_proper ?? null)),
  ofReal(higher('revision.observed_impact_discovery', (s) => s.revision?.observed_impact_discovery ?? null)),
  ofReal(neutral('revision.known', (s) => s.revision?.known ?? null)),
  ofReal(neutral('revision.unknown', (s) => s.revision?.unknown ?? null)),
  ofRevision(neutral('revision.f1_before', (s) => s.revision?.f1_before ?? null)),
  { ...higher('exploit.accuracy', (s) => s.exploit?.accuracy ?? null), phase: 'exploit' },
];

/** All metrics by name. */
export const METRICS: ReadonlyMap<string, Metric> = new Map(ALL.map((metric) => [metric.name, metric]));

/** The names that {@link METRICS} has. */
export type MetricName =
  | Extract<keyof { [K in keyof Scores as Scores[K] extends number | null ? K : never]: true }, string>
  | `by_type.${EdgeType}.${'precision' | 'recall'}`
  | `contracts.${'name_matches' | 'signature_matches' | 'caller_matches'}`
  | `stability.${'largest_loss' | 'peak_drop' | 'collapses' | 'monotone'}`
  | `externalisation.${'attainable_recall' | 'externalised' | 'inferred'}`
  | 'exploit.accuracy'
  | `revision.${Exclude<keyof NonNullable<Scores['revision']>, 'observed'>}`;

/** Whether a metric has a value in a phase: in that of its own, and there for the changes that it is about. */
export function hasValueIn(
  { phase, of }: Pick<Metric, 'phase' | 'of'>,
  { change, exploit }: { change?: { is_sham: boolean } | undefined; exploit?: string | undefined },
): boolean {
  if (phase !== undefined && phase !== (change ? 'revise' : exploit ? 'exploit' : undefined)) return false;
  return of === undefined || of === (change?.is_sham ? 'sham' : 'real');
}
