import { relative, sep } from 'node:path';
import type { TestCase, TestModule } from 'vitest/node';
import { episodeOf, type Result } from '../src/scoring/result.ts';
import './task-meta.ts';
import type { CaseRecord } from './record/run-record.ts';
import { type SuiteResults, suiteResults } from './results.ts';

/** The suites of a module; cases that were not run have no results, and are counted. */
export function suitesOf(module: TestModule, root: string): SuiteResults[] {
  const tests = [...module.children.allTests()];
  const episodes = Map.groupBy(
    distinct(tests.flatMap((test) => [test.meta().tocs ?? [], test.meta().tocsGathered ?? []].flat())),
    ({ suite }) => suite,
  );
  const verdicts = Map.groupBy(
    tests.flatMap((test) => test.meta().tocsVerdicts ?? []),
    ({ suite }) => suite,
  );
  const skipped = new Map<string, number>();
  for (const test of tests) {
    const { state } = test.result();
    if (test.meta().tocs || state === 'passed' || state === 'failed') continue;
    const suite = ancestors(test).find((name) => episodes.has(name) || verdicts.has(name));
    if (suite !== undefined) skipped.set(suite, (skipped.get(suite) ?? 0) + 1);
  }
  const file = fileOf(module, root);
  const project = module.project.name;
  return [...new Set([...episodes.keys(), ...verdicts.keys()])].map((suite) =>
    suiteResults({ suite, project, file }, episodes.get(suite) ?? [], skipped.get(suite) ?? 0, verdicts.get(suite)),
  );
}

/** Each episode once: several cases can have gathered it. */
function distinct(results: readonly Result[]): Result[] {
  return [...new Map(results.map((result) => [episodeOf(result), result])).values()];
}

/** Why cases were skipped, with how many: `gpt-x cannot run: OPENAI_API_KEY is not set`. */
export function skipReasons(modules: readonly TestModule[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const result = test.result();
      const note = result.state === 'skipped' ? result.note : undefined;
      // A limit is told of by itself, and a dry run, too.
      if (note && / cannot run: /.test(note)) reasons.set(note, (reasons.get(note) ?? 0) + 1);
    }
  }
  return reasons;
}

/** The names of the suites around a case, the innermost first. */
function ancestors(test: TestCase): string[] {
  const names: string[] = [];
  for (let { parent } = test as { parent: TestCase['parent'] }; parent.type === 'suite'; { parent } = parent) {
    names.push(parent.name);
  }
  return names;
}

/** The eval file as results name it, with `/` on all systems. */
function fileOf({ moduleId }: TestModule, root: string): string {
  return relative(root, moduleId).split(sep).join('/');
}

/** What became of each case of our suites. */
export function caseRecords(modules: readonly TestModule[], root: string): CaseRecord[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.meta().tocsCase)
      .map((test): CaseRecord => {
        const result = test.result();
        const reason =
          result.state === 'failed'
            ? (result.errors[0]?.message.split('\n')[0] ?? '')
            : result.state === 'skipped'
              ? (result.note ?? '')
              : '';
        return {
          project: module.project.name,
          file: fileOf(module, root),
          name: [...ancestors(test).toReversed(), test.name].join(' > '),
          state: result.state,
          reason,
          thresholds: test.meta().tocsThresholds ?? {},
        };
      }),
  );
}

/** What failed in our modules beside their cases, in a line each. */
export function errorsIn(modules: readonly TestModule[], root: string): string[] {
  return modules.flatMap((module) => {
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    return [...module.errors(), ...suites].map(({ message }) => `${fileOf(module, root)}: ${message.split('\n')[0]}`);
  });
}

/** Whether a filter, a line or `.only` left cases out: those have no reason of their own. */
export function leavesCasesOut(modules: readonly TestModule[]): boolean {
  return modules.some((module) =>
    [...module.children.allTests()].some((test) => {
      const { tocsCase, tocsSkipped } = test.meta();
      const result = test.result();
      return tocsCase && !tocsSkipped && result.state === 'skipped' && !result.note;
    }),
  );
}

/** Ids of other runs in which some of the cases ran: those that a merge puts together. */
export function partsOf(modules: readonly TestModule[], own: string): string[] {
  const ids = modules.flatMap((module) => [...module.children.allTests()].flatMap((test) => test.meta().tocsRun ?? []));
  return [...new Set(ids)].filter((id) => id !== own).toSorted();
}
