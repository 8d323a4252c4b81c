import type { Codebase } from '../codebase/codebase.ts';
import type { Blueprint } from './blueprint/blueprint.ts';

/** A codebase that was drawn, with its blueprint. */
export interface Drawn extends Codebase {
  readonly blueprint: Blueprint;
}

/** Why a phase cannot take codebases: one was not drawn. Null where all were. */
export function whyNotDrawn(codebases: readonly Codebase[], phase: string): string | null {
  const foreign = codebases.find((codebase) => !isDrawn(codebase));
  return foreign
    ? `${foreign.id} was not drawn from a blueprint, of which mutations and questions are made: leave the phase ${phase} out`
    : null;
}

export function isDrawn(codebase: Codebase): codebase is Drawn {
  return typeof codebase.blueprint === 'object' && codebase.blueprint !== null && 'units' in codebase.blueprint;
}
