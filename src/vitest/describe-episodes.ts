import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, inject, TestRunner, test } from 'vitest';
import { runFolder } from '../../reporters/record/run-folder.ts';
import { configureRun } from '../agents/llm/run.ts';
import { fileName } from '../base/file-name.ts';
import { joined } from '../base/joined.ts';
import { metricsUnder } from '../gate/options.ts';
import { CellStore } from '../phases/cell-store.ts';
import { DEFAULT_TIMEOUT } from '../phases/clock.ts';
import type { Cell } from '../phases/phase.ts';
import { PHASES } from '../phases/phases.ts';
import { type BaselinePlace, runBaseline } from './baseline-case.ts';
import { pointingTo, stackAbove } from './call-site.ts';
import { type EpisodeBody, runCase, runGroup, type Suite, type SuiteGroup, thresholdsOf, titleOf } from './cases.ts';
import type { TocsContext } from './context.ts';
import { type CheckedGrid, checkGrid, type Grid, GridError, settingIn } from './grid.ts';
import type { Threshold } from './thresholds.ts';

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
 * describeEpisodes('architecture', {
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
    const suite = openSuite(name, checked, site, context, modifiers.skip === true);

    // Episodes keep their own time, in which waiting for our own rate limits does not count.
    describe(name, { concurrent: true, timeout: 0, ...modifiers }, () => {
      for (const agent of checked.agents) {
        describe(agent.name, () => {
          for (const phase of checked.phases) {
            const groups = phase.groups(settingIn(checked, phase.name), agent).map((group) => ({ ...group, phase }));
            defineGroups(suite, groups, 0, context, body);
          }
        });
      }
    });
  };
}

/** Groups that share their outer titles stand together below them. */
function defineGroups(
  suite: Suite,
  groups: readonly SuiteGroup[],
  depth: number,
  context: TocsContext | undefined,
  body: EpisodeBody | undefined,
): void {
  for (const [title, members] of Map.groupBy(groups, ({ titles }) => titles[depth])) {
    if (title === undefined) for (const group of members) defineGroup(suite, group, body);
    else {
      const tags = depth === 0 ? tagged(context, members[0]?.tags ?? []) : {};
      describe(title, tags, () => defineGroups(suite, members, depth + 1, context, body));
    }
  }
}

/** Tags must be declared in the config, which the plugin does. */
function tagged(context: TocsContext | undefined, tags: readonly string[]): { tags?: string[] } {
  return context ? { tags: [...tags] } : {};
}

function openSuite(
  name: string,
  grid: CheckedGrid,
  site: string,
  context: TocsContext | undefined,
  skipped: boolean,
): Suite {
  const file = relative(context?.root ?? process.cwd(), expect.getState().testPath ?? '').replaceAll('\\', '/');
  const timeout = grid.timeout ?? context?.timeout ?? DEFAULT_TIMEOUT;
  const project = context?.project ?? '';
  const store = new CellStore({
    settingOf: (phase) => settingIn(grid, phase),
    output: {
      directory: runFolder(context?.outputDirectory ?? join(process.cwd(), '.tocs'), inject('tocsRun') ?? 'none'),
      folder: [...(project === '' ? [] : [project]), file, name].map(fileName).join('/'),
    },
    suite: JSON.stringify([project, file, name]),
    timeout,
    keepsHandOver: grid.phases.some(({ name: phase }) => phase !== PHASES[0].name),
  });
  const pictures = context?.pictures ?? 'none';
  return {
    name,
    project,
    file,
    skipped,
    grid,
    site,
    timeout,
    pictures,
    store,
    ci: context?.ci ?? false,
    limitNamed: null,
    counted: new Set(),
  };
}

function defineGroup(suite: Suite, group: SuiteGroup, body: EpisodeBody | undefined): void {
  const { thresholds, groupThresholds, baseline } = suite.grid;
  const { cells, scope } = group;
  const meta = {
    tocsCase: true as const,
    tocsRun: inject('tocsRun') ?? '',
    ...(suite.skipped ? { tocsSkipped: true as const } : {}),
  };
  const tocsThresholds = boundsOf(scope === null ? [] : thresholdsOf(thresholds, group));
  for (const cell of cells) {
    test(titleOf(suite, cell), { meta: { ...meta, tocsThresholds } }, (context) =>
      runCase(suite, group, cell, context, body),
    );
  }
  if (scope !== null && (groupThresholds.get(scope) ?? []).length > 0) {
    test(`mean of ${cells.length} episode${cells.length === 1 ? '' : 's'}`, { meta }, (context) =>
      runGroup(suite, group, context),
    );
  }
  if (baseline && metricsUnder(baseline, group).length > 0) {
    const place = baselinePlace(suite, group);
    test('holds the baseline', { meta: { ...meta, tocsBaseline: place } }, (context) =>
      runBaseline(suite, baseline, place, group, context),
    );
  }
}

/** Bounds as the record of a run has them. */
function boundsOf(thresholds: readonly Threshold[]): Record<string, { min: number | null; max: number | null }> {
  const finite = (bound: number) => (Number.isFinite(bound) ? bound : null);
  return Object.fromEntries(
    thresholds.map(({ metric, min, max }) => [metric.name, { min: finite(min), max: finite(max) }]),
  );
}

/** The baseline file of a suite stands beside its eval file unless the suite says otherwise. */
function baselinePlace({ name: suite, project, grid }: Suite, { phase, cells }: SuiteGroup): BaselinePlace {
  const [first] = cells as readonly [Cell, ...Cell[]];
  const testPath = expect.getState().testPath ?? '';
  const name = basename(testPath);
  const path = resolve(dirname(testPath), grid.baseline?.path ?? join('__baselines__', `${name}.json`));
  const axes = Object.values(phase.axes(first, settingIn(grid, phase.name)));
  const key = joined([...(project === '' ? [] : [project]), suite, first.agent.name, phase.name, ...axes]);
  return { path, eval: relative(dirname(path), testPath).replaceAll('\\', '/'), key };
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
