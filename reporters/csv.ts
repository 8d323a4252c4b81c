import { stringify } from 'csv-stringify/sync';
import { METRICS, metricsIn, phaseOf } from '../src/phases/phases.ts';
import type { Result } from '../src/scoring/result.ts';
import type { SuiteResults } from './results.ts';

type Cell = string | number | null;

/** What identifies an episode and says how it ended. */
const COLUMNS: readonly [name: string, read: (result: Result) => Cell][] = [
  ['phase', ({ phase }) => phase],
  ['agent', ({ agent }) => agent],
  ['agent_config', ({ agent_config }) => agent_config],
  ['prompt_hash', ({ prompt_hash }) => prompt_hash],
  ['subject', ({ subject }) => subject.id],
  ['subject_hash', ({ subject }) => subject.hash],
  ['trial', ({ trial }) => trial],
  ['language', ({ codebase }) => codebase?.language ?? ''],
  ['complexity', ({ codebase }) => codebase?.complexity ?? ''],
  ['outcome', ({ outcome }) => outcome.status],
  ['outcome_kind', ({ outcome }) => ('kind' in outcome ? outcome.kind : 'reason' in outcome ? outcome.reason : '')],
  ['outcome_message', ({ outcome }) => ('message' in outcome ? outcome.message : '')],
  ['wall_ms', ({ wall_ms }) => wall_ms ?? null],
  ['calls', ({ usage }) => usage?.calls ?? null],
  ['input_tokens', ({ usage }) => usage?.input ?? null],
  ['output_tokens', ({ usage }) => usage?.output ?? null],
  ['cost', ({ usage }) => usage?.cost ?? null],
  ['transcript', ({ transcript }) => transcript],
];

/**
 * One row an episode: what it was, a column for each axis and each part of the set-up that some episode has, and every metric;
 * cells without a value are empty, as all scores of a failed episode.
 */
export function renderCsv(suites: readonly SuiteResults[]): string {
  const all = suites.flatMap(({ results }) => results);
  const names = (read: (result: Result) => object) => [...new Set(all.flatMap((result) => Object.keys(read(result))))];
  const [axes, setUp] = [names((result) => result.axes), names((result) => result.set_up)];
  const rows = suites.flatMap(({ project, suite, file, results }) =>
    results.map((result): Cell[] => {
      const own = new Set(metricsIn(phaseOf(result.phase)).map(({ name }) => name));
      return [
        project,
        file,
        suite,
        ...COLUMNS.map(([, read]) => read(result)),
        ...axes.map((name) => result.axes[name] ?? null),
        ...setUp.map((name) => result.set_up[name] ?? null),
        ...[...METRICS.values()].map(({ name, read }) =>
          own.has(name) && result.scores !== null ? read(result.scores) : null,
        ),
      ];
    }),
  );
  // Text that a spreadsheet would take for a formula is marked as text.
  return stringify(rows, {
    header: true,
    columns: ['project', 'file', 'suite', ...COLUMNS.map(([name]) => name), ...axes, ...setUp, ...METRICS.keys()],
    escape_formulas: true,
  });
}
