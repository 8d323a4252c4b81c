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

/** A belief as an agent may give it: whatever it leaves out counts as not said, and what cannot be read is passed over. */
export interface BeliefInput {
  /** By path, or as a list of which each names its `filepath`. */
  components?: Readonly<Record<string, ComponentInput>> | readonly (ComponentInput & { filepath: string })[];
  invariants?: readonly InvariantInput[];
  /** Files or directories not looked at yet. */
  unexplored?: readonly string[];
  uncertainty_summary?: string;
}

/** What is said of one source file. */
export interface ComponentInput {
  filepath?: string;
  /** `observed`: its text was read. `inferred`: it is concluded to be there. `unknown` (the default): only its name was seen. */
  status?: Component['status'];
  purpose?: string;
  exports?: readonly ExportInput[];
  edges?: readonly EdgeInput[];
  /** 0 to 1; default 0.5, as everywhere. */
  confidence?: number;
}

/** An edge out of the component in which it stands. */
export interface EdgeInput {
  /** Path of a source file. */
  target: string;
  /** Other spellings are read, too: `calls-api`. */
  type: EdgeType | (string & {});
  confidence?: number;
}

/** A function that others may call. */
export interface ExportInput {
  /** A function, or `Class.method`. */
  name: string;
  signature?: {
    params?: readonly (string | { name: string; type_hint?: string; has_default?: boolean })[];
    return_type?: string;
  };
  /** Paths of the files whose code calls it. */
  callers?: readonly string[];
  confidence?: number;
}

/** A rule that the code keeps. */
export interface InvariantInput {
  /** BOUNDARY, INTERFACE, DATAFLOW, INVARIANT or PURPOSE. */
  type?: string;
  description?: string;
  /** The rule in the form in which it is compared; without it the invariant is not counted. */
  structured?: {
    /** FORBIDDEN_EDGE, INTERFACE_ONLY, VALIDATION_CHAIN, NAMING_CONVENTION, INVARIANT or PURPOSE. */
    type: string;
    src?: string | null;
    dst?: string | null;
    via?: string | null;
    pattern?: string | null;
  } | null;
  /** Paths of files that show it. */
  evidence?: readonly string[];
  confidence?: number;
}

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
