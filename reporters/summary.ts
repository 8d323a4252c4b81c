import { METRICS, phaseOf } from '../src/phases/phases.ts';
import { aggregate } from '../src/scoring/aggregate.ts';
import type { Result } from '../src/scoring/result.ts';
import type { CaseRecord } from './record/run-record.ts';
import type { Results, SuiteResults } from './results.ts';
import { NO_VALUE, samplesOf, signed } from './table.ts';
import { warningsOfAgent } from './tables/warnings.ts';
import { verdictOf } from './verdict-of.ts';

/** So many lines at the most stand for agents, failed cases and warnings. */
const [ROWS, FAILED, WARNINGS] = [6, 3, 2];
/** Characters of a line. */
const WIDTH = 118;

/** What stands beside the results in the last lines of a run. */
export interface Ending {
  /** Milliseconds that the run took. */
  duration: number;
  /** Path of the report as a user would open it, and the name of the run. */
  report: string;
  run: string;
  /** The limit that left episodes out, in words. */
  limit: string | null;
}

/**
 * The last lines of a run, at most 15: how it went, each agent's main figure, what failed, what to know before trusting it, and
 * where all of it stands. Suites with something to say come first; what does not fit is counted.
 */
export function summaryLines(results: Results, { duration, report, run, limit }: Ending): string[] {
  const failed = results.cases.filter(({ state }) => state === 'failed');
  const all = results.suites.flatMap((suite) => suite.results);
  const lines = [
    headLine(results, duration, all),
    ...(limit === null ? [] : [`limit    ${limit}`]),
    ...agentRows(results),
    ...failed.slice(0, FAILED).map(({ name, reason }) => `failed   ${name}: ${reason}`),
    ...(failed.length > FAILED ? [`failed   and ${failed.length - FAILED} more cases`] : []),
    ...warningLines(all),
    `report   ${report}   run ${run}`,
  ];
  return lines.map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line));
}

function headLine(results: Results, duration: number, all: readonly Result[]): string {
  const count = (state: CaseRecord['state']) => results.cases.filter((one) => one.state === state).length;
  const parts = [
    `${count('passed')} passed`,
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
    ...(count('skipped') + count('pending') > 0 ? [`${count('skipped') + count('pending')} left out`] : []),
  ];
  const costs = all.flatMap(({ usage }) => usage?.cost ?? []);
  const cost = costs.length > 0 ? `   cost ${costs.reduce((sum, one) => sum + one, 0).toFixed(2)}` : '';
  const { length } = results.cases;
  return `tocs     ${verdictOf(results).toUpperCase()}   ${length} case${length === 1 ? '' : 's'}: ${parts.join(', ')}   ${inWords(duration)}${cost}`;
}

interface AgentRow {
  text: string;
  /** It has something to say: a failed case, or a verdict that is not `held`. */
  speaks: boolean;
}

/** A line for each agent of a suite; of many suites one for each file. */
function agentRows(results: Results): string[] {
  const { suites } = results;
  if (suites.length > ROWS) {
    const files = [...Map.groupBy(suites, ({ project, file }) => [project, file].filter(Boolean).join(': '))];
    return limited(
      files.map(([file, of]) => {
        const failed = results.cases.filter(
          (one) => one.state === 'failed' && of.some((suite) => suite.file === one.file),
        );
        const figures = of.length === 1 ? '1 suite' : `${of.length} suites`;
        const episodes = of.reduce((sum, suite) => sum + suite.results.length, 0);
        const text = `${file}   ${figures}, ${episodes} episodes${failed.length > 0 ? `, ${failed.length} failed cases` : ''}`;
        return { text, speaks: failed.length > 0 };
      }),
      'files',
    );
  }
  const rows = suites.flatMap((suite) =>
    [...Map.groupBy(suite.results, ({ agent }) => agent)].map(([agent, of]): AgentRow => {
      const failed = results.cases.some(
        ({ state, file, name }) =>
          state === 'failed' && file === suite.file && name.startsWith(`${suite.suite} > ${agent} `),
      );
      const verdict = verdictIn(suite, agent);
      const text = [suite.suite, agent, mainFigure(of), verdict ?? ''].filter((part) => part !== '').join('   ');
      return { text, speaks: failed || (verdict !== null && !/held$/.test(verdict)) };
    }),
  );
  return limited(rows, 'agents');
}

function limited(rows: readonly AgentRow[], what: string): string[] {
  const ordered = [...rows.filter(({ speaks }) => speaks), ...rows.filter(({ speaks }) => !speaks)];
  const more = ordered.length > ROWS ? [`         and ${ordered.length - ROWS} more ${what} in the report`] : [];
  return [...ordered.slice(0, ROWS).map(({ text }) => `         ${text}`), ...more];
}

/** The first main figure of the first group of an agent, with half of its interval. */
function mainFigure(results: readonly Result[]): string {
  const first = results.find(({ scope }) => scope !== null) ?? results[0];
  if (!first) return '';
  const [name = ''] = phaseOf(first.phase).main;
  const metric = METRICS.get(name);
  if (!metric) return '';
  const of = results.filter(({ phase, group }) => phase === first.phase && group === first.group);
  const { mean, interval } = aggregate(samplesOf(of, (scores) => metric.read(scores)));
  const spread = interval === null ? '' : ` ±${((interval[1] - interval[0]) / 2).toFixed(3)}`;
  return `${first.group} ${name} ${mean === null ? NO_VALUE : mean.toFixed(3)}${spread}`;
}

/** The worst verdict of an agent, with the change that it is about. */
function verdictIn({ verdicts }: SuiteResults, agent: string): string | null {
  const order = ['regressed', 'suspect', 'underpowered', 'inconclusive', 'improved', 'held'];
  const all = verdicts.filter((one) => one.agent === agent).flatMap(({ comparisons }) => comparisons);
  const [worst] = all.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return worst ? `${signed(worst.change)} ${worst.metric} to baseline: ${worst.verdict}` : null;
}

function warningLines(results: readonly Result[]): string[] {
  const all = [...Map.groupBy(results, ({ agent }) => agent)].flatMap(([agent, of]) =>
    warningsOfAgent(of).map((warning) => `warning  ${agent}: ${warning}`),
  );
  const more = all.length > WARNINGS ? [`warning  and ${all.length - WARNINGS} more in the report`] : [];
  return [...all.slice(0, WARNINGS), ...more];
}

/** `40 s`, `2 min 10 s`. */
function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
