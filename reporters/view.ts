import type { Ended } from '../src/phases/phase.ts';
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

/** How the results of a phase are shown. Tables without a row are left out. */
export interface View {
  readonly phase: string;
  /** The tables of one suite. */
  tables(suite: SuiteResults, options: TableOptions): (Table | null)[];
  /** Tables that compare the suites of one eval file. */
  across?(suites: readonly SuiteResults[], options: TableOptions): (Table | null)[];
  /** Loads what draws charts of a suite, as SVG. */
  loadCharts?(): Promise<(suite: SuiteResults) => string[]>;
  /** The pictures of one episode: all that they show is in its transcript, the truth and the scores. */
  pictures(ended: Ended): Promise<Picture[]>;
}
