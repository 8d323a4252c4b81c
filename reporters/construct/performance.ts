import { published, publishedNote, showsPublished } from '../published/published.ts';
import { figure, finishedOfRun, meanOf, NO_VALUE, type Row, type Table } from '../table.ts';
import { type ConstructSuite, type Group, groupEpisodes, type Read } from './results.ts';

type PublishedRow = readonly (string | number | null)[];

/** The papers' main table: a row for each agent, grouped by condition. */
export function performanceTable(results: ConstructSuite, asked?: boolean): Table {
  const withPublished = showsPublished(results.codebases, asked) && (asked === true || inPublishedSetting(results));
  const beyond = hasBeyond(results);
  const own = groupEpisodes(results.episodes).map(
    (group): Row => ({ group: group.label, cells: cellsOf(group, beyond) }),
  );
  const theirs = withPublished ? publishedRows(beyond) : [];
  const notes = [
    'F1, AUC and invariant F1: mean over codebases ± half-range; AUC as in ToCS; files: mean OPENs an episode.',
  ];
  if (beyond) notes.push('beyond names: F1 of the edges that file names alone do not give away.');
  const prompts = promptsOf(results);
  if (prompts) notes.push(prompts);
  if (withPublished) notes.push(publishedNote());
  return {
    title: 'Performance',
    columns: [
      'agent',
      ...(beyond ? ['beyond names'] : []),
      'F1',
      'precision',
      'recall',
      'action AUC',
      'invariant F1',
      'files',
      'episodes',
    ],
    rows: [...own, ...theirs],
    notes,
  };
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

function cellsOf(group: Group, beyond: boolean): string[] {
  const spread = (read: Read) => {
    const { mean, half_range } = meanOf(group, read);
    return mean === null ? NO_VALUE : `${figure(mean)} ±${figure(half_range)}`;
  };
  const plain = (read: Read, digits = 3) => figure(meanOf(group, read).mean, digits);
  const cells = [
    ...(beyond ? [spread((scores) => scores.dependency_f1_beyond_names)] : []),
    spread((scores) => scores.dependency_f1),
    plain((scores) => scores.dependency_precision),
    plain((scores) => scores.dependency_recall),
    spread((scores) => scores.action_auc),
    spread((scores) => scores.invariant_f1_relaxed),
    plain((scores) => scores.files_opened, 1),
  ];
  const finished = finishedOfRun(group);
  return [group.agent, ...cells.map((cell) => cell + finished), String(group.episodes.length)];
}

/** The published rows, which are an agent's on other codebases. */
function publishedRows(beyond: boolean): Row[] {
  const column = (row: PublishedRow, name: string): number | null => {
    const value = row[published.performance_columns.indexOf(name)];
    return typeof value === 'number' ? value : null;
  };
  return (published.performance as PublishedRow[]).map((row) => {
    const spread = (name: string, range: string) => {
      const half = column(row, range);
      const value = figure(column(row, name));
      return half === null ? value : `${value} ±${figure(half)}`;
    };
    return {
      group: 'published, on other codebases',
      cells: [
        String(row[0]),
        ...(beyond ? [NO_VALUE] : []),
        spread('dependency_f1', 'dependency_f1_half_range'),
        figure(column(row, 'precision')),
        figure(column(row, 'recall')),
        spread('action_auc', 'action_auc_half_range'),
        spread('invariant_f1_relaxed', 'invariant_f1_half_range'),
        figure(column(row, 'files_opened'), 0),
        '3',
      ],
    };
  });
}
