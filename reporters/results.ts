import type { TestModule } from 'vitest/node';
import { z } from 'zod';
import { CONDITIONS, TRACKS } from '../src/episode/condition.ts';
import { GroupVerdicts } from '../src/gate/verdicts.ts';
import { MUTATION_TYPES } from '../src/patterns/mutations/mutation.ts';
import '../src/vitest/context.ts';
import { CodebaseFacts, EpisodeResult } from '../src/scoring/result.ts';

/** The results of one `describeEpisodes`. */
export const SuiteResults = z.object({
  suite: z.string(),
  /** The eval file, relative to the root. */
  file: z.string(),
  /** Cases that a filter or a modifier left out. */
  skipped: z.number().int(),
  codebases: z.array(CodebaseFacts),
  /** In the order agent, condition, codebase, trial. */
  episodes: z.array(EpisodeResult),
  /** Revise phases, in the order agent, kind of change, codebase, trial. */
  revisions: z.array(EpisodeResult).default([]),
  /** Exploit phases, in the order agent, codebase, trial. */
  exploits: z.array(EpisodeResult).default([]),
  /** What the comparisons with the baseline came to. */
  verdicts: z.array(GroupVerdicts).default([]),
});
export type SuiteResults = z.infer<typeof SuiteResults>;

/** What `.tocs/results.json` holds. */
export const Results = z.object({
  format: z.literal('vitest-tocs results'),
  version: z.literal(1),
  /** Version of vitest-tocs; empty where the file does not say. */
  package: z.string().default(''),
  /** Incomplete: a limit of the user's was reached, and episodes were left out. */
  status: z.enum(['complete', 'incomplete']).default('complete'),
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

/** Puts the results of one suite together: conditions in their usual order, agents in the order of their first case. */
export function suiteResults(
  suite: string,
  file: string,
  episodes: readonly EpisodeResult[],
  skipped: number,
  verdicts: readonly GroupVerdicts[] = [],
): SuiteResults {
  const agents = [...new Set(episodes.map(({ agent }) => agent))];
  const codebases = new Map(episodes.map(({ codebase }) => [codebase.id, codebase]));
  const inOrder = episodes.toSorted(
    (a, b) =>
      CONDITIONS.indexOf(a.condition) - CONDITIONS.indexOf(b.condition) ||
      TRACKS.indexOf(a.track) - TRACKS.indexOf(b.track) ||
      agents.indexOf(a.agent) - agents.indexOf(b.agent) ||
      MUTATION_TYPES.indexOf(a.mutation?.type ?? 'interface_break') -
        MUTATION_TYPES.indexOf(b.mutation?.type ?? 'interface_break') ||
      Number(a.mutation?.is_sham ?? false) - Number(b.mutation?.is_sham ?? false) ||
      byText(a.codebase.id, b.codebase.id) ||
      a.trial - b.trial,
  );
  return {
    suite,
    file,
    skipped,
    codebases: [...codebases.values()].toSorted((a, b) => byText(a.id, b.id)),
    revisions: inOrder.filter(({ mutation }) => mutation),
    exploits: inOrder.filter(({ exploit }) => exploit),
    episodes: inOrder.filter(({ mutation, exploit }) => !mutation && !exploit),
    verdicts: [...verdicts],
  };
}

/** Numbers in names count as numbers: `medium-2` stands before `medium-10`. */
const byText = new Intl.Collator('en', { numeric: true }).compare;
