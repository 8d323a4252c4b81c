import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, inject, TestRunner, test } from 'vitest';
import { configureRun } from '../agents/llm/run.ts';
import type { Condition, Track } from '../episode/condition.ts';
import { type BaselinePlace, runBaseline } from './baseline-case.ts';
import { type EpisodeBody, runCase, runGroup, type Suite, titleOf } from './cases.ts';
import { DEFAULT_TIMEOUT } from './clock.ts';
import type { TocsContext } from './context.ts';
import { EpisodeStore, fileName } from './episode-store.ts';
import { type Cell, type CheckedGrid, checkGrid, type Grid, GridError } from './grid.ts';
import { pointingTo, stackAbove } from './site.ts';

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
 * Defines a suite with one case for each agent × condition × track × codebase × trial: the agent explores the codebase,
 * and the scores of its episode must reach the thresholds and whatever `body` expects.
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
    if (context) configureRun(context.calls);
    const suite = openSuite(name, checked, site, context);

    // Episodes keep their own time, in which waiting for our own rate limits does not count.
    describe(name, { concurrent: true, timeout: 0, ...modifiers }, () => {
      for (const agent of checked.agents) {
        describe(agent.name, () => {
          for (const condition of checked.conditions) {
            // Tags must be declared in the config, which the plugin does.
            describe(condition, context ? { tags: [condition] } : {}, () => {
              for (const track of checked.tracks) defineTrack(suite, agent, condition, track, body);
            });
          }
        });
      }
    });
  };
}

function openSuite(name: string, grid: CheckedGrid, site: string, context: TocsContext | undefined): Suite {
  const outputDirectory = context?.outputDirectory ?? join(process.cwd(), '.tocs');
  const file = relative(context?.root ?? process.cwd(), expect.getState().testPath ?? '');
  const timeout = grid.timeout ?? context?.timeout ?? DEFAULT_TIMEOUT;
  const folder = `${fileName(file)}/${fileName(name)}`;
  const pictures = context?.pictures ?? 'none';
  return { name, grid, site, timeout, pictures, store: new EpisodeStore(grid, outputDirectory, folder, timeout) };
}

function defineTrack(
  suite: Suite,
  agent: Cell['agent'],
  condition: Condition,
  track: Track,
  body: EpisodeBody | undefined,
): void {
  const { codebases, trials, tracks, groupThresholds } = suite.grid;
  const cells = codebases.flatMap((codebase) =>
    Array.from({ length: trials }, (_, i): Cell => ({ agent, codebase, condition, track, trial: i + 1 })),
  );
  const cases = () => {
    for (const cell of cells) {
      test(titleOf(suite, cell), (context) => runCase(suite, cell, context, body));
    }
    if ((groupThresholds.get(condition) ?? []).length > 0) {
      test(`mean of ${cells.length} episode${cells.length === 1 ? '' : 's'}`, (context) =>
        runGroup(suite, cells, context));
    }
    const { baseline } = suite.grid;
    if (baseline) {
      const place = baselinePlace(suite, agent, condition, track);
      test('holds the baseline', { meta: { tocsBaseline: place } }, (context) =>
        runBaseline(suite, baseline, place, cells, context),
      );
    }
  };
  if (tracks.length > 1) describe(track, cases);
  else cases();
}

/** The baseline file of a suite stands beside its eval file unless the suite says otherwise. */
function baselinePlace(suite: Suite, agent: Cell['agent'], condition: Condition, track: Track): BaselinePlace {
  const testPath = expect.getState().testPath ?? '';
  const name = basename(testPath);
  const path = resolve(dirname(testPath), suite.grid.baseline?.path ?? join('__baselines__', `${name}.json`));
  const parts = [suite.name, agent.name, condition, track];
  return { path, eval: relative(dirname(path), testPath).replaceAll('\\', '/'), key: parts.join(' > ') };
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
