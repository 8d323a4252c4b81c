import { z } from 'zod';
import { Scores } from '../../scoring/scores.ts';

const Share = z.number().min(0).max(1);
const Count = z.number().int().min(0);

/** How a belief followed a change. Shares are 0..1, null without a value. */
const RevisionScores = z.object({
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

/** What is computed from the transcript of a revise phase: the scores of its last belief, and how it followed the change. */
export const ReviseScores = Scores.extend({ revision: RevisionScores });
export type ReviseScores = z.infer<typeof ReviseScores>;
