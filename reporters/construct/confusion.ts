import { EDGE_TYPES } from '../../src/codebase/ground-truth.ts';
import type { ConfusionRow } from '../../src/scoring/confusion.ts';
import { finishedOfRun, type Row, type Table } from '../table.ts';
import { type ConstructSuite, groupEpisodes, withTrack } from './results.ts';

/** What believed edges are in truth: counts over all episodes of the first condition that the suite has. */
export function confusionTable({ episodes }: ConstructSuite): Table {
  const groups = groupEpisodes(episodes);
  const condition = groups.some((group) => group.condition === 'active') ? 'active' : groups[0]?.condition;
  const rows = groups
    .filter((group) => group.condition === condition)
    .flatMap((group) => {
      const scored = group.episodes.flatMap(({ scores }) => (scores ? [scores.confusion] : []));
      return EDGE_TYPES.flatMap((type): Row[] => {
        const sum = (read: (row: ConfusionRow) => number) =>
          scored.reduce((total, confusion) => total + read(confusion[type]), 0);
        const counts = [
          ...EDGE_TYPES.map((trueType) => sum((row) => row.true_types[trueType])),
          sum((row) => row.symbol_target),
          sum((row) => row.directory_target),
          sum((row) => row.no_edge),
        ];
        if (counts.every((count) => count === 0)) return [];
        return [
          {
            group: withTrack(group.agent, group.track) + finishedOfRun(group),
            cells: [`said ${type}`, ...counts.map(String)],
          },
        ];
      });
    });
  return {
    title: `Type confusion (${condition ?? 'no episodes'})`,
    columns: ['', 'IMPORTS', 'CALLS', 'FLOWS', 'WIRES', 'a symbol', 'a directory', 'no edge'],
    rows,
    notes: [
      'Columns: what the pair has in truth. Counts over all episodes; an edge of a wrong type counts under each type that the pair has.',
    ],
  };
}
