import { z } from 'zod';
import { MetricComparison } from './compare.ts';

/** What the comparison of one group with its baseline came to. */
export const GroupVerdicts = z.object({
  suite: z.string(),
  agent: z.string(),
  /** Names the episodes, e.g. `active`, or `revise boundary_breach real`. */
  group: z.string(),
  strict: z.boolean(),
  comparisons: z.array(MetricComparison),
});
export type GroupVerdicts = z.infer<typeof GroupVerdicts>;
