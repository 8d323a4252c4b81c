import type { SnapshotUpdateState } from 'vitest';
import type { GivenRun } from '../agents/llm/run.ts';
import type { Measurement } from '../gate/baseline.ts';
import type { GroupVerdicts } from '../gate/verdicts.ts';
import type { AnyScores } from '../phases/phases.ts';
import type { Result } from '../scoring/result.ts';
import type { Pictures } from './annotate-pictures.ts';
import type { BaselinePlace } from './baseline-case.ts';

/** What the plugin tells the workers. */
export interface TocsContext {
  /** Absolute path of the folder for runs. */
  outputDirectory: string;
  /** Name of the Vitest project; empty for one without. */
  project: string;
  /** Root of the project, to which names of eval files are relative. */
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
    /** It is a case of one of our suites. */
    tocsCase?: true;
    /** The episode of this case, with its scores. */
    tocs?: Result<AnyScores>;
    /** Episodes that this case gathered and that have no case of their own in this run. */
    tocsGathered?: Result[] | undefined;
    /** Where the baseline of this case stands; known before the case runs. */
    tocsBaseline?: BaselinePlace;
    /** What is to be written there. */
    tocsBaselineWrite?: { measurement: Measurement };
    /** What the comparison with the baseline came to. */
    tocsVerdicts?: GroupVerdicts;
    /** In a dry run: the most model calls that the episode of this case can make. */
    tocsMostCalls?: number;
  }
}
