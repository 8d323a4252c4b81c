import { z } from 'zod';
import { CONDITIONS, TRACKS } from '../episode/condition.ts';
import { MetricComparison } from './compare.ts';

/** What the comparison of one group with its baseline came to. */
export const GroupVerdicts = z.object({
  suite: z.string(),
  agent: z.string(),
  condition: z.enum(CONDITIONS),
  track: z.enum(TRACKS),
  /** Of a phase after the first: which, e.g. `revise boundary_breach real`. */
  phase: z.string().optional(),
  strict: z.boolean(),
  comparisons: z.array(MetricComparison),
});
export type GroupVerdicts = z.infer<typeof GroupVerdicts>;
