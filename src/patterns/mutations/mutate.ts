import { remembered } from '../../base/remembered.ts';
import { changedContracts } from '../../codebase/changed-contracts.ts';
import { type Codebase, createCodebase } from '../../codebase/codebase.ts';
import { type Edge, edgeKey, type GroundTruth } from '../../codebase/ground-truth.ts';
import { truthOf } from '../blueprint/truth.ts';
import { Draw } from '../draw.ts';
import { measured } from '../drawing/fit.ts';
import { type Drawn, isDrawn } from '../drawn.ts';
import { writerOf } from '../writing/writers.ts';
import { CHANGES, type ChangedBlueprint } from './change-blueprint.ts';
import type { ClaimedElements, Mutated, MutationType, Variant } from './mutation.ts';

/** What has been made of each codebase: all who ask for a mutation get the same one, and its checks are run once. */
const made = remembered((_: Codebase) => new Map<string, Mutated>());

/**
 * Changes a drawn codebase: new files and a new ground truth. The place is chosen by the seed of the codebase and the
 * kind of mutation, the same in both languages; both variants change the same place.
 *
 * @throws Error for a codebase that was not drawn, and for one that has no place for the kind of mutation
 */
export function mutate(codebase: Codebase, type: MutationType, variant: Variant = 'broken'): Mutated {
  const known = made(codebase);
  const key = `${type} ${variant}`;
  const mutated = known.get(key) ?? change(codebase, type, variant);
  known.set(key, mutated);
  return mutated;
}

/** Whether a drawn codebase has a place for a kind of mutation: small ones may have none. */
export function hasPlace(codebase: Codebase, type: MutationType): boolean {
  return isDrawn(codebase) && changeOf(codebase, type, 'broken') !== null;
}

/** The blueprint with the change; null where there is no place for it. */
function changeOf({ blueprint }: Drawn, type: MutationType, variant: Variant): ChangedBlueprint | null {
  const draw = new Draw(`${type}:${blueprint.pattern}:${blueprint.complexity}:${blueprint.seed}`);
  return CHANGES[type](blueprint, draw, variant === 'repaired');
}

/** Edits the blueprint of a codebase, and writes it anew: files that have nothing to do with it keep their bytes. */
function change(codebase: Codebase, type: MutationType, variant: Variant): Mutated {
  if (!isDrawn(codebase))
    throw new Error(`mutate: ${codebase.id} was not drawn: mutations are changes of the blueprint of a codebase`);
  const { blueprint } = codebase;
  const changed = changeOf(codebase, type, variant);
  if (!changed) throw new Error(`mutate: ${codebase.id} has no place for ${type}`);
  const writer = writerOf(codebase.language);
  // Tests of a repaired codebase expect what it now gives; those of a broken one, and its documents, are as they were.
  const after =
    variant === 'repaired'
      ? measured(changed.blueprint)
      : { ...changed.blueprint, former: blueprint.former ?? { blueprint, without: [] } };
  const truth = { ...truthOf(after, writer), codebase_id: codebase.id };
  const before = codebase.groundTruth.invariants;
  const invariants = truth.invariants.map((one) => ({
    ...one,
    id: before.find(({ structured }) => isSame(structured, one.structured))?.id ?? one.id,
  }));
  const path = writer.path(blueprint, changed.target);
  return mutated(
    codebase,
    createCodebase(writer.write(after), { ...truth, invariants }),
    type,
    variant,
    path,
    changed.description,
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What became of a codebase, and what is to be said of it. */
function mutated(
  codebase: Codebase,
  after: Codebase,
  type: MutationType,
  variant: Variant,
  target: string,
  description: string,
): Mutated {
  const before = codebase.groundTruth;
  const claimed = changedElements(before, after.groundTruth);
  const lost = before.invariants.filter(
    ({ id }) => !after.groundTruth.invariants.some((invariant) => invariant.id === id),
  );
  return {
    codebase: after,
    mutation: {
      id: `${codebase.id} ${type} ${variant}`,
      type,
      variant,
      target_module: target,
      description,
      is_sham: false,
      affected_modules: [
        ...new Set([
          target,
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
