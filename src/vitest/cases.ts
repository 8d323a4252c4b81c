import pLimit from 'p-limit';
import type { TestContext } from 'vitest';
import { emptyBelief } from '../belief/belief.ts';
import type { Codebase } from '../codebase/codebase.ts';
import type { Condition, Track } from '../episode/condition.ts';
import { beliefsOf, type Outcome, type Transcript } from '../episode/transcript.ts';
import type { Mutation } from '../patterns/mutations/mutation.ts';
import { aggregate } from '../scoring/aggregate.ts';
import { hasValueIn, METRICS } from '../scoring/metrics.ts';
import { type EpisodeResult, episodeResult } from '../scoring/result.ts';
import type { Scores } from '../scoring/scores.ts';
import { warningsOf } from '../scoring/warnings.ts';
import { annotatePictures, type Pictures } from './annotate-pictures.ts';
import { reportChoices } from './choice-report.ts';
import { reportEdges } from './edge-report.ts';
import { type EndedEpisode, type EpisodeStore, truthOf } from './episode-store.ts';
import type { Cell, CheckedGrid } from './grid.ts';
import { mostCallsOf } from './most-calls.ts';
import { progressOf } from './progress.ts';
import { at } from './site.ts';
import { describeMiss, meets, type Scope } from './thresholds.ts';

/** The episode of a case, as a test sees it. */
export interface TestedEpisode {
  /** Set in the revise phase: the change, or the claim of one. */
  readonly mutation?: Mutation;
  readonly agent: string;
  readonly codebase: Codebase;
  readonly condition: Condition;
  readonly track: Track;
  readonly trial: number;
  readonly scores: Scores;
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
  grid: CheckedGrid;
  store: EpisodeStore;
  pictures: Pictures;
  /** The stack of the `describeEpisodes` call: failures point there. */
  site: string;
  /** Milliseconds that an episode, and then `body`, may take. */
  timeout: number;
  /** Vitest runs in CI. */
  ci: boolean;
  /** Id of the case that failed to name the limit that left others out. */
  limitNamed: string | null;
}

/** All group cases together gather at most so many episodes at once. */
const gather = pLimit(16);

/** One episode: it must have ended, reach its thresholds, and do what `body` expects. */
export async function runCase(
  suite: Suite,
  cell: Cell,
  test: TestContext,
  body: EpisodeBody | undefined,
): Promise<void> {
  const { grid, store, pictures } = suite;
  const { codebase, change, exploit } = cell;
  if (process.env.TOCS_DRY_RUN) {
    test.task.meta.tocsMostCalls = mostCallsOf(grid, cell);
    // A dry run counts cases and runs none.
    test.skip('dry run');
  }
  skipUnavailable(suite, cell, test);

  const ended = await store.get(cell, { ...waiterOf(test), onEvent: progressOf(test, cell, grid) });
  const { transcript, scores } = ended;
  test.task.meta.tocs = resultOf(suite, ended);
  if ((change || exploit === 'explored') && !grid.phases.includes('construct')) {
    // The episode that it goes on from has no case of its own, and was run and paid for all the same.
    const active = await store.get({ ...cell, change: undefined, exploit: undefined }, waiterOf(test));
    test.task.meta.tocsGathered = [resultOf(suite, active)];
  }
  if (scores) await test.annotate(mainScores(scores, cell), 'scores');
  for (const warning of warningsOf(transcript)) await test.annotate(warning, 'warning');
  if (isLimit(transcript.outcome)) leaveOut(suite, transcript.outcome.message, test);
  if (scores === null) throw failureOf(suite, transcript.outcome);

  const truths = { before: codebase.groundTruth, after: truthOf(cell) };
  const draw = () => annotatePictures(test, transcript, truths, scores);
  if (pictures === 'all') await draw();
  try {
    await judgeCase(suite, cell, test, body, transcript, scores);
  } catch (error) {
    if (pictures === 'failed') await draw();
    throw error;
  }
}

/** The episode must reach its thresholds, and do what `body` expects. */
async function judgeCase(
  { grid, site, timeout }: Suite,
  { agent, codebase, condition, track, trial, change, exploit }: Cell,
  test: TestContext,
  body: EpisodeBody | undefined,
  transcript: Transcript,
  scores: Scores,
): Promise<void> {
  const misses = (grid.thresholds.get(scopeOf({ change, exploit, condition }) as Scope) ?? [])
    .filter(({ metric }) => hasValueIn(metric, { change, exploit }))
    .map((threshold) => ({ threshold, value: threshold.metric.read(scores) }))
    .filter(({ threshold, value }) => !meets(threshold, value));
  if (misses.length > 0) {
    const lines = misses.map(({ threshold, value }) => describeMiss(threshold, value));
    const belief = beliefsOf(transcript).at(-1) ?? emptyBelief();
    const details = exploit ? reportChoices(transcript) : reportEdges(belief, truthOf({ codebase, change }));
    throw at(site, new ThresholdError([...lines, ...details].join('\n')));
  }
  const { mutation } = transcript.start;
  const episode: TestedEpisode = {
    agent: agent.name,
    codebase,
    condition,
    track,
    trial,
    scores,
    transcript,
    ...(mutation ? { mutation } : {}),
  };
  await inTime(body?.(Object.assign(test, { episode })), timeout);
}

/** The main figures on one line: what reporters of other formats, as JUnit's, show of a case. */
function mainScores(scores: Scores, { exploit }: Cell): string {
  return MAIN.flatMap((name) => {
    const metric = METRICS.get(name);
    // Nothing is explored while questions are answered.
    const value = exploit && metric?.phase !== 'exploit' ? null : (metric?.read(scores) ?? null);
    return value === null ? [] : [`${name} ${value.toFixed(3)}`];
  }).join(', ');
}

const MAIN = [
  'dependency_f1',
  'dependency_precision',
  'dependency_recall',
  'invariant_f1_relaxed',
  'action_auc',
  'revision.score',
  'revision.inertia_proper',
  'revision.impact_discovery',
  'revision.claimed_gullibility',
  'exploit.accuracy',
];

/** The mean over the episodes of an agent under a condition and track. */
export async function runGroup(suite: Suite, cells: readonly Cell[], test: TestContext): Promise<void> {
  const { grid, site } = suite;
  const [first] = cells as [Cell];
  const episodes = await gatherEpisodes(suite, cells, test);
  const failed = episodes.filter(({ scores }) => scores === null);
  if (failed.length > 0) {
    const { cell, transcript } = failed[0] as EndedEpisode;
    const message = `the mean is not judged: ${failed.length} of ${episodes.length} episodes failed, the first on ${cell.codebase.id}: ${describeFailure(transcript.outcome)}`;
    throw at(site, new EpisodeFailedError(message));
  }
  const misses = (grid.groupThresholds.get(scopeOf(first) as Scope) ?? []).flatMap((threshold) => {
    if (!hasValueIn(threshold.metric, first)) return [];
    const samples = episodes.map(({ cell, scores }) => ({
      codebase: cell.codebase.id,
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
export async function gatherEpisodes(suite: Suite, cells: readonly Cell[], test: TestContext): Promise<EndedEpisode[]> {
  // A dry run has no episodes.
  if (process.env.TOCS_DRY_RUN) test.skip('dry run');
  skipUnavailable(suite, cells[0] as Cell, test);
  const alone = casesThatDoNotRun(test);
  const episodes = await Promise.all(
    cells.map((cell) => {
      const onEvent = alone.has(titleOf(suite, cell)) ? progressOf(test, cell, suite.grid) : undefined;
      return gather(() => suite.store.get(cell, { ...waiterOf(test), onEvent }));
    }),
  );
  // Episodes whose own case does not run are reported here, or nobody would hear of them.
  const unheard = episodes.filter(({ cell }) => alone.has(titleOf(suite, cell)));
  if (unheard.length > 0) test.task.meta.tocsGathered = unheard.map((episode) => resultOf(suite, episode));
  // A group that the user's own limit left episodes out of is not judged; a real failure in it is one all the same.
  const outcomes = episodes.map(({ transcript }) => transcript.outcome);
  const limit = outcomes.find(isLimit);
  if (limit && outcomes.every((outcome) => outcome.status !== 'failed' || isLimit(outcome))) {
    leaveOut(suite, `left out, since episodes of it are: ${limit.message}`, test);
  }
  return episodes;
}

/** The result of an ended episode, as reporters have it. */
export function resultOf({ name }: Suite, { transcript, scores, path, wall_ms, cell }: EndedEpisode): EpisodeResult {
  return { ...episodeResult(name, transcript, scores, cell.codebase, path), wall_ms };
}

/** Whose thresholds hold for an episode. What an agent answers without having seen the codebase is a control. */
export function scopeOf({ change, exploit, condition }: Pick<Cell, 'change' | 'exploit' | 'condition'>): Scope | null {
  if (change) return 'revise';
  if (exploit) return exploit === 'explored' ? 'exploit' : null;
  return condition;
}

/** The title of a case: its codebase and, where there are several, its trial. */
export function titleOf({ grid }: Suite, { codebase, trial }: Cell): string {
  return grid.trials > 1 ? `${codebase.id} #${trial}` : codebase.id;
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
