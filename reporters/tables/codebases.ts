import { EDGE_TYPES } from '../../src/codebase/ground-truth.ts';
import type { CodebaseFacts } from '../../src/scoring/result.ts';
import type { Table } from '../table.ts';

/** How large the codebases are. */
export function codebasesTable(codebases: readonly CodebaseFacts[]): Table {
  return {
    title: 'Codebases',
    columns: ['codebase', 'modules', 'edges', 'IMPORTS', 'CALLS', 'FLOWS', 'WIRES', 'invariants'],
    rows: codebases.map(({ id, modules, edges, invariants }) => {
      const counts = EDGE_TYPES.map((type) => edges[type]);
      const total = counts.reduce((sum, count) => sum + count, 0);
      return { cells: [id, ...[modules, total, ...counts, invariants].map(String)] };
    }),
    notes: [],
  };
}
