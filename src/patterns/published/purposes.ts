import { remembered } from '../../base/remembered.ts';
import type { Blueprint, ModuleId } from './blueprint.ts';

const FIXED: readonly [ModuleId, string][] = [
  ['types', 'holds the types that all parts share'],
  ['errors', 'holds the errors that the pipeline raises'],
  ['stage', 'says what every stage offers'],
  ['config', 'reads the config that names the stages'],
  ['registry', 'loads the stages that the config names'],
  ['runner', 'runs the stages one after another'],
  ['cli', 'is the command line'],
];

/** What each module is for, as a clause that completes "This module …". */
export const planPurposes = remembered((blueprint: Blueprint): ReadonlyMap<ModuleId, string> => {
  const { stages, adapters, middleware, helpers, legacy } = blueprint;
  return new Map([
    ...FIXED,
    ...stages.map(({ id, stage }): [ModuleId, string] => [id, stage.purpose]),
    ...adapters.map(({ id, stage }): [ModuleId, string] => [id, `shows on its own what ${stage.module} does`]),
    ...[...middleware, ...helpers, ...legacy].map(({ id, purpose }): [ModuleId, string] => [id, purpose]),
  ]);
});
