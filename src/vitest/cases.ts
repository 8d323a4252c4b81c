import pLimit from 'p-limit';
import type { TestContext } from 'vitest';
import { viewOf } from '../../reporters/views.ts';
import type { Codebase } from '../codebase/codebase.ts';
import type { Axes, Outcome, Transcript } from '../episode/transcript.ts';
import type { CellStore } from '../phases/cell-store.ts';
import type { AnyPhase, Cell, Ended, Group } from '../phases/phase.ts';
import { type AnyScores, METRICS, phaseOf } from '../phases/phases.ts';
import { aggregate } from '../scoring/aggregate.ts';
import { type Result, resultOf, unitOf } from '../scoring/result.ts';
import { warningsOf } from '../scoring/warnings.ts';
import { annotatePictures, type Pictures } from './annotate-pictures.ts';
import { at } from './call-site.ts';
import type { CheckedGrid } from './grid.ts';
import { mostCallsOf } from './most-calls.ts';
import { progressOf } from './progress.ts';
import { describeMiss, meets, type Threshold } from './thresholds.ts';

/** The episode of a case, as a test sees it. */
export interface TestedEpisode {
  /** `construct`, `revise`, …: what was asked of the agent. */
  readonly phase: string;
  readonly agent: string;
  readonly codebase: Codebase;
  readonly trial: number;
  /** What tells it from other episodes of its phase, e.g. `{ condition: 'active', track: 'scratchpad' }`. */
  readonly axes: Axes;
  /** Those of a later phase hold its own figures, too: `'revision' in scores`. */
  readonly scores: AnyScores;
  readonly transcript: Transcript;
}

/** What the function of an eval file is given: Vitest's own test context, and the episode. */
export type EpisodeContext = TestContext & { readonly episode: TestedEpisode };

/** Further expectations on each episode. Use the `expect` that it is given: cases run concurrently. */
export type EpisodeBody = (context: EpisodeContext) => void | Promise<void>;

/** An episode that failed for reasons that are not the agent's. */
export class EpisodeFailedError extends Error {
  override name = 'EpisodeFailedError';
}

/** A score that misses its threshold. */
export class ThresholdError extends Error {
  override name = 'ThresholdError';
}

/** What the cases of a suite share. */
export interface Suite {
  name: string;
  /** The Vitest project; empty for one without a name. */
  project: string;
  /** The eval file, relative to the root, with `/` on all systems. */
  file: string;
  /** The suite says itself that it is not to run. */
  skipped: boolean;
  grid: CheckedGrid;
  store: CellStore;
  pictures: Pictures;
  /** The stack of the `describeEpisodes` call: failures point there. */
  site: string;
  /** Milliseconds that an episode, and then `body`, may take. */
  timeout: number;
  /** Vitest runs in CI. */
  ci: boolean;
  /** Id of the case that failed to name the limit that left others out. */
  limitNamed: string | null;
  /** Model calls that a dry run has counted. */
  counted: Set<string>;
}

/** Cells that are judged together, and the phase whose they are. */
export interface SuiteGroup extends Group<Cell, unknown> {
  readonly phase: AnyPhase;
}

/** All group cases together gather at most so many episodes at once. */
const gather = pLimit(16);

/** One episode: it must have ended, reach its thresholds, and do what `body` expects. */
export async function runCase(
  suite: Suite,
  group: SuiteGroup,
  cell: Cell,
  test: TestContext,
  body: EpisodeBody | undefined,
): Promise<void> {
  const { grid, store, pictures } = suite;
  if (process.env.TOCS_DRY_RUN) {
    test.task.meta.tocsMostCalls = mostCallsOf(suite, cell);
    // A dry run counts cases and runs none.
    test.skip('dry run');
  }
  skipUnavailable(suite, cell, test);

  const ended = await store.get(cell, { ...waiterOf(test), onEvent: progressOf(test, group, cell, grid) });
  const { transcript, scores } = ended;
  const result = toResult(suite, group, ended);
  test.task.meta.tocs = result as Result<AnyScores>;
  store.note(ended, { type: 'result', project: suite.project, file: suite.file, result });
  test.task.meta.tocsGathered = await neededResults(suite, group, cell, test);
  if (scores !== null) await test.annotate(mainScores(scores, group.phase), 'scores');
  for (const warning of warningsOf(transcript)) await test.annotate(warning, 'warning');
  if (isLimit(transcript.outcome)) leaveOut(suite, transcript.outcome.message, test);
  if (scores === null) throw failureOf(suite, transcript.outcome);

  const draw = () => annotatePictures(test, ended);
  if (pictures === 'all') await draw();
  try {
    await judgeCase(suite, group, ended, test, body);
  } catch (error) {
    if (pictures === 'failed') await draw();
    throw error;
  }
}

/** Episodes that a case goes on from and that have no case of their own: they were run and paid for all the same. */
async function neededResults(
  suite: Suite,
  { phase }: SuiteGroup,
  cell: Cell,
  test: TestContext,
): Promise<Result[] | undefined> {
  const alone = Object.values(phase.needs(cell)).filter(
    (one): one is Cell => one !== undefined && !suite.grid.phases.some(({ name }) => name === one.phase),
  );
  if (alone.length === 0) return undefined;
  const ended = await Promise.all(alone.map((one) => suite.store.get(one, waiterOf(test))));
  return ended.map((one) => toResult(suite, { titles: [one.cell.phase], scope: null }, one));
}

/** The episode must reach its thresholds, and do what `body` expects. */
async function judgeCase(
  { grid, site, timeout }: Suite,
  group: SuiteGroup,
  ended: Ended,
  test: TestContext,
  body: EpisodeBody | undefined,
): Promise<void> {
  const { cell, transcript, scores } = ended;
  const misses = thresholdsOf(grid.thresholds, group)
    .map((threshold) => ({ threshold, value: threshold.metric.read(scores) }))
    .filter(({ threshold, value }) => !meets(threshold, value));
  if (misses.length > 0) {
    const lines = misses.map(({ threshold, value }) => describeMiss(threshold, value));
    throw at(site, new ThresholdError([...lines, ...(viewOf(cell.phase)?.explain(ended) ?? [])].join('\n')));
  }
  const episode: TestedEpisode = {
    phase: cell.phase,
    agent: cell.agent.name,
    codebase: group.phase.codebaseOf(cell) as Codebase,
    trial: cell.trial,
    axes: transcript.start.axes,
    scores: scores as AnyScores,
    transcript,
  };
  await inTime(body?.(Object.assign(test, { episode })), timeout);
}

/** The thresholds of a group: those of its scope, on metrics that have a value in it. */
export function thresholdsOf(
  all: CheckedGrid['thresholds'],
  { phase, scope, metrics }: SuiteGroup,
): readonly Threshold[] {
  const known = scope === null ? [] : (all.get(scope) ?? []);
  return known.filter(({ metric }) => metric.phase !== phase.name || metrics.some(({ name }) => name === metric.name));
}

/** The main figures on one line: what reporters of other formats, as JUnit's, show of a case. */
function mainScores(scores: unknown, phase: AnyPhase): string {
  return phase.main
    .flatMap((name) => {
      const value = METRICS.get(name)?.read(scores) ?? null;
      return value === null ? [] : [`${name} ${value.toFixed(3)}`];
    })
    .join(', ');
}

/** The mean over the episodes of an agent under a condition and track. */
export async function runGroup(suite: Suite, group: SuiteGroup, test: TestContext): Promise<void> {
  const { grid, site } = suite;
  const episodes = await gatherEpisodes(suite, group, test);
  const failed = episodes.filter(({ scores }) => scores === null);
  if (failed.length > 0) {
    const { cell, transcript } = failed[0] as Ended;
    const message = `the mean is not judged: ${failed.length} of ${episodes.length} episodes failed, the first on ${cell.subject.id}: ${describeFailure(transcript.outcome)}`;
    throw at(site, new EpisodeFailedError(message));
  }
  const misses = thresholdsOf(grid.groupThresholds, group).flatMap((threshold) => {
    const samples = episodes.map(({ transcript, scores }) => ({
      codebase: unitOf(transcript.start).id,
      value: scores === null ? null : threshold.metric.read(scores),
    }));
    const { mean, n, interval } = aggregate(samples);
    const codebases = new Set(samples.map(({ codebase }) => codebase)).size;
    // A mean over those that happen to have a value would hide the others.
    const missing = n < codebases ? `, with no value on ${codebases - n} of ${codebases} codebases` : '';
    if (missing === '' && meets(threshold, mean)) return [];
    const spread = interval ? ` (95 % interval ${interval.map((end) => end.toFixed(3)).join(' to ')})` : '';
    return [`${describeMiss(threshold, mean)}, the mean over ${n} codebases${spread}${missing}`];
  });
  if (misses.length > 0) throw at(site, new ThresholdError(misses.join('\n')));
}

/** All episodes of a group, which its cases share; skips the case where they are not to be had by the user's own will. */
export async function gatherEpisodes(suite: Suite, group: SuiteGroup, test: TestContext): Promise<Ended[]> {
  const { cells } = group;
  // A dry run has no episodes.
  if (process.env.TOCS_DRY_RUN) test.skip('dry run');
  skipUnavailable(suite, cells[0] as Cell, test);
  const alone = casesThatDoNotRun(test);
  const episodes = await Promise.all(
    cells.map((cell) => {
      const onEvent = alone.has(titleOf(suite, cell)) ? progressOf(test, group, cell, suite.grid) : undefined;
      return gather(() => suite.store.get(cell, { ...waiterOf(test), onEvent }));
    }),
  );
  // Episodes whose own case does not run are reported here, or nobody would hear of them.
  const unheard = episodes.filter(({ cell }) => alone.has(titleOf(suite, cell)));
  if (unheard.length > 0) test.task.meta.tocsGathered = unheard.map((episode) => toResult(suite, group, episode));
  // A group that the user's own limit left episodes out of is not judged; a real failure in it is one all the same.
  const outcomes = episodes.map(({ transcript }) => transcript.outcome);
  const limit = outcomes.find(isLimit);
  if (limit && outcomes.every((outcome) => outcome.status !== 'failed' || isLimit(outcome))) {
    leaveOut(suite, `left out, since episodes of it are: ${limit.message}`, test);
  }
  return episodes;
}

/** The result of an ended episode, as reporters have it. */
export function toResult(
  { name }: Suite,
  { titles, scope }: Pick<SuiteGroup, 'titles' | 'scope'>,
  { transcript, scores, path, wall_ms, cell }: Ended,
): Result {
  const place = { suite: name, group: titles.join(' '), scope };
  return { ...resultOf(place, transcript, scores, phaseOf(cell.phase).codebaseOf(cell), path), wall_ms };
}

/** The title of a case: its subject and, where there are several, its trial. */
export function titleOf({ grid }: Suite, { subject, trial }: Cell): string {
  return grid.trials > 1 ? `${subject.id} #${trial}` : subject.id;
}

/** The titles of cases beside this one that a filter or a modifier leaves out. */
function casesThatDoNotRun({ task }: TestContext): ReadonlySet<string> {
  return new Set(task.suite?.tasks.filter(({ mode }) => mode === 'skip').map(({ name }) => name));
}

/** A missing key skips the case, but fails it in CI, where a silent skip would measure nothing. */
function skipUnavailable({ site, ci }: Suite, { agent }: Cell, test: TestContext): void {
  const reason = agent.unavailable?.() ?? null;
  if (reason === null) return;
  if (ci) throw at(site, new EpisodeFailedError(`${agent.name} cannot run: ${reason}`));
  test.skip(`${agent.name} cannot run: ${reason}`);
}

function waiterOf(test: TestContext) {
  return { signal: test.signal, again: (test.task.result?.retryCount ?? 0) > 0 };
}

async function inTime(body: void | Promise<void>, timeout: number): Promise<void> {
  if (timeout <= 0 || !Number.isFinite(timeout)) return body;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`the function of the suite took longer than ${timeout} ms`)),
    timeout,
  );
  try {
    await Promise.race([body, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

type LimitOutcome = Extract<Outcome, { status: 'failed' }> & { kind: 'limit' };

/** The user's own limit ended the episode: nothing failed, and nothing was measured. */
function isLimit(outcome: Outcome): outcome is LimitOutcome {
  return outcome.status === 'failed' && outcome.kind === 'limit';
}

/** Leaves a case out. In CI one case of the suite fails, so that no incomplete run looks like a whole one. */
function leaveOut(suite: Suite, message: string, test: TestContext): void {
  // A retry of that case fails again.
  if (suite.ci && (suite.limitNamed === null || suite.limitNamed === test.task.id)) {
    suite.limitNamed = test.task.id;
    throw at(suite.site, new EpisodeFailedError(`the run is incomplete: ${message}`));
  }
  test.skip(message);
}

/** The failure of an episode; an error of the agent's own code points to its line there. */
function failureOf({ site }: Suite, outcome: Outcome): Error {
  const error = new EpisodeFailedError(describeFailure(outcome));
  const stack = outcome.status === 'failed' ? outcome.stack : undefined;
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line) || line.startsWith('caused by ')) ?? [];
  return at(frames.length > 0 ? frames.join('\n') : site, error);
}

function describeFailure(outcome: Outcome): string {
  return outcome.status === 'failed' ? `the episode failed (${outcome.kind}): ${outcome.message}` : outcome.status;
}
