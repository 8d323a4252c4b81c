import type { TestModule } from 'vitest/node';
import { z } from 'zod';
import { GroupVerdicts } from '../src/gate/verdicts.ts';
import { PHASES, phaseOf } from '../src/phases/phases.ts';
import { CodebaseFacts, Result } from '../src/scoring/result.ts';
import './task-meta.ts';
import { CaseRecord, RunRecord } from './record/run-record.ts';
import { byText } from './table.ts';

/** A result whose scores have the form of its phase. */
const CheckedResult = Result.superRefine(({ phase, scores }, issues) => {
  if (!PHASES.some(({ name }) => name === phase)) {
    issues.addIssue({ code: 'custom', path: ['phase'], message: `there is no phase ${phase}` });
  } else if (scores !== null) {
    const parsed = phaseOf(phase).scores.safeParse(scores);
    for (const { path, message } of parsed.error?.issues ?? [])
      issues.addIssue({ code: 'custom', path: ['scores', ...path], message });
  }
});

/** The results of one `describeEpisodes`. */
export const SuiteResults = z.object({
  suite: z.string(),
  /** The Vitest project; empty for one without a name. */
  project: z.string(),
  /** The eval file, relative to the root, with `/` on all systems. */
  file: z.string(),
  /** Cases that a filter or a modifier left out. */
  skipped: z.number().int(),
  codebases: z.array(CodebaseFacts),
  /** In the order phase, group, agent, subject, trial. */
  results: z.array(CheckedResult),
  /** What the comparisons with the baseline came to. */
  verdicts: z.array(GroupVerdicts),
});
export type SuiteResults = z.infer<typeof SuiteResults>;

/** The version of the format; no other is read. */
export const VERSION = 2;

/** What `results.json` holds. */
export const Results = z.object({
  format: z.literal('vitest-tocs results'),
  version: z.literal(VERSION),
  /** Version of vitest-tocs. */
  package: z.string(),
  /** Incomplete: a limit of the user's was reached, and episodes were left out. Interrupted: it was stopped or killed. */
  status: z.enum(['complete', 'incomplete', 'interrupted']),
  /** The run; null for results that come from none. */
  run: RunRecord.nullable(),
  /** What became of each case. */
  cases: z.array(CaseRecord),
  /** What failed beside cases, in a line each: files that could not be read, hooks, errors that nobody caught. */
  errors: z.array(z.string()),
  suites: z.array(SuiteResults),
});
export type Results = z.infer<typeof Results>;

/** The user's limit that left episodes of these modules out, in words; null where none did. */
export function limitOf(modules: readonly TestModule[]): string | null {
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { tocs, tocsGathered = [] } = test.meta();
      for (const episode of [...(tocs ? [tocs] : []), ...tocsGathered]) {
        if (episode.outcome.status === 'failed' && episode.outcome.kind === 'limit') return episode.outcome.message;
      }
    }
  }
  return null;
}

/** Puts the results of one suite together: phases in their usual order, groups and agents in the order of their first case. */
export function suiteResults(
  suite: Pick<SuiteResults, 'suite' | 'project' | 'file'>,
  results: readonly Result[],
  skipped: number,
  verdicts: readonly GroupVerdicts[] = [],
): SuiteResults {
  const order = PHASES.map(({ name }): string => name);
  const placeOf = (names: readonly string[]) => {
    const places = new Map([...new Set(names)].map((name, i) => [name, i]));
    return (name: string) => places.get(name) ?? 0;
  };
  const [group, agent] = [placeOf(results.map((one) => one.group)), placeOf(results.map((one) => one.agent))];
  const codebases = new Map(results.flatMap(({ codebase }) => (codebase ? [[codebase.id, codebase] as const] : [])));
  return {
    ...suite,
    skipped,
    codebases: [...codebases.values()].toSorted((a, b) => byText(a.id, b.id)),
    results: results.toSorted(
      (a, b) =>
        order.indexOf(a.phase) - order.indexOf(b.phase) ||
        group(a.group) - group(b.group) ||
        agent(a.agent) - agent(b.agent) ||
        byText(a.subject.id, b.subject.id) ||
        a.trial - b.trial,
    ),
    verdicts: [...verdicts],
  };
}
