import { emptyBelief } from '../../src/belief/belief.ts';
import type { GroundTruth } from '../../src/codebase/ground-truth.ts';
import { actionsOf, beliefsOf, type Transcript } from '../../src/episode/transcript.ts';
import { calibrationBins } from '../../src/scoring/calibration.ts';
import { noveltiesOf } from '../../src/scoring/novelty.ts';
import type { Scores } from '../../src/scoring/scores.ts';
import { trajectoryOf } from '../../src/scoring/trajectory.ts';
import { drawActionList } from './action-list.ts';
import { drawTrajectory } from './belief-trajectory.ts';
import { drawBreakdown } from './breakdown.ts';
import { drawDependencyGraph } from './dependency-graph.ts';
import { drawQuestions } from './questions.ts';
import { drawRevision } from './revision.ts';

/** A picture of an episode, as SVG. */
export interface Picture {
  name: 'belief trajectory' | 'dependency graph' | 'edge types and calibration' | 'actions' | 'revision' | 'questions';
  svg: string;
}

/**
 * The pictures of one episode: all that they show is in its transcript, the ground truth and the scores.
 *
 * @param truth what is true at its end
 * @param before what was true before a revise phase
 */
export async function drawEpisode(
  transcript: Transcript,
  truth: GroundTruth,
  scores: Scores,
  before: GroundTruth = truth,
): Promise<Picture[]> {
  if (transcript.start.exploit) {
    const choices = transcript.events.filter((event) => event.type === 'choice');
    return [{ name: 'questions', svg: drawQuestions(choices) }];
  }
  const final = beliefsOf(transcript).at(-1) ?? emptyBelief();
  const opened = new Set(
    actionsOf(transcript).flatMap(({ action, ok }) => (action.type === 'open' && ok ? [action.argument] : [])),
  );
  const { mutation } = transcript.start;
  const graph = await drawDependencyGraph(final, truth, opened, mutation && 'not opened since the evidence');
  const breakdown: Picture = {
    name: 'edge types and calibration',
    svg: drawBreakdown(scores, calibrationBins(final, truth)),
  };
  // Where all files are shown at once there are no actions, and nothing changes by action.
  const byAction: Picture[] =
    transcript.start.condition === 'passive-full'
      ? []
      : [{ name: 'belief trajectory', svg: drawTrajectory(trajectoryOf(transcript, truth), transcript.start.budget) }];
  const actions: Picture[] =
    transcript.start.condition === 'passive-full'
      ? []
      : [{ name: 'actions', svg: drawActionList(noveltiesOf(transcript, truth)) }];
  const revision: Picture[] = mutation
    ? [
        {
          name: 'revision',
          svg: await drawRevision(mutation, beliefsOf(transcript)[0] ?? emptyBelief(), final, before, truth),
        },
      ]
    : [];
  return [...revision, ...byAction, { name: 'dependency graph', svg: graph }, breakdown, ...actions];
}
