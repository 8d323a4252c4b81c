import { join, relative } from 'node:path';
import pLimit from 'p-limit';
import { describe, expect, inject, type TestContext, TestRunner, test } from 'vitest';
import { emptyBelief } from '../belief/belief.ts';
import type { Codebase } from '../codebase/codebase.ts';
import type { Condition } from '../episode/condition.ts';
import { beliefsOf, type Outcome, type Transcript } from '../episode/transcript.ts';
import { aggregate } from '../scoring/aggregate.ts';
import { episodeResult } from '../scoring/result.ts';
import type { Scores } from '../scoring/scores.ts';
import type { TocsContext } from './context.ts';
import { reportEdges } from './edge-report.ts';
import { type EndedEpisode, EpisodeStore, fileName } from './episode-store.ts';
import { type Cell, type CheckedGrid, checkGrid, type Grid, GridError } from './grid.ts';
import { describeMiss, meets } from './thresholds.ts';

/** The episode of a case, as a test sees it. */
export interface TestedEpisode {
  readonly agent: string;
  readonly codebase: Codebase;
  readonly condition: Condition;
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

/** Group cases gather at most so many episodes at once. */
const GATHERED_AT_ONCE = 16;

type Define = (name: string, grid: Grid, body?: EpisodeBody) => void;

/** Like Vitest's `describe`, with its modifiers. */
export interface DescribeEpisodes extends Define {
  /** Runs this suite alone of its file. */
  only: Define;
  /** Defines the cases and runs none. */
  skip: Define;
  skipIf(condition: unknown): Define;
  runIf(condition: unknown): Define;
}

/**
 * Defines a suite with one case for each agent × condition × codebase × trial: the agent explores the codebase, and the
 * scores of its episode must reach the thresholds and whatever `body` expects.
 *
 * @throws GridError for a mistake in the grid, in one line that says what to change
 * @example
 * describeEpisodes('pipeline architecture', {
 *   agents: [baselines.configAware()],
 *   codebases: generate({ seeds: [1, 2, 3] }),
 *   conditions: ['active', 'passive-full'],
 *   thresholds: { dependency_f1: 0.2 },
 * }, ({ episode, expect }) => {
 *   expect(episode.scores.stability.monotone).toBe(true);
 * });
 */
export const describeEpisodes: DescribeEpisodes = Object.assign(define({}), {
  only: define({ only: true }),
  skip: define({ skip: true }),
  skipIf: (condition: unknown) => define(condition ? { skip: true } : {}),
  runIf: (condition: unknown) => define(condition ? {} : { skip: true }),
});

function define(modifiers: { only?: true; skip?: true }): Define {
  return function defineSuite(name, grid, body) {
    const site = stackAbove(defineSuite);
    const checked = pointingTo(site, () => checkGrid(name, grid));
    pointingTo(site, () => claimName(name));
    const context: TocsContext | undefined = inject('tocs');
    const outputDirectory = context?.outputDirectory ?? join(process.cwd(), '.tocs');
    const file = relative(context?.root ?? process.cwd(), expect.getState().testPath ?? '');
    const store = new EpisodeStore(checked, outputDirectory, `${fileName(file)}/${fileName(name)}`);
    // Tags must be declared in the config, which the plugin does.
    const tagsOf = (condition: Condition) => (context ? { tags: [condition] } : {});
    const timeout = checked.timeout === undefined ? {} : { timeout: checked.timeout };

    describe(name, { concurrent: true, ...modifiers }, () => {
      for (const agent of checked.agents) {
        describe(agent.name, () => {
          for (const condition of checked.conditions) {
            describe(condition, { ...tagsOf(condition), ...timeout }, () => {
              const cells = cellsOf(checked, agent, condition);
              for (const cell of cells) {
                const title = checked.trials > 1 ? `${cell.codebase.id} #${cell.trial}` : cell.codebase.id;
                test(title, (test) => runCase({ name, grid: checked, store, site }, cell, test, body));
              }
              if ((checked.groupThresholds.get(condition) ?? []).length > 0) {
                test(`mean of ${cells.length} episodes`, (test) =>
                  runGroup({ name, grid: checked, store, site }, cells, condition, test));
              }
            });
          }
        });
      }
    });
  };
}

function cellsOf({ codebases, trials }: CheckedGrid, agent: Cell['agent'], condition: Condition): Cell[] {
  return codebases.flatMap((codebase) =>
    Array.from({ length: trials }, (_, i): Cell => ({ agent, codebase, condition, trial: i + 1 })),
  );
}

interface Suite {
  name: string;
  grid: CheckedGrid;
  store: EpisodeStore;
  /** The stack of the `describeEpisodes` call: failures point there. */
  site: string;
}

async function runCase(
  { name, grid, store, site }: Suite,
  cell: Cell,
  test: TestContext,
  body: EpisodeBody | undefined,
): Promise<void> {
  const { agent, codebase, condition, trial } = cell;
  const again = (test.task.result?.retryCount ?? 0) > 0;
  const { transcript, scores, path } = await store.get(cell, { signal: test.signal, again });
  test.task.meta.tocs = episodeResult(name, transcript, scores, codebase, path);
  if (scores === null) throw at(site, new EpisodeFailedError(describeFailure(transcript.outcome)));

  const misses = (grid.thresholds.get(condition) ?? [])
    .map((threshold) => ({ threshold, value: threshold.metric.read(scores) }))
    .filter(({ threshold, value }) => !meets(threshold, value));
  if (misses.length > 0) {
    const lines = misses.map(({ threshold, value }) => describeMiss(threshold, value));
    const belief = beliefsOf(transcript).at(-1) ?? emptyBelief();
    throw at(site, new ThresholdError([...lines, ...reportEdges(belief, codebase.groundTruth)].join('\n')));
  }
  await body?.(Object.assign(test, { episode: { agent: agent.name, codebase, condition, trial, scores, transcript } }));
}

async function runGroup(
  { grid, store, site }: Suite,
  cells: readonly Cell[],
  condition: Condition,
  test: TestContext,
): Promise<void> {
  const limit = pLimit(GATHERED_AT_ONCE);
  const again = (test.task.result?.retryCount ?? 0) > 0;
  const episodes = await Promise.all(cells.map((cell) => limit(() => store.get(cell, { signal: test.signal, again }))));
  const failed = episodes.filter(({ scores }) => scores === null);
  if (failed.length > 0) {
    const first = failed[0] as EndedEpisode;
    const message = `the mean is not judged: ${failed.length} of ${episodes.length} episodes failed, the first on ${first.cell.codebase.id}: ${describeFailure(first.transcript.outcome)}`;
    throw at(site, new EpisodeFailedError(message));
  }
  const misses = (grid.groupThresholds.get(condition) ?? []).flatMap((threshold) => {
    const samples = episodes.map(({ cell, scores }) => ({
      codebase: cell.codebase.id,
      value: scores === null ? null : threshold.metric.read(scores),
    }));
    const { mean, n, interval } = aggregate(samples);
    if (meets(threshold, mean)) return [];
    const spread = interval ? ` (95 % interval ${interval.map((end) => end.toFixed(3)).join(' to ')})` : '';
    return [`${describeMiss(threshold, mean)}, the mean over ${n} codebases${spread}`];
  });
  if (misses.length > 0) throw at(site, new ThresholdError(misses.join('\n')));
}

/** Suites by file: the results of two suites of one name would be mixed. */
const names = new WeakMap<object, Set<string>>();

function claimName(name: string): void {
  const file = TestRunner.getCurrentSuite().file;
  if (!file) return;
  const claimed = names.get(file) ?? new Set();
  names.set(file, claimed);
  if (claimed.has(name)) {
    throw new GridError(
      `describeEpisodes(${JSON.stringify(name)}): the file has a suite of that name: give each its own`,
    );
  }
  claimed.add(name);
}

/** The stack frames above a function, as text. */
function stackAbove(fn: (...args: never[]) => unknown): string {
  const holder = { stack: '' };
  Error.captureStackTrace(holder, fn);
  return holder.stack.slice(holder.stack.indexOf('\n') + 1);
}

function pointingTo<T>(site: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof GridError ? at(site, error) : error;
  }
}

/** Lets an error point to where its suite was defined. */
function at(site: string, error: Error): Error {
  error.stack = `${error.name}: ${error.message}\n${site}`;
  return error;
}

function describeFailure(outcome: Outcome): string {
  return outcome.status === 'failed' ? `the episode failed (${outcome.kind}): ${outcome.message}` : outcome.status;
}

export { GridError };
