import { emptyBelief } from '../../src/belief/belief.ts';
import type { GroundTruth } from '../../src/codebase/ground-truth.ts';
import type { Line } from '../../src/episode/recorder.ts';
import { beliefsOf } from '../../src/episode/transcript.ts';
import type { ConstructCell } from '../../src/phases/construct/construct.ts';
import type { Ended } from '../../src/phases/phase.ts';
import { scoreEdges } from '../../src/scoring/edges.ts';
import type { Scores } from '../../src/scoring/scores.ts';
import { counted } from '../table.ts';
import type { View } from '../view.ts';
import { budgetsTable } from './budgets.ts';
import { confusionTable } from './confusion.ts';
import { reportEdges } from './edge-report.ts';
import { gapTable } from './gap.ts';
import { intervalsTable } from './intervals.ts';
import { languagesTable } from './languages.ts';
import { performanceTable } from './performance.ts';
import { recallByTypeTable } from './recall-by-type.ts';
import { constructSuite } from './results.ts';
import { stabilityTable } from './stability.ts';
import { tracksTable } from './tracks.ts';

/** How agents that explore are shown. */
export const construct: View = {
  phase: 'construct',
  headline: (results) => counted(results.length, 'episode'),
  tables: (suite, { published, intervals }) => {
    const own = constructSuite(suite);
    if (own.episodes.length === 0) return [];
    return [
      performanceTable(own, published),
      intervals ? intervalsTable(own) : null,
      recallByTypeTable(own),
      gapTable(own),
      languagesTable(own),
      tracksTable(own),
      stabilityTable(own),
      confusionTable(own),
    ];
  },
  across: (suites, { published }) => [budgetsTable(suites.map(constructSuite), published)],
  loadCharts: async () => {
    const { chartsOf } = await import('./charts.ts');
    return (suite) => chartsOf(constructSuite(suite));
  },
  explain: ({ cell, transcript }) =>
    reportEdges(beliefsOf(transcript).at(-1) ?? emptyBelief(), (cell as ConstructCell).subject.groundTruth),
  progress: (cell, { budget }) => ({
    steps: Number(budget),
    label: 'F1',
    figure: f1After((cell as ConstructCell).subject.groundTruth),
  }),
  pictures: async (ended) => {
    const { cell, transcript, scores } = ended as Ended<ConstructCell, Scores>;
    const { drawExploring } = await import('./pictures.ts');
    return scores === null ? [] : drawExploring(transcript, cell.subject.groundTruth, scores);
  },
};

/** F1 of the belief that an event tells. */
export function f1After(truth: GroundTruth) {
  return (event: Line): number | undefined =>
    event.type === 'probe' && event.belief ? (scoreEdges(event.belief, truth).f1 ?? undefined) : undefined;
}
