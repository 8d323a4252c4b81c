import { z } from 'zod';
import { CONSTRAINT_TYPES, EdgeType, INVARIANT_TYPES } from '../codebase/ground-truth.ts';
import { STATUSES } from './belief.ts';

const Confidence = z.number().describe('from 0 to 1');

/**
 * A belief in the form in which models are asked for it: every field required and no free keys, as strict structured
 * output wants, so components are a list. It is read like any other belief.
 */
export const BeliefAnswer = z.strictObject({
  components: z.array(
    z.strictObject({
      filepath: z.string().describe('path of a source file from the root'),
      status: z.enum(STATUSES),
      purpose: z.string().describe('what the file is for, in a few words'),
      exports: z.array(
        z.strictObject({
          name: z.string().describe('function, or Class.method'),
          signature: z.strictObject({
            params: z.array(z.strictObject({ name: z.string(), type_hint: z.string(), has_default: z.boolean() })),
            return_type: z.string(),
          }),
          callers: z.array(z.string()).describe('paths of the files whose code calls it'),
          confidence: Confidence,
        }),
      ),
      edges: z.array(
        z.strictObject({
          target: z.string().describe('path of a source file'),
          type: EdgeType,
          confidence: Confidence,
        }),
      ),
      confidence: Confidence,
    }),
  ),
  invariants: z.array(
    z.strictObject({
      type: z.enum(INVARIANT_TYPES),
      description: z.string(),
      structured: z.strictObject({
        type: z.enum(CONSTRAINT_TYPES),
        src: z.string().nullable(),
        dst: z.string().nullable(),
        via: z.string().nullable(),
        pattern: z.string().nullable(),
      }),
      evidence: z.array(z.string()).describe('paths of files that show it'),
      confidence: Confidence,
    }),
  ),
  unexplored: z.array(z.string()).describe('files or directories not looked at yet'),
  uncertainty_summary: z.string(),
});
export type BeliefAnswer = z.infer<typeof BeliefAnswer>;

/** Which fields of a belief are asked for: those that a score uses, or `purpose`, `evidence` and `uncertainty_summary`, too. */
export const BELIEF_FIELDS = ['scored', 'all'] as const;
export type BeliefFields = (typeof BELIEF_FIELDS)[number];

/** The same without what no score uses. */
const ScoredAnswer = BeliefAnswer.omit({ uncertainty_summary: true }).extend({
  components: z.array(BeliefAnswer.shape.components.element.omit({ purpose: true })),
  invariants: z.array(BeliefAnswer.shape.invariants.element.omit({ evidence: true })),
});

/** The JSON Schema of an answer, for structured output. */
export function beliefJsonSchema(fields: BeliefFields): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(fields === 'all' ? BeliefAnswer : ScoredAnswer);
  return schema;
}
