import { TRACKS } from '../../src/episode/condition.ts';
import { meansByCodebase } from '../../src/scoring/aggregate.ts';
import { meanDifference } from '../../src/scoring/gap.ts';
import type { EpisodeResult } from '../../src/scoring/result.ts';
import type { Scores } from '../../src/scoring/scores.ts';
import type { SuiteResults } from '../results.ts';
import { figure, finishedOfRun, type Group, meanOf, NO_VALUE, type Row, signed, type Table } from '../table.ts';

const METRICS: readonly [name: string, read: (scores: Scores) => number | null][] = [
  ['F1', (scores) => scores.dependency_f1],
  ['invariant F1', (scores) => scores.invariant_f1_relaxed],
];

/** What keeping one's own beliefs in sight does; null if the suite has one track. */
export function tracksTable({ episodes }: SuiteResults): Table | null {
  if (new Set(episodes.map(({ track }) => track)).size < 2) return null;
  const rows = METRICS.flatMap(([metric, read]) =>
    [...Map.groupBy(episodes, ({ agent, condition }) => `${agent} ${condition}`).values()].map((members): Row => {
      const { agent, condition } = members[0] as EpisodeResult;
      const groups = new Map(
        TRACKS.map((track): [string, Group] => [
          track,
          { agent, condition, track, label: condition, episodes: members.filter((episode) => episode.track === track) },
        ]),
      );
      const mean = (track: string) => meanOf(groups.get(track) as Group, read).mean;
      const cells = TRACKS.map((track) => {
        const group = groups.get(track) as Group;
        return group.episodes.length === 0 ? NO_VALUE : figure(mean(track)) + finishedOfRun(group);
      });
      const effect = effectOf(members, read);
      return { group: metric, cells: [agent, condition, ...cells, signed(effect)] };
    }),
  );
  return {
    title: 'Tracks',
    columns: ['agent', 'condition', ...TRACKS, 'scratchpad effect'],
    rows,
    notes: ['scratchpad effect = scratchpad − no-probe, over the codebases that both have.'],
  };
}

/** The mean difference over the codebases that have both tracks, trials averaged within each. */
function effectOf(episodes: readonly EpisodeResult[], read: (scores: Scores) => number | null): number | null {
  const samples = (track: string) =>
    meansByCodebase(
      episodes
        .filter((episode) => episode.track === track)
        .map(({ codebase, scores }) => ({ codebase: codebase.id, value: scores && read(scores) })),
    );
  return meanDifference(samples('scratchpad'), samples('no-probe')).value;
}
