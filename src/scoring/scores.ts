import { z } from 'zod';
import { EDGE_TYPES, EdgeType } from '../codebase/ground-truth.ts';
import { CHECKED_FORMS } from '../patterns/questions/compliance.ts';

const Share = z.number().min(0).max(1);
const Count = z.number().int().min(0);

export const TypeScores = z.object({
  predicted: Count,
  truth: Count,
  matched: Count,
  /** Null without predicted edges of that type. */
  precision: Share.nullable(),
  /** Null without true edges of that type. */
  recall: Share.nullable(),
});

const byType = <T extends z.ZodType>(schema: T) =>
  z.object(Object.fromEntries(EDGE_TYPES.map((type) => [type, schema])) as Record<EdgeType, T>);

export const ConfusionScores = z.object({
  true_types: z.record(EdgeType, Count),
  symbol_target: Count,
  directory_target: Count,
  no_edge: Count,
});

/** Answers to questions about constraints, all together and by the form of the invariant asked about. */
const ExploitScores = z.object({
  total: Count,
  right: Count,
  /** Right answers / questions, 0..1; null without a question. */
  accuracy: Share.nullable(),
  by_form: z.record(z.enum(CHECKED_FORMS), z.object({ total: Count, right: Count, accuracy: Share.nullable() })),
});

/** How a belief followed a change. Shares are 0..1, null without a value. */
const RevisionPhaseScores = z.object({
  /** BRS: affected elements right after / affected elements; for a sham 1 − gullibility. */
  score: Share.nullable(),
  inertia_proper: Share.nullable(),
  impact_discovery: Share.nullable(),
  /** Shams alone: believed edges that changed / edges believed before or after. */
  gullibility: Share.nullable(),
  /** Shams alone: of the elements that the evidence names, the share that changed in the belief. */
  claimed_gullibility: Share.nullable(),
  /** Actions from the evidence to the first belief that is right of something of which the old one was not. */
  latency: Count.nullable(),
  /** Affected elements right and wrong before. */
  known: Count,
  unknown: Count,
  /** The same over elements whose source was in the belief: an empty belief is right of an edge yet to appear. */
  observed_score: Share.nullable(),
  observed_inertia_proper: Share.nullable(),
  observed_impact_discovery: Share.nullable(),
  observed: Count,
  /** F1 of the old belief against what is true now; that of the new one is dependency_f1. */
  f1_before: Share,
});

/** Everything that is computed from a transcript and the ground truth. Names as in ToCS where it has them. */
export const Scores = z.object({
  /** Agreement of the final belief's edges with the true ones, as sets of (source, target, type). */
  dependency_precision: Share,
  dependency_recall: Share,
  dependency_f1: Share,
  /** The same without regard to type. */
  dependency_f1_untyped: Share,
  by_type: byType(TypeScores),
  invariant_precision: Share,
  invariant_recall: Share,
  invariant_f1: Share,
  invariant_precision_relaxed: Share,
  invariant_recall_relaxed: Share,
  invariant_f1_relaxed: Share,
  /** Expected calibration error of the stated confidences; null without edges. */
  confidence_ece: Share.nullable(),
  hallucinated_edges: Count,
  hallucinated_nodes: Count,
  contracts: z.object({ total: Count, name_matches: Count, signature_matches: Count, caller_matches: Count }),
  /** F1 at each budgeted action, and at each OPEN. */
  action_curve: z.array(Share),
  observation_curve: z.array(Share),
  /** Areas under them; null in passive-full, which has no curve. */
  action_auc: Share.nullable(),
  observation_auc: Share.nullable(),
  action_auc_budget: Share.nullable(),
  steps_to_50_recall: Count.nullable(),
  steps_to_80_recall: Count.nullable(),
  /** Budgeted actions; OPENs, failed ones included; their distinct paths. */
  steps_taken: Count,
  files_opened: Count,
  unique_files: Count,
  stability: z.object({
    lost: z.array(Count),
    largest_loss: Count,
    peak_drop: Share,
    monotone: z.boolean(),
    collapse_steps: z.array(Count),
    collapses: Count,
  }),
  externalisation: z.object({
    attainable_recall: Share.nullable(),
    externalised: Share.nullable(),
    inferred: Count,
  }),
  confusion: byType(ConfusionScores),
  /** Parts of the agent's answers that could not be read, over all probes. */
  dropped: Count,
  /** How a revise phase followed the change; null for any other episode. */
  revision: RevisionPhaseScores.nullable().default(null),
  /** How questions about constraints were answered; null for any other episode. */
  exploit: ExploitScores.nullable().default(null),
});
export type Scores = z.infer<typeof Scores>;
