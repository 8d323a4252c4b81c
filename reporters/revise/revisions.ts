import { MUTATION_TYPES, type MutationType } from '../../src/patterns/mutations/mutation.ts';
import type { ReviseScores } from '../../src/phases/revise/scores.ts';
import type { Result } from '../../src/scoring/result.ts';
import type { SuiteResults } from '../results.ts';
import { groupEpisodes, meanCell, NO_VALUE, type Read as ReadOf, type Row, type Table } from '../table.ts';

type ReviseResult = Result<ReviseScores>;
type Read = ReadOf<ReviseResult>;
const ofRevision =
  (read: (revision: ReviseScores['revision']) => number | null): Read =>
  ({ revision }) =>
    read(revision);

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
export function revisionsTable({ results }: SuiteResults): Table | null {
  const revisions = results.filter(({ phase }) => phase === 'revise') as ReviseResult[];
  if (revisions.length === 0) return null;
  const kinds = [...Map.groupBy(revisions, kindOf)].toSorted(([a], [b]) => orderOf(a) - orderOf(b));
  const rows = kinds.flatMap(([name, members]) =>
    [...Map.groupBy(members, nameOf)].map(([agent, of]): Row => {
      const cell = (isSham: boolean) => {
        const [group] = groupEpisodes(of.filter((result) => changeOf(result).endsWith(' sham') === isSham));
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

/** `boundary_breach repaired sham`. */
function changeOf({ axes }: ReviseResult): string {
  return String(axes.change);
}

/** The kind of change, whether real or a sham. */
function kindOf(result: ReviseResult): string {
  const [type, variant] = changeOf(result).split(' ');
  return variant === 'repaired' ? `${type}, repaired` : String(type);
}

function nameOf({ agent, axes: { track } }: ReviseResult): string {
  return track === 'scratchpad' ? agent : `${agent}, ${track}`;
}

function orderOf(kind: string): number {
  return MUTATION_TYPES.indexOf(kind.split(',')[0] as MutationType);
}
