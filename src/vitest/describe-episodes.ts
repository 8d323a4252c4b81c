import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, inject, TestRunner, test } from 'vitest';
import { configureRun } from '../agents/llm/run.ts';
import { fileName } from '../codebase/file-name.ts';
import type { Track } from '../episode/condition.ts';
import { EXPLOITS } from '../episode/transcript.ts';
import { metricsUnder } from '../gate/options.ts';
import { nameOfChange, nameOfPhase } from '../patterns/mutations/mutation.ts';
import { type BaselinePlace, runBaseline } from './baseline-case.ts';
import { type EpisodeBody, runCase, runGroup, type Suite, scopeOf, titleOf } from './cases.ts';
import { DEFAULT_TIMEOUT } from './clock.ts';
import type { TocsContext } from './context.ts';
import { EpisodeStore } from './episode-store.ts';
import { type Cell, type CheckedGrid, checkGrid, type Grid, GridError, type PlannedChange } from './grid.ts';
import { pointingTo, stackAbove } from './site.ts';
import type { Scope } from './thresholds.ts';

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
    if (context) configureRun({ ...context.calls, run: inject('tocsRun') ?? '' });
    const suite = openSuite(name, checked, site, context);

    // Episodes keep their own time, in which waiting for our own rate limits does not count.
    describe(name, { concurrent: true, timeout: 0, ...modifiers }, () => {
      for (const agent of checked.agents) {
        describe(agent.name, () => {
          if (checked.phases.includes('construct')) {
            for (const condition of checked.conditions) {
              describe(condition, tagged(context, condition), () => defineTracks(suite, { agent, condition }, body));
            }
          }
          if (checked.phases.includes('exploit')) {
            describe('exploit', tagged(context, 'exploit'), () => {
              for (const exploit of EXPLOITS) {
                describe(exploit, () => defineTracks(suite, { agent, condition: 'active', exploit }, body));
              }
            });
          }
          if (checked.phases.includes('revise')) {
            describe('revise', tagged(context, 'revise'), () => {
              for (const change of changesOf(checked)) {
                describe(nameOfChange(change), () => defineTracks(suite, { agent, condition: 'active', change }, body));
              }
            });
          }
        });
      }
    });
  };
}

/** Tags must be declared in the config, which the plugin does. */
function tagged(context: TocsContext | undefined, tag: string): { tags?: string[] } {
  return context ? { tags: [tag] } : {};
}

/** The changes of a grid, each real and as a sham. */
function changesOf({ mutations, variants }: CheckedGrid): PlannedChange[] {
  return mutations.flatMap((type) =>
    variants.flatMap((variant) => [false, true].map((is_sham): PlannedChange => ({ type, variant, is_sham }))),
  );
}

function openSuite(name: string, grid: CheckedGrid, site: string, context: TocsContext | undefined): Suite {
  const outputDirectory = context?.outputDirectory ?? join(process.cwd(), '.tocs');
  const file = relative(context?.root ?? process.cwd(), expect.getState().testPath ?? '');
  const timeout = grid.timeout ?? context?.timeout ?? DEFAULT_TIMEOUT;
  const folder = `${fileName(file)}/${fileName(name)}`;
  const pictures = context?.pictures ?? 'none';
  const store = new EpisodeStore(grid, outputDirectory, folder, timeout);
  return { name, grid, site, timeout, pictures, store, ci: context?.ci ?? false, limitNamed: null };
}

/** What the cases of a group share. */
type Group = Pick<Cell, 'agent' | 'condition' | 'change' | 'exploit'>;

function defineTracks(suite: Suite, group: Group, body: EpisodeBody | undefined): void {
  const { tracks } = suite.grid;
  for (const track of tracks) {
    if (tracks.length > 1) describe(track, () => defineGroup(suite, group, track, body));
    else defineGroup(suite, group, track, body);
  }
}

function defineGroup(suite: Suite, group: Group, track: Track, body: EpisodeBody | undefined): void {
  const { codebases, trials, groupThresholds, baseline } = suite.grid;
  const cells = codebases.flatMap((codebase) =>
    Array.from({ length: trials }, (_, i): Cell => ({ ...group, codebase, track, trial: i + 1 })),
  );
  for (const cell of cells) test(titleOf(suite, cell), (context) => runCase(suite, cell, context, body));
  if ((groupThresholds.get(scopeOf(group) as Scope) ?? []).length > 0) {
    test(`mean of ${cells.length} episode${cells.length === 1 ? '' : 's'}`, (context) =>
      runGroup(suite, cells, context));
  }
  if (baseline && metricsUnder(baseline, group.condition, group).length > 0) {
    const place = baselinePlace(suite, group, track);
    test('holds the baseline', { meta: { tocsBaseline: place } }, (context) =>
      runBaseline(suite, baseline, place, cells, context),
    );
  }
}

/** The baseline file of a suite stands beside its eval file unless the suite says otherwise. */
function baselinePlace(suite: Suite, { agent, condition, change, exploit }: Group, track: Track): BaselinePlace {
  const testPath = expect.getState().testPath ?? '';
  const name = basename(testPath);
  const path = resolve(dirname(testPath), suite.grid.baseline?.path ?? join('__baselines__', `${name}.json`));
  const parts = [suite.name, agent.name, nameOfPhase({ change, exploit }) ?? condition, track];
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
