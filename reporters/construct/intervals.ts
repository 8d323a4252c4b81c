import { figure, finishedOfRun, meanOf, NO_VALUE, type Table } from '../table.ts';
import { hasBeyond } from './performance.ts';
import { type ConstructSuite, groupEpisodes, type Read } from './results.ts';

/** The 95 % intervals of the main figures. */
export function intervalsTable(suite: ConstructSuite): Table {
  const beyond = hasBeyond(suite);
  return {
    title: 'Intervals',
    columns: ['agent', 'codebases', ...(beyond ? ['beyond names'] : []), 'F1', 'invariant F1', 'AUC'],
    rows: groupEpisodes(suite.episodes).map((group) => {
      const cell = (read: Read) => {
        const { interval } = meanOf(group, read);
        return (interval ? `${figure(interval[0])} to ${figure(interval[1])}` : NO_VALUE) + finishedOfRun(group);
      };
      const { n } = meanOf(group, (scores) => scores.dependency_f1);
      return {
        group: group.label,
        cells: [
          group.agent,
          String(n),
          ...(beyond ? [cell((scores) => scores.dependency_f1_beyond_names)] : []),
          cell((scores) => scores.dependency_f1),
          cell((scores) => scores.invariant_f1),
          cell((scores) => scores.action_auc_budget),
        ],
      };
    }),
    notes: ['95 % intervals of the mean, Student t over codebases (trials averaged within each).'],
  };
}
