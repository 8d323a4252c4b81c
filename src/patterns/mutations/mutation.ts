import { z } from 'zod';
import type { Codebase } from '../../codebase/codebase.ts';
import { Edge } from '../../codebase/ground-truth.ts';

/** How a codebase can change under an agent that knows it. */
export const MUTATION_TYPES = [
  'interface_break',
  'dependency_shift',
  'boundary_breach',
  'invariant_violation',
] as const;
export type MutationType = (typeof MUTATION_TYPES)[number];

/**
 * `broken`: whoever depends on what changed was left as it was, so that a check of the codebase fails. `repaired`: callers,
 * importers and tests follow, and all checks pass.
 */
export const VARIANTS = ['broken', 'repaired'] as const;
export type Variant = (typeof VARIANTS)[number];

/** What evidence of a sham claims to have changed. */
export const ClaimedElements = z.object({
  edges: z.array(Edge),
  /** Exports whose parameters are claimed to have changed. */
  contracts: z.array(z.object({ module: z.string(), name: z.string() })),
});
export type ClaimedElements = z.infer<typeof ClaimedElements>;

/** A change of a codebase, or the claim of one. */
export const Mutation = z.object({
  id: z.string(),
  type: z.enum(MUTATION_TYPES),
  variant: z.enum(VARIANTS),
  target_module: z.string(),
  description: z.string(),
  /** The evidence of the change is shown, and the code stays as it was. */
  is_sham: z.boolean(),
  affected_modules: z.array(z.string()),
  /** Ids of invariants that no longer hold. */
  affected_invariants: z.array(z.string()),
  /** What the evidence names; of a real mutation it is what changed. */
  claimed_elements: ClaimedElements,
});
export type Mutation = z.infer<typeof Mutation>;

/** A codebase after a mutation. */
export interface Mutated {
  readonly codebase: Codebase;
  readonly mutation: Mutation;
}

/** The edges that a change is about. An interface break is about a contract alone: edges that its run no longer shows are not. */
export function edgesOfChange({ type, claimed_elements: { edges } }: Mutation): ClaimedElements['edges'] {
  return type === 'interface_break' ? [] : edges;
}

/** A kind of change as reports and baselines name it, e.g. `boundary_breach sham`. */
export function nameOfChange({ type, variant, is_sham }: Pick<Mutation, 'type' | 'variant' | 'is_sham'>): string {
  return [type, ...(variant === 'broken' ? [] : [variant]), is_sham ? 'sham' : 'real'].join(' ');
}
