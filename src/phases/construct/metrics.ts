import { EDGE_TYPES, type EdgeType } from '../../codebase/ground-truth.ts';
import { metricsOf } from '../../scoring/metric.ts';
import type { Scores } from '../../scoring/scores.ts';

const { higher, lower, neutral } = metricsOf<Scores>();
const count = { unit: 'count' } as const;
const actions = { unit: 'actions' } as const;
const curve = { needsCurve: true } as const;

const byType = <const P extends 'precision' | 'recall'>(part: P, meaning: (type: EdgeType) => string) =>
  EDGE_TYPES.map((type) => higher(`by_type.${type}.${part}`, meaning(type), (s) => s.by_type[type][part]));

/** What an agent that explored a codebase is measured by. */
export const CONSTRUCT_METRICS = [
  higher(
    'dependency_f1_beyond_names',
    'F1 of the edges that names alone do not give away; none where fewer than 10 are left.',
    (s) => s.dependency_f1_beyond_names,
  ),
  higher('dependency_f1', 'Harmonic mean of precision and recall of the final belief’s edges.', (s) => s.dependency_f1),
  higher('dependency_precision', 'Share of the believed edges that are true.', (s) => s.dependency_precision),
  higher('dependency_recall', 'Share of the true edges that are believed.', (s) => s.dependency_recall),
  higher('dependency_f1_untyped', 'F1 of the edges without regard to their types.', (s) => s.dependency_f1_untyped),
  ...byType('precision', (type) => `Share of the believed ${type} edges that are true.`),
  ...byType('recall', (type) => `Share of the true ${type} edges that are believed.`),
  higher('invariant_f1', 'F1 of the believed invariants, every field equal.', (s) => s.invariant_f1),
  higher('invariant_precision', 'Share of the believed invariants that are true.', (s) => s.invariant_precision),
  higher('invariant_recall', 'Share of the true invariants that are believed.', (s) => s.invariant_recall),
  higher('invariant_f1_relaxed', 'F1 of the invariants, matched by type and ends.', (s) => s.invariant_f1_relaxed),
  higher(
    'invariant_precision_relaxed',
    'Share of the believed invariants that match a true one by type and ends.',
    (s) => s.invariant_precision_relaxed,
  ),
  higher(
    'invariant_recall_relaxed',
    'Share of the true invariants that a believed one matches by type and ends.',
    (s) => s.invariant_recall_relaxed,
  ),
  higher(
    'confidence_score',
    'What stated confidences are worth: silence 0, the truth stated surely 1, less than 0 where they mislead.',
    (s) => s.confidence_score,
    { unit: 'score', range: [null, 1] },
  ),
  lower(
    'confidence_ece',
    'How far stated confidences lie from the share of edges that are true, over ten bins.',
    (s) => s.confidence_ece,
  ),
  lower('hallucinated_edges', 'Believed edges that are not true.', (s) => s.hallucinated_edges, count),
  lower('hallucinated_nodes', 'Believed components that are no modules.', (s) => s.hallucinated_nodes, count),
  higher('contracts.name_matches', 'Believed exports that the codebase has.', (s) => s.contracts.name_matches, count),
  higher(
    'contracts.signature_matches',
    'Believed exports whose signature is right.',
    (s) => s.contracts.signature_matches,
    count,
  ),
  higher(
    'contracts.caller_matches',
    'Believed exports whose callers are right.',
    (s) => s.contracts.caller_matches,
    count,
  ),
  higher('action_auc', 'Area under F1 by action, as published.', (s) => s.action_auc, curve),
  higher('observation_auc', 'Area under F1 by opened file, as published.', (s) => s.observation_auc, curve),
  higher(
    'action_auc_budget',
    'Area under F1 by action over the whole budget, the last value held.',
    (s) => s.action_auc_budget,
    curve,
  ),
  lower('steps_to_50_recall', 'Actions until half of the true edges were believed.', (s) => s.steps_to_50_recall, {
    ...actions,
    ...curve,
  }),
  lower(
    'steps_to_80_recall',
    'Actions until four fifths of the true edges were believed.',
    (s) => s.steps_to_80_recall,
    { ...actions, ...curve },
  ),
  neutral('steps_taken', 'Budgeted actions that were taken.', (s) => s.steps_taken, actions),
  neutral('files_opened', 'OPENs, failed ones included.', (s) => s.files_opened, count),
  neutral('unique_files', 'Different files that were opened.', (s) => s.unique_files, count),
  lower(
    'stability.largest_loss',
    'The most correct edges that one probe lost.',
    (s) => s.stability.largest_loss,
    count,
  ),
  lower('stability.peak_drop', 'The best F1 of any probe minus the final one.', (s) => s.stability.peak_drop),
  lower(
    'stability.collapses',
    'Probes that lost half or more of the correct edges held.',
    (s) => s.stability.collapses,
    count,
  ),
  higher('stability.monotone', 'No correct edge was ever lost.', (s) => (s.stability.monotone ? 1 : 0), {
    unit: 'flag',
  }),
  neutral(
    'externalisation.attainable_recall',
    'Share of the true edges whose evidence was all opened.',
    (s) => s.externalisation.attainable_recall,
  ),
  higher(
    'externalisation.externalised',
    'Of the true edges whose evidence was opened, the share believed.',
    (s) => s.externalisation.externalised,
  ),
  neutral(
    'externalisation.inferred',
    'Correct edges believed without their evidence opened.',
    (s) => s.externalisation.inferred,
    count,
  ),
  lower('dropped', 'Parts of answers that could not be read.', (s) => s.dropped, count),
] as const;
