import { stringify } from 'csv-stringify/sync';
import { nameOfChange } from '../src/patterns/mutations/mutation.ts';
import { METRICS } from '../src/scoring/metrics.ts';
import type { EpisodeResult } from '../src/scoring/result.ts';
import type { SuiteResults } from './results.ts';

/** What identifies an episode and says how it ended. */
const COLUMNS: readonly [name: string, read: (episode: EpisodeResult) => string | number | null][] = [
  ['agent', ({ agent }) => agent],
  ['agent_config', ({ agent_config }) => agent_config],
  ['prompt_hash', ({ prompt_hash }) => prompt_hash],
  ['condition', ({ condition }) => condition],
  ['track', ({ track }) => track],
  ['phase', ({ mutation, exploit }) => (mutation ? 'revise' : exploit ? 'exploit' : 'construct')],
  ['exploit', ({ exploit }) => exploit ?? ''],
  ['mutation', ({ mutation }) => (mutation ? nameOfChange(mutation) : '')],
  ['budget', ({ budget }) => budget],
  ['probe_every', ({ probe_every }) => probe_every],
  ['trial', ({ trial }) => trial],
  ['codebase', ({ codebase }) => codebase.id],
  ['codebase_hash', ({ codebase }) => codebase.hash],
  ['language', ({ codebase }) => codebase.language],
  ['complexity', ({ codebase }) => codebase.complexity],
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

/** One row an episode, with every metric; cells without a value are empty, as all scores of a failed episode. */
export function renderCsv(suites: readonly SuiteResults[]): string {
  const rows = suites.flatMap(({ suite, file, episodes, revisions, exploits }) =>
    [...episodes, ...revisions, ...exploits].map((episode) => [
      file,
      suite,
      ...COLUMNS.map(([, read]) => read(episode)),
      // Nothing is explored while questions are answered.
      ...[...METRICS.values()].map(({ read, phase }) =>
        episode.exploit && phase !== 'exploit' ? null : episode.scores && read(episode.scores),
      ),
    ]),
  );
  // Text that a spreadsheet would take for a formula is marked as text.
  return stringify(rows, {
    header: true,
    columns: ['file', 'suite', ...COLUMNS.map(([name]) => name), ...METRICS.keys()],
    escape_formulas: true,
  });
}
