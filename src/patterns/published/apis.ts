import { remembered } from '../../base/remembered.ts';
import { type Blueprint, type ModuleId, stageEntry } from './blueprint.ts';
import type { LegacyShape } from './catalogue.ts';
import { planCalls } from './edges.ts';

/** The types that signatures are made of; each language spells them its own way. */
export type TypeName =
  | 'text'
  | 'texts'
  | 'number'
  | 'numbers'
  | 'flag'
  | 'table'
  | 'counts'
  | 'records'
  | 'step'
  | 'journal'
  | 'options'
  | 'config'
  | 'stage'
  | 'stages'
  | 'result';

export interface ApiParameter {
  name: string;
  type: TypeName;
  /** The value taken when the argument is left out. */
  fallback?: number;
}

/** An exported function, or a public method of an exported abstract class. */
export interface Api {
  module: ModuleId;
  /** The class, for a method. */
  owner?: string;
  /** In snake_case. */
  name: string;
  params: readonly ApiParameter[];
  returns: TypeName;
  /** Loads modules while it runs, so it is asynchronous where the language loads modules so. */
  loads?: boolean;
  callers: readonly ModuleId[];
}

const param = (name: string, type: TypeName, fallback?: number): ApiParameter => ({ name, type, fallback });

const HELPER_SIGNATURES: Readonly<Record<string, { params: readonly ApiParameter[]; returns: TypeName }>> = {
  squash_spaces: { params: [param('value', 'text')], returns: 'text' },
  round_to: { params: [param('value', 'number'), param('places', 'number')], returns: 'number' },
  join_key: { params: [param('parts', 'texts')], returns: 'text' },
  is_blank: { params: [param('value', 'text')], returns: 'flag' },
  band_of: {
    params: [param('value', 'number'), param('limits', 'numbers'), param('labels', 'texts')],
    returns: 'text',
  },
  mask_tail: { params: [param('value', 'text'), param('visible', 'number')], returns: 'text' },
  find_or: { params: [param('table', 'table'), param('key', 'text'), param('fallback', 'text')], returns: 'text' },
  clamp: { params: [param('value', 'number'), param('low', 'number'), param('high', 'number')], returns: 'number' },
  by_number: { params: [param('left', 'number'), param('right', 'number')], returns: 'number' },
  label_of: { params: [param('id', 'text'), param('name', 'text')], returns: 'text' },
};

const LEGACY_SIGNATURES: Readonly<Record<LegacyShape, { params: readonly ApiParameter[]; returns: TypeName }>> = {
  export: { params: [param('records', 'records'), param('width', 'number', 24)], returns: 'texts' },
  group: { params: [param('records', 'records')], returns: 'counts' },
  window: { params: [param('records', 'records'), param('size', 'number', 3)], returns: 'numbers' },
  rules: { params: [param('records', 'records'), param('limit', 'number', 100)], returns: 'texts' },
  queue: { params: [param('records', 'records')], returns: 'records' },
};

/** Every exported function and public abstract method, with the modules whose code calls it. */
export const planApis = remembered((blueprint: Blueprint): readonly Api[] => {
  const calls = planCalls(blueprint);
  const callersOf = (id: ModuleId) => calls.filter(([, target]) => target === id).map(([source]) => source);
  const api = (module: ModuleId, name: string, params: readonly ApiParameter[], returns: TypeName): Api => ({
    module,
    name,
    params,
    returns,
    callers: callersOf(module),
  });
  const records = [param('records', 'records')];
  return [
    { ...api('registry', 'load_stages', [param('config', 'config')], 'stages'), loads: true },
    { ...api('runner', 'run_pipeline', [...records, param('config', 'config')], 'result'), loads: true },
    {
      ...api('stage', stageEntry(blueprint), records, 'records'),
      owner: 'Stage',
      callers: ['runner', ...blueprint.adapters.map(({ id }) => id)],
    },
    ...blueprint.adapters.map(({ id, fn }) => api(id, fn, records, 'texts')),
    ...blueprint.middleware.map(({ id, fn }) =>
      api(id, fn, [param('name', 'text'), param('step', 'step'), param('journal', 'journal')], 'records'),
    ),
    ...blueprint.helpers.map(({ id, fn }) => {
      const signature = HELPER_SIGNATURES[fn] as (typeof HELPER_SIGNATURES)[string];
      return api(id, fn, signature.params, signature.returns);
    }),
    ...blueprint.legacy.map(({ id, fn, shape }) =>
      api(id, fn, LEGACY_SIGNATURES[shape].params, LEGACY_SIGNATURES[shape].returns),
    ),
    // The registry calls factories of modules that it loads by name: no code names them, so nobody is seen to call them.
    ...(blueprint.loading === 'factory' ? blueprint.stages : []).map(({ id }) => ({
      ...api(id, 'create_stage', [param('options', 'options')], 'stage'),
      callers: [],
    })),
  ];
});
