import { type Belief, emptyBelief } from '../../belief/belief.ts';
import type { GroundTruth } from '../../codebase/ground-truth.ts';
import { beliefsOf, type Transcript } from '../../episode/transcript.ts';
import { edgesOfChange } from '../../patterns/mutations/mutation.ts';
import { scoreEdges } from '../../scoring/edges.ts';
import { score } from '../../scoring/score.ts';
import { affectedElements, claimedGullibility, type Revision, scoreRevision } from './revision.ts';
import { mutationOf } from './run-revision.ts';
import type { ReviseScores } from './scores.ts';

/**
 * Scores a revise phase: its last belief against what is true now, and how it followed the change.
 *
 * @param before what was true while the agent explored
 * @param after what is true now; for a sham the same
 * @throws Error for a phase that failed, or a transcript of no revise phase
 */
export function scoreRevisePhase(transcript: Transcript, before: GroundTruth, after: GroundTruth): ReviseScores {
  const mutation = mutationOf(transcript);
  if (!mutation) throw new Error('the transcript is of no revise phase');
  const at = transcript.events.findIndex((event) => event.type === 'note' && event.name === 'evidence');
  const beliefsIn = (events: Transcript['events']) => beliefsOf({ ...transcript, events });
  const beliefBefore = beliefsIn(transcript.events.slice(0, at + 1)).at(-1) ?? emptyBelief();
  const later = beliefsIn(transcript.events.slice(at + 1));
  const beliefAfter = later.at(-1) ?? beliefBefore;
  const revision: Revision = { before, after, beliefBefore, beliefAfter, mutation };
  const all = scoreRevision(revision);
  const inBelief = (module: string) => Object.hasOwn(beliefBefore.components, module);
  const observed = mutation.is_sham ? null : scoreRevision(revision, inBelief);
  const { contracts } = mutation.claimed_elements;
  return {
    ...score(transcript, after),
    // What had been opened before the change is not in this transcript.
    externalisation: { attainable_recall: null, externalised: null, inferred: 0 },
    revision: {
      score: all.revision_score,
      inertia_proper: all.inertia_proper,
      impact_discovery: all.impact_discovery,
      gullibility: all.gullibility_rate,
      claimed_gullibility: mutation.is_sham
        ? claimedGullibility(beliefBefore, beliefAfter, edgesOfChange(mutation), contracts)
        : null,
      latency: mutation.is_sham ? null : latencyOf(later, revision),
      known: all.pre_mutation_known_count,
      unknown: all.pre_mutation_unknown_count,
      observed_score: observed?.revision_score ?? null,
      observed_inertia_proper: observed?.inertia_proper ?? null,
      observed_impact_discovery: observed?.impact_discovery ?? null,
      observed: observed ? observed.pre_mutation_known_count + observed.pre_mutation_unknown_count : 0,
      f1_before: scoreEdges(beliefBefore, after).f1,
    },
  };
}

/** Actions from the evidence to the first belief that is right of an affected element of which the old one was not. */
function latencyOf(later: readonly Belief[], revision: Revision): number | null {
  const first = later.find((beliefAfter) =>
    affectedElements({ ...revision, beliefAfter }).some(({ alreadyRight, rightAfter }) => rightAfter && !alreadyRight),
  );
  return first?.step ?? null;
}
