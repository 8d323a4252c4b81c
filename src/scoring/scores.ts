import { z } from 'zod';
import { EDGE_TYPES, EdgeType } from '../codebase/ground-truth.ts';

const Share = z.number().min(0).max(1);
const Count = z.number().int().min(0);

const TypeScores = z.object({
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

const ConfusionScores = z.object({
  true_types: z.record(EdgeType, Count),
  symbol_target: Count,
  directory_target: Count,
  no_edge: Count,
});

/** Everything that is computed from a transcript and the ground truth. Names as in ToCS where it has them. */
export const Scores = z.object({
  /** Agreement of the final belief's edges with the true ones, as sets of (source, target, type). */
  dependency_precision: Share,
  dependency_recall: Share,
  dependency_f1: Share,
  /** The same without the true edges that names alone give away; null where fewer than 10 are left, or nobody knows which. */
  dependency_f1_beyond_names: Share.nullable(),
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
  /** 1 − the squared error of all confidences over that of silence; negative where worse than silence, null without true edges. */
  confidence_score: z.number().max(1).nullable(),
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
});
export type Scores = z.infer<typeof Scores>;
