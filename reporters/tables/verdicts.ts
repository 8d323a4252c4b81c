import type { Verdict } from '../../src/gate/verdict.ts';
import type { GroupVerdicts } from '../../src/gate/verdicts.ts';
import { figure, NO_VALUE, type Row, signed, type Table } from '../table.ts';

/** Worst first. */
const WORST_FIRST = ['regressed', 'suspect', 'underpowered', 'inconclusive', 'improved', 'held'] satisfies Verdict[];

/** Puts what has a verdict in order, the worst first. */
export function worstFirst(a: { verdict: Verdict }, b: { verdict: Verdict }): number {
  return WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict);
}

/** What the comparisons with the baseline came to, the worst first; null if there were none. */
export function verdictsTable(verdicts: readonly GroupVerdicts[]): Table | null {
  const suites = new Set(verdicts.map(({ suite }) => suite));
  const rows = verdicts.flatMap(({ suite, agent, group, comparisons }) =>
    comparisons.map((comparison) => {
      const { metric, verdict, change, interval, n, left_out, detectable } = comparison;
      const row: Row = {
        group: [...(suites.size > 1 ? [suite] : []), group].join(', '),
        cells: [
          agent,
          metric,
          verdict,
          signed(change),
          interval ? interval.map(signed).join(' to ') : NO_VALUE,
          left_out.length > 0 ? `${n} (−${left_out.length})` : String(n),
          figure(detectable),
        ],
      };
      return { verdict, row };
    }),
  );
  if (rows.length === 0) return null;
  return {
    title: 'Verdicts against the baseline',
    columns: ['agent', 'metric', 'verdict', 'change', 'interval', 'n', 'detects'],
    rows: rows.toSorted(worstFirst).map(({ row }) => row),
    notes: [
      'change: mean of new − baseline over n codebases (−k: left out); interval: each end is a one-sided 95 % bound, unadjusted; detects: the smallest worsening that this design finds in 80 % of runs. Only regressed fails a case, unless it is strict.',
    ],
  };
}
