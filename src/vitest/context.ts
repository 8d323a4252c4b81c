import type { SnapshotUpdateState } from 'vitest';
import '../../reporters/task-meta.ts';
import type { GivenRun } from '../agents/llm/run.ts';
import type { Pictures } from './annotate-pictures.ts';
import type { BaselinePlace } from './baseline-case.ts';

/** What the plugin tells the workers. */
export interface TocsContext {
  /** Absolute path of the folder for runs. */
  outputDirectory: string;
  /** Name of the Vitest project; empty for one without. */
  project: string;
  /** Root of Vitest, to which names of eval files are relative. */
  root: string;
  /** Which cases get pictures. */
  pictures: Pictures;
  /** Milliseconds that an episode may take. */
  timeout: number;
  /** Vitest runs in CI. */
  ci: boolean;
  /** How models are called, and the most that all of them may use in a run. */
  calls: GivenRun;
}

declare module 'vitest' {
  interface ProvidedContext {
    tocs?: TocsContext;
    /** The run under way; it changes with each run of a Vitest that watches. */
    tocsRun?: string;
    /** Whether baselines are written: all (`-u`), new ones (a local run), or none (CI). */
    tocsUpdate?: SnapshotUpdateState;
  }

  interface TaskMeta {
    /** Where the baseline of this case stands; known before the case runs. */
    tocsBaseline?: BaselinePlace;
  }
}
