import { remembered } from '../../base/remembered.ts';
import { changedContracts } from '../../codebase/changed-contracts.ts';
import { type Codebase, createCodebase } from '../../codebase/codebase.ts';
import { type Edge, edgeKey, type GroundTruth } from '../../codebase/ground-truth.ts';
import { Draw } from '../draw.ts';
import { blueprintOf } from '../pipeline/blueprint-of.ts';
import { dialectOf } from '../pipeline/dialects.ts';
import { breachBoundary } from './boundary-breach.ts';
import { shiftDependency } from './dependency-shift.ts';
import { breakInterface } from './interface-break.ts';
import { violateInvariant } from './invariant-violation.ts';
import type { ClaimedElements, Mutated, MutationType, Variant } from './mutation.ts';
import { type Change, Site } from './site.ts';
import { syntaxOf } from './syntax.ts';

const KINDS: Readonly<Record<MutationType, (site: Site) => Change>> = {
  interface_break: breakInterface,
  dependency_shift: shiftDependency,
  boundary_breach: breachBoundary,
  invariant_violation: violateInvariant,
};

/** What has been made of each codebase: all who ask for a mutation get the same one, and its checks are run once. */
const made = remembered((_: Codebase) => new Map<string, Mutated>());

/**
 * Changes a generated codebase: new files and a new ground truth. The place is chosen by the seed of the codebase and the
 * kind of mutation, the same in both languages; both variants change the same place.
 *
 * @throws Error for a codebase that was not generated: where it can be changed is chosen from its blueprint
 */
export function mutate(codebase: Codebase, type: MutationType, variant: Variant = 'broken'): Mutated {
  const known = made(codebase);
  const key = `${type} ${variant}`;
  const mutated = known.get(key) ?? change(codebase, type, variant);
  known.set(key, mutated);
  return mutated;
}

function change(codebase: Codebase, type: MutationType, variant: Variant): Mutated {
  const blueprint = blueprintOf(codebase);
  if (!blueprint) {
    throw new Error(`mutate: ${codebase.id} was not generated: mutations are chosen from the blueprint of a codebase`);
  }
  const { seed, complexity, diversity } = blueprint;
  const site = new Site(codebase, {
    blueprint,
    dialect: dialectOf(codebase.language, blueprint),
    syntax: syntaxOf(codebase.language),
    repaired: variant === 'repaired',
    draw: new Draw(`${type}:${diversity}:${complexity}:${seed}`),
  });
  const { target, description } = KINDS[type](site);
  const before = codebase.groundTruth;
  const after = site.finish();
  const claimed = changedElements(before, after);
  const lost = before.invariants.filter(({ id }) => !after.invariants.some((invariant) => invariant.id === id));
  return {
    codebase: createCodebase(site.files, after),
    mutation: {
      id: `${codebase.id} ${type} ${variant}`,
      type,
      variant,
      target_module: site.path(target),
      description,
      is_sham: false,
      affected_modules: [
        ...new Set([
          site.path(target),
          ...claimed.edges.flatMap((edge) => [edge.source, edge.target]),
          ...claimed.contracts.map(({ module }) => module),
        ]),
      ].toSorted(),
      affected_invariants: lost.map(({ id }) => id),
      claimed_elements: claimed,
    },
  };
}

/** The sham of a mutation: its evidence is shown, and the codebase stays as it was. */
export function shamOf(codebase: Codebase, { mutation }: Mutated): Mutated {
  return { codebase, mutation: { ...mutation, id: `${mutation.id} sham`, is_sham: true } };
}

/** Edges that are true before or after but not both, and exports whose parameters changed. */
function changedElements(before: GroundTruth, after: GroundTruth): ClaimedElements {
  const only = (of: readonly Edge[], other: readonly Edge[]) => {
    const keys = new Set(other.map(edgeKey));
    return of.filter((edge) => !keys.has(edgeKey(edge)));
  };
  const edges = [
    ...only(before.dependency_edges, after.dependency_edges),
    ...only(after.dependency_edges, before.dependency_edges),
  ];
  const contracts = changedContracts(before, after).map(([{ module, name }]) => ({ module, name }));
  return { edges, contracts };
}
