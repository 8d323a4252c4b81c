import type { Codebase } from '../../codebase/codebase.ts';
import type { Blueprint } from './blueprint.ts';

/** The blueprint of a pipeline that is varied or published; undefined for any other codebase. */
export function blueprintOf({ blueprint }: Codebase): Blueprint | undefined {
  return blueprint !== undefined && 'stages' in (blueprint as object) ? (blueprint as Blueprint) : undefined;
}
