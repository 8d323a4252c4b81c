import type { Pattern } from '../pattern.ts';
import type { Blueprint } from './blueprint.ts';
import { planPipeline } from './plan.ts';
import { emitPython } from './python/emit.ts';
import { emitTypeScript } from './typescript/emit.ts';

/** Stages that a runner calls one after the other, wired by a config. */
export const pipeline: Pattern<Blueprint> = {
  name: 'pipeline',
  plan: planPipeline,
  writers: { typescript: emitTypeScript, python: emitPython },
};
