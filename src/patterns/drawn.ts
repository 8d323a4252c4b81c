import type { Codebase } from '../codebase/codebase.ts';
import type { Blueprint } from './blueprint/blueprint.ts';

/** A codebase that was drawn, with its blueprint. */
export interface Drawn extends Codebase {
  readonly blueprint: Blueprint;
}

export function isDrawn(codebase: Codebase): codebase is Drawn {
  return typeof codebase.blueprint === 'object' && codebase.blueprint !== null && 'units' in codebase.blueprint;
}
