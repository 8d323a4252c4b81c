import { MUTATION_TYPES } from '../../src/patterns/mutations/mutation.ts';
import type { Metric } from '../../src/scoring/metrics.ts';
import type { EpisodeResult } from '../../src/scoring/result.ts';
import type { SuiteResults } from '../results.ts';
import { groupEpisodes, meanCell, NO_VALUE, type Row, type Table, withTrack } from '../table.ts';

type Read = Metric['read'];
const ofRevision =
  (read: (revision: NonNullable<EpisodeResult['scores']>['revision'] & object) => number | null): Read =>
  (scores) =>
    scores.revision ? read(scores.revision) : null;

const REAL: readonly [name: string, read: Read, digits: number][] = [
  ['BRS', ofRevision(({ score }) => score), 2],
  ['inertia', ofRevision(({ inertia_proper }) => inertia_proper), 2],
  ['impact', ofRevision(({ impact_discovery }) => impact_discovery), 2],
  ['seen', ofRevision(({ observed_score }) => observed_score), 2],
  ['latency', ofRevision(({ latency }) => latency), 1],
  ['known', ofRevision(({ known }) => known), 1],
  ['un-', ofRevision(({ unknown }) => unknown), 1],
  ['F1 old', ofRevision(({ f1_before }) => f1_before), 3],
  ['new', (scores) => scores.dependency_f1, 3],
];
const SHAM: readonly [name: string, read: Read, digits: number][] = [
  ['sham', ofRevision(({ score }) => score), 2],
  ['claimed', ofRevision(({ claimed_gullibility }) => claimed_gullibility), 2],
];

/** How beliefs followed changes of the code, by agent and kind, real beside sham; null without a revise phase. */
export function revisionsTable({ revisions }: SuiteResults): Table | null {
  if (revisions.length === 0) return null;
  const kind = ({ mutation }: EpisodeResult) =>
    `${mutation?.type}${mutation?.variant === 'repaired' ? ', repaired' : ''}`;
  const kinds = [...Map.groupBy(revisions, kind)].toSorted(
    ([, a], [, b]) => orderOf(a[0] as EpisodeResult) - orderOf(b[0] as EpisodeResult),
  );
  const rows = kinds.flatMap(([name, members]) =>
    [...Map.groupBy(members, ({ agent, track }) => withTrack(agent, track))].map(([agent, of]): Row => {
      const cell = (is_sham: boolean) => {
        const [group] = groupEpisodes(of.filter(({ mutation }) => mutation?.is_sham === is_sham));
        return ([, read, digits]: (typeof REAL)[number]) => (group ? meanCell(group, read, digits) : NO_VALUE);
      };
      return { group: name, cells: [agent, ...REAL.map(cell(false)), ...SHAM.map(cell(true))] };
    }),
  );
  return {
    title: 'Revision',
    columns: ['agent', ...REAL.map(([name]) => name), ...SHAM.map(([name]) => name)],
    rows,
    notes: [
      'BRS: affected elements that are right after; inertia: of those right before, the share not right after; impact: of those wrong before, the share right after; seen: BRS over elements whose source was in the belief; latency: actions to the first correction; known, un-: affected elements right and wrong before; F1 old, new: of the old and the new belief against what is true now; sham: BRS of shams, 1 − gullibility; claimed: of what the sham evidence names, the share that changed in the belief.',
      'An agent that believes nothing (null) is right of every edge yet to appear: its row is the floor.',
    ],
  };
}

function orderOf({ mutation }: EpisodeResult): number {
  return mutation ? MUTATION_TYPES.indexOf(mutation.type) : 0;
}
