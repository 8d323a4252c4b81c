import type { Codebase } from '../../codebase/codebase.ts';
import type { Blueprint } from './blueprint.ts';

/** The blueprint of a generated codebase; undefined for one that was read from elsewhere. */
export function blueprintOf({ blueprint }: Codebase): Blueprint | undefined {
  return blueprint as Blueprint | undefined;
}
