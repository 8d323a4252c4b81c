import { meanCell, type Table } from '../table.ts';
import { type ConstructSuite, groupEpisodes, type Read } from './results.ts';

/** Whether agents keep what they knew, and say what they saw. */
export function stabilityTable({ episodes }: ConstructSuite): Table {
  return {
    title: 'Stability and externalisation',
    columns: ['agent', 'monotone', 'largest loss', 'peak drop', 'collapses', 'attainable', 'externalised', 'inferred'],
    rows: groupEpisodes(episodes).map((group) => {
      const mean = (read: Read, digits?: number) => meanCell(group, read, digits);
      return {
        group: group.label,
        cells: [
          group.agent,
          mean((scores) => (scores.stability.monotone ? 1 : 0), 2),
          mean((scores) => scores.stability.largest_loss, 1),
          mean((scores) => scores.stability.peak_drop),
          mean((scores) => scores.stability.collapses, 2),
          mean((scores) => scores.externalisation.attainable_recall),
          mean((scores) => scores.externalisation.externalised),
          mean((scores) => scores.externalisation.inferred, 1),
        ],
      };
    }),
    notes: [
      'monotone: share of episodes that never lost a correct edge; attainable: recall that the opened files allow;',
      'externalised: share of it that was written down; inferred: correct edges whose evidence was not opened.',
    ],
  };
}
