import { aggregate } from '../../src/scoring/aggregate.ts';
import type { Result } from '../../src/scoring/result.ts';
import type { Scores } from '../../src/scoring/scores.ts';
import type { Usage } from '../../src/scoring/usage.ts';
import type { SuiteResults } from '../results.ts';
import { figure, groupEpisodes, NO_VALUE, type Row, type Table } from '../table.ts';

/** What models used, a mean episode; null if no model was called. Failed episodes count: they were paid for. */
export function usageTable({ results }: SuiteResults): Table | null {
  const used = results.filter(({ usage }) => usage !== null);
  if (used.length === 0) return null;
  const rows = groupEpisodes(used).map((group): Row => {
    const mean = (read: (usage: Usage, episode: Result) => number | null) =>
      aggregate(
        group.episodes.map((episode) => ({
          codebase: episode.subject.id,
          value: episode.usage && read(episode.usage, episode),
        })),
      ).mean;
    const thousand = (read: (usage: Usage) => number | null) => {
      const value = mean(read);
      return figure(value === null ? null : value / 1000, 1);
    };
    return {
      group: group.label,
      cells: [
        group.agent,
        figure(
          mean(({ calls }) => calls),
          1,
        ),
        figure(
          mean(({ retries }) => retries),
          1,
        ),
        thousand(({ input }) => input),
        thousand(({ cached }) => cached),
        thousand(({ output }) => output),
        thousand(({ reasoning }) => reasoning),
        thousand(({ latency_ms }) => latency_ms),
        figure(
          mean((_, { wall_ms }) => (wall_ms === undefined ? null : wall_ms / 1000)),
          1,
        ),
        figure(
          mean(({ cost }) => cost),
          4,
        ),
        costPerEdge(group.episodes),
      ],
    };
  });
  const recorded = used.reduce((sum, { usage }) => sum + (usage?.recorded ?? 0), 0);
  const all = used.reduce((sum, { usage }) => sum + (usage?.calls ?? 0), 0);
  return {
    title: 'Usage',
    columns: [
      'agent',
      'calls',
      'retries',
      'k in',
      'k cached',
      'k out',
      'k reason',
      's model',
      's wall',
      'cost',
      'cost/edge',
    ],
    rows,
    notes: [
      `Means over codebases; tokens in thousands, times in seconds. ${recorded} of ${all} calls were taken from recordings.`,
      'Costs are those of making the calls, in the currency of the prices given, also where they were recorded.',
    ],
  };
}

/** What one correct edge of the final beliefs cost. */
function costPerEdge(episodes: readonly Result[]): string {
  let cost = 0;
  let edges = 0;
  let known = false;
  for (const { usage, scores } of episodes) {
    if (usage?.cost === null || usage?.cost === undefined) continue;
    known = true;
    cost += usage.cost;
    const { by_type } = (scores ?? {}) as Partial<Scores>;
    edges += by_type ? Object.values(by_type).reduce((sum, { matched }) => sum + matched, 0) : 0;
  }
  return known && edges > 0 ? figure(cost / edges, 5) : NO_VALUE;
}
