import { z } from 'zod';

/** One case of a run. */
export const CaseRecord = z.object({
  project: z.string(),
  file: z.string(),
  /** Titles from the suite in, joined by ` > `. */
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped', 'pending']),
  /** Why it failed or was skipped, in a line; empty for one that passed. */
  reason: z.string(),
  /** What it had to reach, by metric; null for no bound. */
  thresholds: z.record(z.string(), z.object({ min: z.number().nullable(), max: z.number().nullable() })),
});
export type CaseRecord = z.infer<typeof CaseRecord>;

/** What a run was: enough to know later what its figures are of. */
export const RunRecord = z.object({
  /** The time of its begin and some letters, e.g. `20261130-221604-77c1`. */
  id: z.string(),
  begin: z.iso.datetime(),
  /** Null while it runs, and for a run that was killed. */
  end: z.iso.datetime().nullable(),
  /** Process that runs it. */
  pid: z.number().int(),
  /** Commit of the working tree, and whether files in it differ from that; null outside of git. */
  commit: z.string().nullable(),
  dirty: z.boolean().nullable(),
  versions: z.object({ 'vitest-tocs': z.string(), vitest: z.string(), node: z.string() }),
  /** Options of the plugin. */
  options: z.record(z.string(), z.unknown()),
  /** Arguments of the command line. */
  command: z.array(z.string()),
  /** What of all cases was asked for; empty for an unfiltered run. */
  filters: z.array(z.string()),
  /** `1/4` of a run that was split. */
  shard: z.string().nullable(),
  /** Ids of the runs that it puts together, as a merge of shards does. */
  parts: z.array(z.string()),
  /** A baseline was written in it: it is kept. */
  wrote_baseline: z.boolean(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** The name of a run that begins now. */
export function newRunId(now: Date, letters: string): string {
  const [date, time] = now.toISOString().replace(/[-:]/g, '').split(/[T.]/);
  return `${date}-${time}-${letters}`;
}
