import type { Codebase } from '../codebase.ts';
import type { Blueprint } from './blueprint.ts';

const blueprints = new WeakMap<Codebase, Blueprint>();

/** Remembers by which blueprint a codebase was made. */
export function withBlueprint(codebase: Codebase, blueprint: Blueprint): Codebase {
  blueprints.set(codebase, blueprint);
  return codebase;
}

/** The blueprint of a generated codebase; undefined for one that was read from elsewhere. */
export function blueprintOf(codebase: Codebase): Blueprint | undefined {
  return blueprints.get(codebase);
}
