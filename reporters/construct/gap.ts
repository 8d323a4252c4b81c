import { CONDITIONS, type Condition } from '../../src/episode/condition.ts';
import { activePassiveGap, type GapPart } from '../../src/scoring/gap.ts';
import { meanCell, type Row, samplesOf, signed, type Table } from '../table.ts';
import { type ConstructSuite, groupEpisodes, type Read, withTrack } from './results.ts';

const METRICS: readonly [name: string, read: Read][] = [
  ['F1', (scores) => scores.dependency_f1],
  ['invariant F1', (scores) => scores.invariant_f1_relaxed],
  ['action AUC', (scores) => scores.action_auc],
];

/** What choosing for oneself costs or brings; null if the suite has no passive condition beside the active one. */
export function gapTable({ episodes }: ConstructSuite): Table | null {
  const conditions = new Set(episodes.map(({ condition }) => condition));
  if (!conditions.has('active') || conditions.size < 2) return null;
  const agents = Map.groupBy(groupEpisodes(episodes), ({ agent, track }) => withTrack(agent, track));
  const rows = METRICS.flatMap(([metric, read]) =>
    [...agents].map(([agent, groups]): Row => {
      const byCondition = new Map(groups.map((group) => [group.condition, group]));
      const samples = Object.fromEntries(
        groups.map(({ condition, episodes }) => [condition, samplesOf(episodes, read)]),
      ) as Parameters<typeof activePassiveGap>[0];
      const gap = activePassiveGap(samples);
      const codebases = new Set(groups.flatMap(({ episodes }) => episodes.map(({ codebase }) => codebase.id))).size;
      const part = ({ value, n }: GapPart) =>
        value === null || n === codebases ? signed(value) : `${signed(value)} ${n}/${codebases}`;
      const mean = (condition: Condition) => meanCell(byCondition.get(condition), read);
      return {
        group: metric,
        cells: [agent, ...CONDITIONS.map(mean), part(gap.total), part(gap.selection), part(gap.decision)],
      };
    }),
  );
  return {
    title: 'Active-Passive Gap',
    columns: ['agent', 'active', 'full', 'oracle', 'replay', 'total', 'selection', 'decision'],
    rows,
    notes: [
      'total = full − active, selection = oracle − active, decision = active − replay, over the codebases that both have.',
    ],
  };
}
