import { type Aggregate, aggregate, type Sample } from '../src/scoring/aggregate.ts';
import { type Result, unitOf } from '../src/scoring/result.ts';

/** A table as data: every reporter draws it its own way. */
export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly Row[];
  /** What a reader must know to read the table. */
  notes: readonly string[];
}

export interface Row {
  /** Rows of one group stand together under its name. */
  group?: string;
  cells: readonly string[];
}

/** Whether a column holds words, which stand to the left, and not figures. */
export function isTextColumn({ rows }: Table, column: number): boolean {
  return column === 0 || rows.some(({ cells }) => /^[^\d–+-]/.test(cells[column] ?? ''));
}

/** Shown where there is no value. */
export const NO_VALUE = '–';

/** Three decimals, without a sign for zero. */
export function figure(value: number | null, digits = 3): string {
  if (value === null) return NO_VALUE;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** With a sign, for differences. */
export function signed(value: number | null): string {
  return value === null ? NO_VALUE : `${value > 0 ? '+' : ''}${figure(value)}`;
}

/** Results of one agent that are judged together. */
export interface Group<R extends Result = Result> {
  agent: string;
  /** Names them, e.g. `active`. */
  label: string;
  episodes: readonly R[];
}

/** What reads a figure from scores. */
export type Read<R extends Result> = (scores: NonNullable<R['scores']>) => number | null;

/** Groups results by agent and what they are judged by, in the order in which they come. */
export function groupEpisodes<R extends Result>(episodes: readonly R[]): Group<R>[] {
  const groups = Map.groupBy(episodes, ({ phase, group, agent }) => `${phase}\n${group}\n${agent}`);
  return [...groups.values()].map((members) => {
    const [{ agent, group }] = members as [R];
    return { agent, label: group, episodes: members };
  });
}

/** A figure of each episode, with the subject to which it belongs. */
export function samplesOf<R extends Result>(episodes: readonly R[], read: Read<R>): Sample[] {
  return episodes.map((episode) => ({
    codebase: unitOf(episode).id,
    value: episode.scores === null ? null : read(episode.scores as NonNullable<R['scores']>),
  }));
}

/** The mean of a figure over the subjects of a group, trials averaged within each. */
export function meanOf<R extends Result>({ episodes }: Group<R>, read: Read<R>): Aggregate {
  return aggregate(samplesOf(episodes, read));
}

/** The mean as a cell, with how many episodes finished; no value where there is no group. */
export function meanCell<R extends Result>(group: Group<R> | undefined, read: Read<R>, digits = 3): string {
  return group ? figure(meanOf(group, read).mean, digits) + finishedOfRun(group) : NO_VALUE;
}

/** ` 9/10` where fewer episodes finished than were run: no cell hides a failed episode. */
export function finishedOfRun({ episodes }: Group): string {
  const finished = episodes.filter(({ scores }) => scores !== null).length;
  return finished === episodes.length ? '' : ` ${finished}/${episodes.length}`;
}

/** Numbers in names count as numbers: `medium-2` stands before `medium-10`. */
export const byText = new Intl.Collator('en', { numeric: true }).compare;

/** So many of something, in words: `1 episode`, `2 episodes`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
