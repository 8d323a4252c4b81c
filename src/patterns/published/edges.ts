import { directoryOf } from '../../base/path.ts';
import { remembered } from '../../base/remembered.ts';
import type { EdgeType } from '../../codebase/ground-truth.ts';
import type { Blueprint, ModuleId } from './blueprint.ts';

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
  const { stages, adapters, middleware, helpers, legacy } = blueprint;
  return new Map<ModuleId, readonly ModuleId[]>([
    ['types', []],
    ['stage', ['types']],
    ['config', ['errors']],
    ['registry', ['config', 'errors', 'stage']],
    ['runner', ['config', ...middleware.map(({ id }) => id), 'registry', 'types']],
    ['cli', ['config', 'runner', 'types']],
    ['errors', []],
    ...stages.map(({ id, listed }) => [id, [...listed.map((entry) => entry.id), 'stage', 'types']] as const),
    ...adapters.map(({ id, stage }) => [id, ['stage', stage.id, 'types']] as const),
    ...middleware.map(({ id }) => [id, ['types']] as const),
    ...helpers.map(({ id }) => [id, []] as const),
    ...legacy.map(({ id }) => [id, ['types']] as const),
  ]);
});

/** The folders in which modules stand, each once. */
export function moduleFolders(blueprint: Blueprint): ReadonlySet<string> {
  const folders = new Set([...planImports(blueprint).keys()].map(directoryOf));
  folders.delete('');
  return folders;
}

/** Which module's code calls into which. */
export const planCalls = remembered(({ stages, adapters, middleware }: Blueprint): readonly [ModuleId, ModuleId][] => [
  ['cli', 'runner'],
  ['runner', 'registry'],
  ...middleware.map(({ id }): [ModuleId, ModuleId] => ['runner', id]),
  ...stages.map(({ id }): [ModuleId, ModuleId] => ['runner', id]),
  ...adapters.map(({ id, stage }): [ModuleId, ModuleId] => [id, stage.id]),
]);

/** All edges of a blueprint. */
export const planEdges = remembered((blueprint: Blueprint): readonly PlannedEdge[] => {
  const { stages } = blueprint;
  const imports = [...planImports(blueprint)].flatMap(([source, targets]) =>
    targets.map((target): PlannedEdge => ({ source, target, type: 'IMPORTS', evidence: [source] })),
  );
  const wired: readonly ModuleId[] = ['runner', 'registry', CONFIG_FILE];
  const calls = planCalls(blueprint).map(([source, target]): PlannedEdge => {
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
