import { z } from 'zod';
import { Constraint, EdgeType, Signature } from '../codebase/ground-truth.ts';

/** How sure an agent is: 0 (not at all) to 1 (certain). */
const Confidence = z.number().min(0).max(1).default(0.5);

export const STATUSES = ['observed', 'inferred', 'unknown'] as const;

export const BelievedExport = z.object({
  name: z.string(),
  signature: Signature.prefault({}),
  callers: z.array(z.string()).default([]),
  confidence: Confidence,
});
export type BelievedExport = z.infer<typeof BelievedExport>;

/** An outgoing edge; its source is the component in which it stands. */
export const BelievedEdge = z.object({ target: z.string(), type: EdgeType, confidence: Confidence });
export type BelievedEdge = z.infer<typeof BelievedEdge>;

export const Component = z.object({
  filepath: z.string(),
  status: z.enum(STATUSES).default('unknown'),
  purpose: z.string().default(''),
  exports: z.array(BelievedExport).default([]),
  edges: z.array(BelievedEdge).default([]),
  confidence: Confidence,
});
export type Component = z.infer<typeof Component>;

export const BelievedInvariant = z.object({
  type: z.string(),
  description: z.string().default(''),
  structured: Constraint.nullable().default(null),
  evidence: z.array(z.string()).default([]),
  confidence: Confidence,
});
export type BelievedInvariant = z.infer<typeof BelievedInvariant>;

/** What an agent wrote down at a probe (ToCS calls it a cognitive map). */
export const Belief = z.object({
  /** Budgeted actions taken when it was written. Always set by the harness. */
  step: z.number().int().min(0),
  components: z.record(z.string(), Component).default({}),
  invariants: z.array(BelievedInvariant).default([]),
  unexplored: z.array(z.string()).default([]),
  uncertainty_summary: z.string().default(''),
});
export type Belief = z.infer<typeof Belief>;

/** A belief that says nothing. It is a belief: it scores zero, unlike an answer that holds none. */
export function emptyBelief(step = 0): Belief {
  return { step, components: {}, invariants: [], unexplored: [], uncertainty_summary: '' };
}

/** An edge of a belief with its source spelled out. */
export interface PredictedEdge extends BelievedEdge {
  source: string;
}

/** All edges that a belief states, repeated ones included, in the order stated. */
export function predictedEdges(belief: Belief): PredictedEdge[] {
  return Object.entries(belief.components).flatMap(([source, component]) =>
    component.edges.map((edge) => ({ source, target: edge.target, type: edge.type, confidence: edge.confidence })),
  );
}
