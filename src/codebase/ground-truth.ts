import { z } from 'zod';

/** The four kinds of dependency that an agent is asked about, in the order in which tables show them. */
export const EDGE_TYPES = ['IMPORTS', 'CALLS_API', 'DATA_FLOWS_TO', 'REGISTRY_WIRES'] as const;
export const EdgeType = z.enum(EDGE_TYPES);
export type EdgeType = z.infer<typeof EdgeType>;

/** What an invariant is about. */
export const INVARIANT_TYPES = ['INTERFACE', 'DATAFLOW', 'BOUNDARY', 'INVARIANT', 'PURPOSE'] as const;
/** The machine-comparable forms that an invariant can take. */
export const CONSTRAINT_TYPES = [
  'FORBIDDEN_EDGE',
  'INTERFACE_ONLY',
  'VALIDATION_CHAIN',
  'NAMING_CONVENTION',
  'INVARIANT',
  'PURPOSE',
] as const;

/** A dependency of one module on another; endpoints are file paths. */
export const Edge = z.object({
  source: z.string(),
  target: z.string(),
  type: EdgeType,
  /** The files that together show the edge; without it the source alone shows it. */
  evidence: z.array(z.string()).optional(),
});
export type Edge = z.infer<typeof Edge>;

const absent = z.string().nullish();

const Parameter = z.object({
  name: z.string(),
  type_hint: z.string().default(''),
  has_default: z.boolean().default(false),
});
export const Signature = z.object({
  params: z.array(Parameter).default([]),
  return_type: z.string().default(''),
});
export type Signature = z.infer<typeof Signature>;

/** An exported API, what it takes and returns, and the modules that call it. */
export const Contract = z.object({
  name: z.string(),
  module: z.string(),
  signature: Signature,
  callers: z.array(z.string()).default([]),
});
export type Contract = z.infer<typeof Contract>;

/** The comparable form of an invariant. Absent, null and the empty string mean the same: not said. */
export const Constraint = z.object({
  type: z.string(),
  src: absent,
  dst: absent,
  via: absent,
  pattern: absent,
});
export type Constraint = z.infer<typeof Constraint>;

export const Invariant = z.object({
  id: z.string(),
  type: z.enum(INVARIANT_TYPES),
  description: z.string().default(''),
  structured: Constraint.nullish(),
  involved_modules: z.array(z.string()).default([]),
  rationale: z.string().default(''),
  evidence_types: z.array(z.string()).default([]),
  evidence_locations: z.array(z.string()).default([]),
});
export type Invariant = z.infer<typeof Invariant>;

export const DesignRationale = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  affected_modules: z.array(z.string()).default([]),
  downstream_effects: z.array(z.string()).default([]),
});
export type DesignRationale = z.infer<typeof DesignRationale>;

export const Module = z.object({
  filepath: z.string(),
  purpose: z.string().default(''),
  exports: z.array(z.string()).default([]),
  /** A view of `dependency_edges`, for readers; scoring never reads it. */
  edges: z.array(z.object({ target: z.string(), type: EdgeType })).default([]),
});
export type Module = z.infer<typeof Module>;

/** The true architecture of a codebase, field for field as the published ToCS `ground_truth.json`. */
export const GroundTruth = z.object({
  codebase_id: z.string(),
  pattern: z.string(),
  complexity: z.string(),
  language: z.string().default('python'),
  modules: z.record(z.string(), Module),
  invariants: z.array(Invariant).default([]),
  design_rationales: z.array(DesignRationale).default([]),
  dependency_edges: z.array(Edge),
  contracts: z.array(Contract).default([]),
});
export type GroundTruth = z.infer<typeof GroundTruth>;

/** The identity of an edge: two edges are the same when source, target and type are equal strings. */
export function edgeKey(edge: { source: string; target: string; type: string }): string {
  return `${edge.source}\n${edge.target}\n${edge.type}`;
}
