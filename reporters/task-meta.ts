import type { Measurement } from '../src/gate/baseline.ts';
import type { GroupVerdicts } from '../src/gate/verdicts.ts';
import type { AnyScores } from '../src/phases/phases.ts';
import type { Result } from '../src/scoring/result.ts';

/** What cases tell the reporters: Vitest carries it from the workers. */
declare module 'vitest' {
  interface TaskMeta {
    /** It is a case of one of our suites. */
    tocsCase?: true;
    /** Id of the run in which it ran. */
    tocsRun?: string;
    /** What it has to reach, by metric; null for no bound. */
    tocsThresholds?: Record<string, { min: number | null; max: number | null }>;
    /** Its suite says itself that it is not to run. */
    tocsSkipped?: true;
    /** The episode of this case, with its scores. */
    tocs?: Result<AnyScores>;
    /** Episodes that this case gathered and that have no case of their own in this run. */
    tocsGathered?: Result[] | undefined;
    /** What is to be written there. */
    tocsBaselineWrite?: { measurement: Measurement };
    /** What the comparison with the baseline came to. */
    tocsVerdicts?: GroupVerdicts;
    /** In a dry run: the most model calls that the episode of this case can make. */
    tocsMostCalls?: number;
  }
}
