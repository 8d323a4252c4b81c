import { emptyBelief } from '../../src/belief/belief.ts';
import type { GroundTruth } from '../../src/codebase/ground-truth.ts';
import { actionsOf, beliefsOf, type Transcript } from '../../src/episode/transcript.ts';
import { calibrationBins } from '../../src/scoring/calibration.ts';
import { noveltiesOf } from '../../src/scoring/novelty.ts';
import type { Scores } from '../../src/scoring/scores.ts';
import { trajectoryOf } from '../../src/scoring/trajectory.ts';
import { drawActionList } from '../pictures/action-list.ts';
import { drawTrajectory } from '../pictures/belief-trajectory.ts';
import { drawBreakdown } from '../pictures/breakdown.ts';
import { drawDependencyGraph } from '../pictures/dependency-graph.ts';
import type { Picture } from '../view.ts';

/**
 * The pictures of an agent that explores.
 *
 * @param truth what is true at its end
 * @param goesOn it goes on from another episode, in which it saw more
 */
export async function drawExploring(
  transcript: Transcript,
  truth: GroundTruth,
  scores: Scores,
  goesOn = false,
): Promise<Picture[]> {
  const final = beliefsOf(transcript).at(-1) ?? emptyBelief();
  const opened = new Set(
    actionsOf(transcript).flatMap(({ action, ok }) => (action.type === 'open' && ok ? [action.argument] : [])),
  );
  const graph = await drawDependencyGraph(final, truth, opened, goesOn ? 'not opened since the evidence' : undefined);
  const breakdown: Picture = {
    name: 'edge types and calibration',
    svg: drawBreakdown(scores, calibrationBins(final, truth)),
  };
  // Where all files are shown at once there are no actions, and nothing changes by action.
  const byAction: Picture[] =
    transcript.start.axes.condition === 'passive-full'
      ? []
      : [
          {
            name: 'belief trajectory',
            svg: drawTrajectory(trajectoryOf(transcript, truth), Number(transcript.start.set_up.budget)),
          },
        ];
  const actions: Picture[] =
    transcript.start.axes.condition === 'passive-full'
      ? []
      : [{ name: 'actions', svg: drawActionList(noveltiesOf(transcript, truth)) }];
  return [...byAction, { name: 'dependency graph', svg: graph }, breakdown, ...actions];
}
