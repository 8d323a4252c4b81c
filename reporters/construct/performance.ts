import { published, publishedNote, showsPublished } from '../published/published.ts';
import { figure, finishedOfRun, meanOf, NO_VALUE, type Row, type Table } from '../table.ts';
import { type ConstructSuite, type Group, groupEpisodes, type Read } from './results.ts';

type PublishedRow = readonly (string | number | null)[];

/** A row for each agent, grouped by condition: the measures that lead, or, where published rows stand beside them, those of the paper. */
export function performanceTable(results: ConstructSuite, asked?: boolean): Table {
  const withPublished = showsPublished(results.codebases, asked) && (asked === true || inPublishedSetting(results));
  const columns = columnsOf(hasBeyond(results), withPublished);
  const own = groupEpisodes(results.episodes).map(
    (group): Row => ({ group: group.label, cells: cellsOf(group, columns) }),
  );
  const theirs = withPublished ? publishedRows(columns) : [];
  const notes = [
    withPublished
      ? 'Mean over codebases ± half-range; AUC and invariant F1 as in ToCS; files: mean OPENs an episode.'
      : 'Means over codebases, ± half-range; AUC: under F1 by action, over the whole budget; invariants: F1, every field equal; files: OPENs.',
  ];
  if (columns.some(({ name }) => name === 'beyond names'))
    notes.push('beyond names: F1 of the edges that file names alone do not give away.');
  const prompts = promptsOf(results);
  if (prompts) notes.push(prompts);
  if (withPublished) notes.push(publishedNote());
  return {
    title: 'Performance',
    columns: ['agent', ...columns.map(({ name }) => name), 'episodes'],
    rows: [...own, ...theirs],
    notes,
  };
}

/** A figure of the table, and where a published row has it: its mean, and half of the range over codebases. */
interface Column {
  name: string;
  read: Read;
  digits?: number;
  /** It is shown with half of its range. */
  spread?: true;
  published?: readonly [mean: string, halfRange?: string];
}

function columnsOf(beyond: boolean, withPublished: boolean): readonly Column[] {
  const asPublished: Column[] = [
    { name: 'action AUC', read: (s) => s.action_auc, spread: true, published: ['action_auc', 'action_auc_half_range'] },
    {
      name: 'invariant F1',
      read: (s) => s.invariant_f1_relaxed,
      spread: true,
      published: ['invariant_f1_relaxed', 'invariant_f1_half_range'],
    },
  ];
  const leading: Column[] = [
    { name: 'invariants', read: (s) => s.invariant_f1 },
    { name: 'AUC', read: (s) => s.action_auc_budget },
  ];
  return [
    ...(beyond
      ? [{ name: 'beyond names', read: (s) => s.dependency_f1_beyond_names, spread: true } as const satisfies Column]
      : []),
    {
      name: 'F1',
      read: (s) => s.dependency_f1,
      spread: true,
      published: ['dependency_f1', 'dependency_f1_half_range'],
    },
    { name: 'precision', read: (s) => s.dependency_precision, published: ['precision'] },
    { name: 'recall', read: (s) => s.dependency_recall, published: ['recall'] },
    ...(withPublished ? asPublished : leading),
    { name: 'files', read: (s) => s.files_opened, digits: 1, published: ['files_opened'] },
  ];
}

/** Whether it is known of some codebase what names alone give away. */
export function hasBeyond({ episodes }: ConstructSuite): boolean {
  return episodes.some(({ scores }) => typeof scores?.dependency_f1_beyond_names === 'number');
}

/** Whether all episodes had the published budget and probe interval. */
function inPublishedSetting({ episodes }: ConstructSuite): boolean {
  const { budget, probe_interval } = published.settings;
  return episodes.every((episode) => episode.budget === budget && episode.probe_every === probe_interval);
}

/** Prompts move scores, so every table of scores says by which they were made. */
function promptsOf({ episodes }: ConstructSuite): string | null {
  const byAgent = new Map(
    episodes.filter(({ prompt_hash }) => prompt_hash !== '').map(({ agent, prompt_hash }) => [agent, prompt_hash]),
  );
  const hashes = [...new Set(byAgent.values())];
  if (hashes.length === 0) return null;
  if (hashes.length === 1) return `Prompts ${hashes[0]}.`;
  return `Prompts: ${[...byAgent].map(([agent, hash]) => `${agent} ${hash}`).join(', ')}.`;
}

function cellsOf(group: Group, columns: readonly Column[]): string[] {
  const finished = finishedOfRun(group);
  const cells = columns.map(({ read, digits = 3, spread }) => {
    const { mean, half_range } = meanOf(group, read);
    if (!spread) return figure(mean, digits);
    return mean === null ? NO_VALUE : `${figure(mean)} ±${figure(half_range)}`;
  });
  return [group.agent, ...cells.map((cell) => cell + finished), String(group.episodes.length)];
}

/** The published rows, which are an agent's on other codebases. */
function publishedRows(columns: readonly Column[]): Row[] {
  const figureOf = (row: PublishedRow, name: string | undefined): number | null => {
    const value = name === undefined ? undefined : row[published.performance_columns.indexOf(name)];
    return typeof value === 'number' ? value : null;
  };
  return (published.performance as PublishedRow[]).map((row) => ({
    group: 'published, on other codebases',
    cells: [
      String(row[0]),
      ...columns.map(({ digits = 3, published: names }) => {
        const [value, half] = [figureOf(row, names?.[0]), figureOf(row, names?.[1])];
        const text = figure(value, digits === 3 ? 3 : 0);
        return half === null ? text : `${text} ±${figure(half)}`;
      }),
      '3',
    ],
  }));
}
