import { nameOfPhase } from '../src/patterns/mutations/mutation.ts';
import { type Aggregate, aggregate, type Sample } from '../src/scoring/aggregate.ts';
import type { Metric } from '../src/scoring/metrics.ts';
import type { EpisodeResult } from '../src/scoring/result.ts';

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

/** The episodes of one agent under one condition and track. */
export interface Group {
  agent: string;
  condition: EpisodeResult['condition'];
  track: EpisodeResult['track'];
  /** The condition or later phase, and the track where it is not the usual one. */
  label: string;
  episodes: readonly EpisodeResult[];
}

/** Groups episodes by agent, condition and track, in the order in which they come. */
export function groupEpisodes(episodes: readonly EpisodeResult[]): Group[] {
  const phaseOf = ({ condition, mutation, exploit }: EpisodeResult) =>
    nameOfPhase({ change: mutation, exploit }) ?? condition;
  const groups = Map.groupBy(episodes, (episode) => `${phaseOf(episode)}\n${episode.track}\n${episode.agent}`);
  return [...groups.values()].map((members) => {
    const [first] = members as [EpisodeResult];
    const { agent, condition, track } = first;
    return { agent, condition, track, label: withTrack(phaseOf(first), track), episodes: members };
  });
}

/** The name, and the track where it is not the usual one. */
export function withTrack(name: string, track: Group['track']): string {
  return track === 'scratchpad' ? name : `${name}, ${track}`;
}

/** A figure of each episode, with the codebase to which it belongs. */
export function samplesOf(episodes: readonly EpisodeResult[], read: Metric['read']): Sample[] {
  return episodes.map(({ codebase, scores }) => ({ codebase: codebase.id, value: scores && read(scores) }));
}

/** The mean of a figure over the codebases of a group, trials averaged within each. */
export function meanOf({ episodes }: Group, read: Metric['read']): Aggregate {
  return aggregate(samplesOf(episodes, read));
}

/** The mean as a cell, with how many episodes finished; no value where there is no group. */
export function meanCell(group: Group | undefined, read: Metric['read'], digits = 3): string {
  return group ? figure(meanOf(group, read).mean, digits) + finishedOfRun(group) : NO_VALUE;
}

/** ` 9/10` where fewer episodes finished than were run: no cell hides a failed episode. */
export function finishedOfRun({ episodes }: Group): string {
  const finished = episodes.filter(({ scores }) => scores !== null).length;
  return finished === episodes.length ? '' : ` ${finished}/${episodes.length}`;
}
