import type { SuiteResults } from '../results.ts';
import type { Row, Table } from '../table.ts';

/** Episodes that did not finish; null if all did. Failed ones are in no other figure. */
export function outcomesTable({ results }: SuiteResults): Table | null {
  const rows = results.flatMap(({ agent, group, subject, trial, outcome }): Row[] => {
    if (outcome.status === 'finished') return [];
    const kind = outcome.status === 'failed' ? outcome.kind : outcome.reason;
    return [
      {
        group: outcome.status,
        cells: [agent, group, `${subject.id} #${trial}`, kind, outcome.message.split('\n')[0] ?? ''],
      },
    ];
  });
  if (rows.length === 0) return null;
  return {
    title: 'Episodes that did not finish',
    columns: ['agent', 'episodes', 'subject', 'kind', 'message'],
    rows: rows.toSorted((a, b) => ((a.group ?? '') < (b.group ?? '') ? -1 : 1)),
    notes: ['failed: infrastructure, in no figure above; stopped: the agent’s doing, its last belief is scored.'],
  };
}
