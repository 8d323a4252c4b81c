import { published, publishedNote, showsPublished } from '../published/published.ts';
import { figure, meanCell, type Row, type Table } from '../table.ts';
import { type ConstructResult, type ConstructSuite, groupEpisodes } from './results.ts';

/**
 * What more budget brings: F1 of the active episodes of one eval file, a column for each budget; null if the suites of the
 * file share one budget. Only codebases that an agent finished with every budget are counted.
 */
export function budgetsTable(suites: readonly ConstructSuite[], asked?: boolean): Table | null {
  const episodes = suites.flatMap((suite) => suite.episodes).filter(({ condition }) => condition === 'active');
  const budgets = [...new Set(episodes.map(({ budget }) => budget))].toSorted((a, b) => a - b);
  if (budgets.length < 2) return null;
  const agents = Map.groupBy(episodes, ({ agent, track }) => `${agent}\n${track}`);
  const rows = [...agents.values()].map((of): Row => {
    const shared = sharedCodebases(of, budgets);
    const counted = of.filter(({ subject }) => shared.has(subject.hash));
    const cells = budgets.map((budget) => {
      const [group] = groupEpisodes(counted.filter((episode) => episode.budget === budget));
      return meanCell(group, (scores) => scores.dependency_f1);
    });
    const { agent } = of[0] as ConstructResult;
    return { group: 'active', cells: [agent, ...cells, String(shared.size)] };
  });
  const codebases = suites.flatMap((suite) => suite.codebases);
  const withPublished = showsPublished(codebases, asked);
  return {
    title: 'F1 by budget',
    columns: ['agent', ...budgets.map((budget) => `B=${budget}`), 'codebases'],
    rows: withPublished ? [...rows, ...publishedRows(budgets)] : rows,
    notes: [
      'Mean F1 over the codebases that were finished with every budget.',
      ...(withPublished ? [publishedNote()] : []),
    ],
  };
}

function sharedCodebases(episodes: readonly ConstructResult[], budgets: readonly number[]): ReadonlySet<string> {
  const hashes = new Set(episodes.map(({ subject }) => subject.hash));
  const has = (budget: number, hash: string) =>
    episodes.some((episode) => episode.budget === budget && episode.subject.hash === hash && episode.scores !== null);
  return new Set([...hashes].filter((hash) => budgets.every((budget) => has(budget, hash))));
}

function publishedRows(budgets: readonly number[]): Row[] {
  const { columns, rows } = published.budget_sweep;
  return rows.map(([method, ...values]): Row => {
    const cells = budgets.map((budget) => {
      const value = values[columns.indexOf(`B=${budget}`) - 1];
      return figure(typeof value === 'number' ? value : null);
    });
    return { group: 'published, on other codebases', cells: [String(method), ...cells, '3'] };
  });
}
