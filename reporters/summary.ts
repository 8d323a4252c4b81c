import { harmless } from '../src/base/harmless.ts';
import { METRICS, phaseOf } from '../src/phases/phases.ts';
import { aggregate } from '../src/scoring/aggregate.ts';
import type { Result } from '../src/scoring/result.ts';
import type { CaseRecord } from './record/run-record.ts';
import type { Results, SuiteResults } from './results.ts';
import { NO_VALUE, samplesOf, signed } from './table.ts';
import { worstFirst } from './tables/verdicts.ts';
import { warningsOfAgent } from './tables/warnings.ts';
import { verdictOf } from './verdict-of.ts';

/** So many lines at the most stand for agents, failed cases and warnings. */
const [ROWS, FAILED, WARNINGS] = [6, 4, 2];
/** Characters of a line, and of a name in it. */
const [WIDTH, NAME] = [118, 40];

/** Baselines that show what guessing gets, the strongest first. */
const FLOORS: readonly string[] = ['conventions', 'listing', 'null'];

/** What stands beside the results in the last lines of a run. */
export interface Ending {
  /** Milliseconds that the run took. */
  duration: number;
  /** Path of the report as a user would open it, and the name of the run. */
  report: string;
  run: string;
  /** The limit that left episodes out, in words. */
  limit: string | null;
  /** The most that the run may cost; null for no such limit. */
  cap: number | null;
}

/**
 * The last lines of a run, at most 15: how it went, each agent's main figure, what failed, what to know before trusting it, and
 * where all of it stands. Suites with something to say come first; what does not fit is counted.
 */
export function summaryLines(results: Results, { duration, report, run, limit, cap }: Ending): string[] {
  const failed = results.cases.filter(({ state }) => state === 'failed');
  const failures = [...results.errors, ...failed.map((one) => `${whereOf(results, one)}${one.name}: ${one.reason}`)];
  const all = results.suites.flatMap((suite) => suite.results);
  const lines = [
    headLine(results, duration, all, cap),
    ...(limit === null ? [] : [`limit    ${limit}`]),
    ...agentRows(results),
    ...counted(failures, FAILED, 'failed   '),
    ...warningLines(all),
    `report   ${report}   run ${run}`,
  ];
  // Whatever names and messages hold, each stays on its line.
  return lines.map((line) => cut(harmless(line).replaceAll('\n', ' '), WIDTH));
}

function headLine(results: Results, duration: number, all: readonly Result[], cap: number | null): string {
  const count = (state: CaseRecord['state']) => results.cases.filter((one) => one.state === state).length;
  const parts = [
    `${count('passed')} passed`,
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
    ...(count('skipped') + count('pending') > 0 ? [`${count('skipped') + count('pending')} left out`] : []),
  ];
  const costs = all.flatMap(({ usage }) => usage?.cost ?? []);
  const cost =
    costs.length > 0
      ? `   cost ${costs.reduce((sum, one) => sum + one, 0).toFixed(2)}${cap === null ? '' : ` of ${cap}`}`
      : '';
  const { length } = results.cases;
  return `tocs     ${verdictOf(results).toUpperCase()}   ${length} case${length === 1 ? '' : 's'}: ${parts.join(', ')}   ${inWords(duration)}${cost}`;
}

interface AgentRow {
  text: string;
  /** It has something to say: a failed case, or a verdict that is not `held`. */
  speaks: boolean;
}

/** A line for each agent of a suite; of many suites those with something to say, and one for each file. */
function agentRows(results: Results): string[] {
  const { suites } = results;
  const rows = suites.flatMap((suite) => rowsOf(results, suite));
  if (suites.length <= ROWS) return limited(rows, 'agents', ROWS);
  const speaking = limited(
    rows.filter(({ speaks }) => speaks),
    'agents',
    ROWS / 2,
  );
  const files = [...Map.groupBy(suites, ({ project, file }) => [project, file].filter(Boolean).join(': '))];
  const lines = files.map(([file, of]): AgentRow => {
    const episodes = of.reduce((sum, suite) => sum + suite.results.length, 0);
    const text = `${cut(file, NAME)}   ${of.length === 1 ? '1 suite' : `${of.length} suites`}, ${episodes} episodes`;
    return { text, speaks: false };
  });
  return [...speaking, ...limited(lines, 'files', speaking.length > 0 ? ROWS / 2 : ROWS)];
}

function rowsOf(results: Results, suite: SuiteResults): AgentRow[] {
  return [...Map.groupBy(suite.results, ({ agent }) => agent)].map(([agent, of]): AgentRow => {
    const failed = results.cases.some(
      ({ state, project, file, name }) =>
        state === 'failed' &&
        project === suite.project &&
        file === suite.file &&
        name.startsWith(`${suite.suite} > ${agent} `),
    );
    const verdict = verdictIn(suite, agent);
    const names = [`${whereOf(results, suite)}${suite.suite}`, agent].map((name) => cut(name, NAME));
    const text = [...names, mainFigure(of), verdict ?? '', overFloor(suite, agent, of)]
      .filter((part) => part !== '')
      .join('   ');
    return { text, speaks: failed || (verdict !== null && !/held$/.test(verdict)) };
  });
}

/** The project and the file, where there are several that could be meant. */
function whereOf({ suites }: Results, { project, file }: { project: string; file: string }): string {
  const projects = new Set(suites.map((suite) => suite.project));
  const twice = suites.some((one) => suites.some((other) => one.suite === other.suite && one.file !== other.file));
  return `${projects.size > 1 ? `${project}: ` : ''}${twice ? `${file}: ` : ''}`;
}

function limited(rows: readonly AgentRow[], what: string, most: number): string[] {
  const ordered = [...rows.filter(({ speaks }) => speaks), ...rows.filter(({ speaks }) => !speaks)];
  const shown = ordered.length > most ? most - 1 : most;
  const more = ordered.length > most ? [`         and ${ordered.length - shown} more ${what} in the report`] : [];
  return [...ordered.slice(0, shown).map(({ text }) => `         ${text}`), ...more];
}

/** What the first main figure of an agent is read from: its first group that is no control. */
function mainOf(results: readonly Result[]) {
  const first = results.find(({ scope }) => scope !== null) ?? results[0];
  const [name = ''] = first ? phaseOf(first.phase).main : [];
  const metric = METRICS.get(name);
  return first && metric ? { first, name, metric } : null;
}

/** The first main figure of an agent, with half of its interval. */
function mainFigure(results: readonly Result[]): string {
  const main = mainOf(results);
  if (!main) return '';
  const { first, name } = main;
  const { mean, interval } = meanIn(results, first);
  const spread = interval === null ? '' : ` ±${((interval[1] - interval[0]) / 2).toFixed(3)}`;
  return `${first.group} ${name} ${mean === null ? NO_VALUE : mean.toFixed(3)}${spread}`;
}

function meanIn(results: readonly Result[], { phase, group }: Result) {
  const metric = METRICS.get(phaseOf(phase).main[0] ?? '');
  const of = results.filter((one) => one.phase === phase && one.group === group);
  return aggregate(samplesOf(of, (scores) => metric?.read(scores) ?? null));
}

/** How far an agent is above the first floor that its suite has: an agent that only guesses. */
function overFloor({ results }: SuiteResults, agent: string, of: readonly Result[]): string {
  const floor = FLOORS.find((name) => results.some((one) => one.agent === name));
  const main = mainOf(of);
  if (floor === undefined || !main || FLOORS.includes(agent)) return '';
  const guessed = meanIn(
    results.filter((one) => one.agent === floor),
    main.first,
  ).mean;
  const { mean } = meanIn(of, main.first);
  return mean === null || guessed === null ? '' : `${signed(mean - guessed)} over ${floor}`;
}

/** The worst verdict of an agent, with the change that it is about. */
function verdictIn({ verdicts }: SuiteResults, agent: string): string | null {
  const all = verdicts.filter((one) => one.agent === agent).flatMap(({ comparisons }) => comparisons);
  const [worst] = all.toSorted(worstFirst);
  return worst ? `${signed(worst.change)} ${worst.metric} to baseline: ${worst.verdict}` : null;
}

function warningLines(results: readonly Result[]): string[] {
  const all = [...Map.groupBy(results, ({ agent }) => agent)].flatMap(([agent, of]) =>
    warningsOfAgent(of).map((warning) => `${agent}: ${warning}`),
  );
  return counted(all, WARNINGS, 'warning  ');
}

/** So many lines at the most; the last one counts what does not fit. */
function counted(texts: readonly string[], most: number, label: string): string[] {
  const shown = texts.length > most ? most - 1 : most;
  const more = texts.length > most ? [`${label}and ${texts.length - shown} more in the report`] : [];
  return [...texts.slice(0, shown).map((text) => `${label}${text}`), ...more];
}

/** `40 s`, `2 min 10 s`. */
function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
