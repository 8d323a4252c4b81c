import { emptyBelief } from '../../src/belief/belief.ts';
import { beliefsOf } from '../../src/episode/transcript.ts';
import type { Ended } from '../../src/phases/phase.ts';
import { type ReviseCell, truthAfter } from '../../src/phases/revise/revise.ts';
import { mutationOf } from '../../src/phases/revise/run-revision.ts';
import type { ReviseScores } from '../../src/phases/revise/scores.ts';
import { reportEdges } from '../construct/edge-report.ts';
import { f1After } from '../construct/view.ts';
import { counted } from '../table.ts';
import type { View } from '../view.ts';
import { revisionsTable } from './revisions.ts';

/** How agents are shown that were told of a change. */
export const revise: View = {
  phase: 'revise',
  headline: (results) => counted(results.length, 'revise phase'),
  tables: (suite) => [revisionsTable(suite)],
  explain: ({ cell, transcript }) =>
    reportEdges(beliefsOf(transcript).at(-1) ?? emptyBelief(), truthAfter(cell as ReviseCell)),
  progress: (cell, { budget }) => ({
    steps: Number(budget),
    label: 'F1',
    figure: f1After((cell as ReviseCell).subject.groundTruth),
  }),
  pictures: async (ended) => {
    const { cell, transcript, scores } = ended as Ended<ReviseCell, ReviseScores>;
    const mutation = mutationOf(transcript);
    if (scores === null || !mutation) return [];
    const [{ drawExploring }, { drawRevision }] = await Promise.all([
      import('../construct/pictures.ts'),
      import('./picture.ts'),
    ]);
    const beliefs = beliefsOf(transcript);
    const [old, current] = [beliefs[0] ?? emptyBelief(), beliefs.at(-1) ?? emptyBelief()];
    const truth = truthAfter(cell);
    return [
      { name: 'revision', svg: await drawRevision(mutation, old, current, cell.subject.groundTruth, truth) },
      ...(await drawExploring(transcript, truth, scores, true)),
    ];
  },
};
