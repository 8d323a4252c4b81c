import { TRACKS, type Track } from '../../src/episode/condition.ts';
import { meansByCodebase } from '../../src/scoring/aggregate.ts';
import { meanDifference } from '../../src/scoring/gap.ts';
import { meanCell, type Row, samplesOf, signed, type Table } from '../table.ts';
import { type ConstructResult, type ConstructSuite, type Group, groupEpisodes, type Read } from './results.ts';

const METRICS: readonly [name: string, read: Read][] = [
  ['F1', (scores) => scores.dependency_f1],
  ['invariant F1', (scores) => scores.invariant_f1_relaxed],
];

/** What keeping one's own beliefs in sight does; null if the suite has one track. */
export function tracksTable({ episodes }: ConstructSuite): Table | null {
  if (new Set(episodes.map(({ track }) => track)).size < 2) return null;
  const rows = METRICS.flatMap(([metric, read]) =>
    [...Map.groupBy(episodes, ({ agent, condition }) => `${agent} ${condition}`).values()].map((members): Row => {
      const { agent, condition } = members[0] as ConstructResult;
      const byTrack = new Map(groupEpisodes(members).map((group) => [group.track, group]));
      const cells = TRACKS.map((track) => meanCell(byTrack.get(track), read));
      const effect = effectOf(byTrack, read);
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
function effectOf(byTrack: ReadonlyMap<Track, Group>, read: Read): number | null {
  const means = (track: Track) => meansByCodebase(samplesOf(byTrack.get(track)?.episodes ?? [], read));
  return meanDifference(means('scratchpad'), means('no-probe')).value;
}
