import type { Line } from '../src/episode/recorder.ts';
import type { Axes } from '../src/episode/transcript.ts';
import type { Cell, Ended } from '../src/phases/phase.ts';
import type { Result } from '../src/scoring/result.ts';
import type { SuiteResults } from './results.ts';
import type { Table } from './table.ts';

/** What is shown: the published rows beside ours, and the intervals of the main figures. */
export interface TableOptions {
  /** By default they are shown where all codebases have the published shape. */
  published?: boolean | undefined;
  intervals: boolean;
}

/** A picture of an episode, as SVG. */
export interface Picture {
  name: string;
  svg: string;
}

/** How far a running episode is. */
export interface Progress {
  /** Budgeted actions that it takes at the most. */
  readonly steps: number;
  /** What its main figure is called; empty without one. */
  readonly label: string;
  /** Its main figure after an event, as far as it can be told; undefined where the event says nothing of it. */
  figure(event: Line): number | undefined;
}

/** How the results of a phase are shown. Tables without a row are left out. */
export interface View {
  readonly phase: string;
  /** What was run, counted, for the title of a suite: `12 episodes`. */
  headline(results: readonly Result[]): string;
  /** The tables of one suite. */
  tables(suite: SuiteResults, options: TableOptions): (Table | null)[];
  /** Tables that compare the suites of one eval file. */
  across?(suites: readonly SuiteResults[], options: TableOptions): (Table | null)[];
  /** Loads what draws charts of a suite, as SVG. */
  loadCharts?(): Promise<(suite: SuiteResults) => string[]>;
  /** What a missed threshold adds to its message. */
  explain(ended: Ended): string[];
  /** How far an episode is while it runs. */
  progress(cell: Cell, setUp: Axes): Progress;
  /** The pictures of one episode: all that they show is in its transcript, the truth and the scores. */
  pictures(ended: Ended): Promise<Picture[]>;
}
