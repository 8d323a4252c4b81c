import { EDGE_TYPES } from '../../src/codebase/ground-truth.ts';
import { meanCell, type Table } from '../table.ts';
import { type ConstructSuite, groupEpisodes } from './results.ts';

/** Which kinds of edges an agent finds. */
export function recallByTypeTable({ episodes, codebases }: ConstructSuite): Table {
  const count = (type: (typeof EDGE_TYPES)[number]) => codebases.reduce((sum, { edges }) => sum + edges[type], 0);
  return {
    title: 'Recall by edge type',
    columns: ['agent', ...EDGE_TYPES.map((type) => `${type} (n=${count(type)})`)],
    rows: groupEpisodes(episodes).map((group) => ({
      group: group.label,
      cells: [group.agent, ...EDGE_TYPES.map((type) => meanCell(group, (scores) => scores.by_type[type].recall))],
    })),
    notes: ['Mean over codebases; n counts the true edges of all codebases.'],
  };
}
