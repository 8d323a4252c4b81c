import type { Condition, Track } from '../../src/episode/condition.ts';
import type { CodebaseFacts, Result } from '../../src/scoring/result.ts';
import type { Scores } from '../../src/scoring/scores.ts';
import type { SuiteResults } from '../results.ts';
import { type Group as AnyGroup, groupEpisodes as groups, type Read as ReadOf } from '../table.ts';

/** One episode of exploring. */
export interface ConstructResult extends Result<Scores> {
  codebase: CodebaseFacts;
  condition: Condition;
  track: Track;
  budget: number;
  probe_every: number;
}

export type Read = ReadOf<ConstructResult>;

/** What a suite has of exploring. */
export interface ConstructSuite {
  episodes: readonly ConstructResult[];
  codebases: readonly CodebaseFacts[];
}

/** The episodes of exploring in a suite. */
export function constructSuite({ results, codebases }: SuiteResults): ConstructSuite {
  const episodes = results.flatMap((result) => {
    const { condition, track } = result.axes as { condition: Condition; track: Track };
    const { budget, probe_every } = result.set_up as { budget: number; probe_every: number };
    return result.phase === 'construct'
      ? [{ ...result, condition, track, budget, probe_every } as ConstructResult]
      : [];
  });
  return { episodes, codebases };
}

/** The episodes of one agent under one condition and track. */
export interface Group extends AnyGroup<ConstructResult> {
  condition: Condition;
  track: Track;
}

/** Groups episodes by agent, condition and track, in the order in which they come. */
export function groupEpisodes(episodes: readonly ConstructResult[]): Group[] {
  return groups(episodes).map((group) => {
    const [{ condition, track }] = group.episodes as readonly [ConstructResult];
    return { ...group, condition, track };
  });
}

/** The name, and the track where it is not the usual one. */
export function withTrack(name: string, track: Track): string {
  return track === 'scratchpad' ? name : `${name}, ${track}`;
}
