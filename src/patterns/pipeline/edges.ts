import { directoryOf } from '../../base/path.ts';
import { remembered } from '../../base/remembered.ts';
import type { EdgeType } from '../../codebase/ground-truth.ts';
import { type Blueprint, errorsModule, type ModuleId, stageTypesModule } from './blueprint.ts';

/** An edge between modules of a blueprint, with what shows it: modules, or the config by the name `CONFIG`. */
export interface PlannedEdge {
  source: ModuleId;
  target: ModuleId;
  type: EdgeType;
  evidence: readonly ModuleId[];
}

/** Stands among the evidence for the file that names the stages. */
export const CONFIG_FILE = '#config';

/** What each module imports, in the order in which its imports stand. */
export const planImports = remembered((blueprint: Blueprint): ReadonlyMap<ModuleId, readonly ModuleId[]> => {
  const { stages, adapters, middleware, helpers, formatters, legacy, reading, inspects } = blueprint;
  const errors = errorsModule(blueprint);
  const idsByCli = [
    ...adapters.filter(({ byCli }) => byCli).map(({ id }) => id),
    'config',
    errors !== 'config' && inspects && errors,
    ...formatters.filter(({ by }) => by !== 'adapter').map(({ id }) => id),
    'runner',
    'types',
  ];
  const imports = new Map<ModuleId, (ModuleId | null | false | undefined)[]>([
    ['types', []],
    ['stage', ['types']],
    ['config', [errors !== 'config' && errors, reading === 'function' && 'types']],
    ['registry', ['config', errors !== 'config' && errors, 'stage', reading === 'function' && 'types']],
    ['runner', ['config', ...middleware.map(({ id }) => id), 'registry', 'types']],
    ['cli', idsByCli],
  ]);
  if (blueprint.hasErrors) imports.set('errors', []);
  for (const { id, helper, listed, guarded } of stages) {
    const helpersOf = [helper?.helper.id, ...listed.map((entry) => entry.id)];
    imports.set(id, [guarded && errors, ...helpersOf, 'stage', !blueprint.reexports && 'types']);
  }
  for (const { id, stage, helper, formatter, typed } of adapters) {
    const types = stageTypesModule(blueprint);
    imports.set(id, [formatter?.id, helper?.id, typed && types !== 'stage' && 'stage', stage.id, types]);
  }
  for (const { id, name } of middleware) {
    imports.set(id, [THROWING_MIDDLEWARE.has(name) && errors, 'types']);
  }
  for (const { id, guarded } of helpers) imports.set(id, [guarded && errors]);
  for (const { id, helper } of formatters) imports.set(id, [helper?.id, 'types']);
  for (const { id, helper, formatter, legacy: older, usesStage, guarded } of legacy) {
    const parts = [guarded && errors, formatter?.id, helper?.id, older?.id];
    imports.set(id, [...parts, usesStage && 'stage', 'types']);
  }
  return new Map([...imports].map(([id, targets]) => [id, targets.filter((target) => typeof target === 'string')]));
});

/** The folders in which modules stand, each once. */
export function moduleFolders(blueprint: Blueprint): ReadonlySet<string> {
  const folders = new Set([...planImports(blueprint).keys()].map(directoryOf));
  folders.delete('');
  return folders;
}

/** Middleware that makes or recognises errors of the errors module. */
export const THROWING_MIDDLEWARE: ReadonlySet<string> = new Set(['retry', 'guard', 'limits']);

/** Which module's code calls into which, were all of it to run. */
export const planCalls = remembered((blueprint: Blueprint): readonly [ModuleId, ModuleId][] => {
  const { stages, adapters, middleware, formatters, legacy } = blueprint;
  const calls: [ModuleId, ModuleId | undefined][] = [
    ['cli', blueprint.reading === 'function' ? 'config' : undefined],
    ['cli', 'runner'],
    ['runner', 'registry'],
    ...adapters.filter(({ byCli }) => byCli).map(({ id }): [ModuleId, ModuleId] => ['cli', id]),
    ...formatters.filter(({ by }) => by !== 'adapter').map(({ id }): [ModuleId, ModuleId] => ['cli', id]),
    ...middleware.map(({ id }): [ModuleId, ModuleId] => ['runner', id]),
    ...stages.map(({ id }): [ModuleId, ModuleId] => ['runner', id]),
  ];
  for (const { id, helper } of stages) {
    if (helper?.use === 'call') calls.push([id, helper.helper.id]);
  }
  for (const { id, stage, helper, formatter } of adapters) {
    calls.push([id, stage.id], [id, helper?.id], [id, formatter?.id]);
  }
  for (const { id, helper } of formatters) calls.push([id, helper?.id]);
  for (const { id, helper, formatter, legacy: older } of legacy) {
    calls.push([id, helper?.id], [id, formatter?.id]);
    calls.push([id, older?.id]);
  }
  return calls.filter((call): call is [ModuleId, ModuleId] => call[1] !== undefined);
});

/** All edges of a blueprint. Legacy modules never run, so what they would call is no edge. */
export const planEdges = remembered((blueprint: Blueprint): readonly PlannedEdge[] => {
  const { stages } = blueprint;
  const imports = [...planImports(blueprint)].flatMap(([source, targets]) =>
    targets.map((target): PlannedEdge => ({ source, target, type: 'IMPORTS', evidence: [source] })),
  );
  const wired: readonly ModuleId[] = ['runner', 'registry', CONFIG_FILE];
  const calls = planCalls(blueprint)
    .filter(([source]) => !source.startsWith('legacy/'))
    .map(([source, target]): PlannedEdge => {
      const isWired = source === 'runner' && target.startsWith('stages/');
      return { source, target, type: 'CALLS_API', evidence: isWired ? wired : [source] };
    });
  const flows = stages.slice(1).map(({ id }, i): PlannedEdge => {
    const before = stages[i] as (typeof stages)[number];
    return { source: before.id, target: id, type: 'DATA_FLOWS_TO', evidence: wired };
  });
  const wires = stages.map(
    ({ id }): PlannedEdge => ({
      source: 'registry',
      target: id,
      type: 'REGISTRY_WIRES',
      evidence: ['registry', CONFIG_FILE],
    }),
  );
  return [...imports, ...calls, ...flows, ...wires];
});

/** The shares of edge types that medium codebases keep, as lowest and highest. */
export const USUAL_SHARES: Readonly<Record<EdgeType, readonly [number, number]>> = {
  IMPORTS: [0.6, 0.75],
  CALLS_API: [0.12, 0.22],
  DATA_FLOWS_TO: [0.05, 0.12],
  REGISTRY_WIRES: [0.06, 0.12],
};

/** Whether a medium blueprint keeps the usual shares; those of other sizes are not held to them. */
export function hasUsualShares(blueprint: Blueprint): boolean {
  if (blueprint.complexity !== 'medium') return true;
  const edges = planEdges(blueprint);
  return Object.entries(USUAL_SHARES).every(([type, [low, high]]) => {
    const share = edges.filter((edge) => edge.type === type).length / edges.length;
    return share >= low && share <= high;
  });
}
