import { type Codebase, createCodebase } from '../../codebase.ts';
import type { Blueprint, ModuleId } from '../blueprint.ts';
import { writeConfig, writeSample } from '../data.ts';
import type { Source } from '../emission.ts';
import { groundTruth } from '../truth.ts';
import { emitFormatter, emitLegacy, emitMiddleware } from './around.ts';
import { emitCli, emitConfig, emitErrors, emitRegistry, emitRunner, emitStageInterface, emitTypes } from './core.ts';
import { packageName, pascalCase, pythonDialect } from './dialect.ts';
import { emitHelper } from './helpers.ts';
import { PythonEmission } from './source.ts';
import { emitAdapter, emitStage } from './stages.ts';
import { writeBehaviourTest, writeBoundaryTest } from './tests.ts';

/** Writes a blueprint as a Python project, package initialisers included. */
export function emitPython(blueprint: Blueprint): Codebase {
  const emission = new PythonEmission(blueprint);
  const modules: [ModuleId, Source][] = [
    ['types', emitTypes(emission)],
    ['stage', emitStageInterface(emission)],
    ['config', emitConfig(emission)],
    ['registry', emitRegistry(emission)],
    ['runner', emitRunner(emission)],
    ['cli', emitCli(emission)],
    ...blueprint.stages.map((plan): [ModuleId, Source] => [plan.id, emitStage(emission, plan)]),
    ...blueprint.adapters.map((plan): [ModuleId, Source] => [plan.id, emitAdapter(emission, plan)]),
    ...blueprint.middleware.map((plan): [ModuleId, Source] => [plan.id, emitMiddleware(emission, plan)]),
    ...blueprint.helpers.map((plan): [ModuleId, Source] => [plan.id, emitHelper(emission, plan)]),
    ...blueprint.formatters.map((plan): [ModuleId, Source] => [plan.id, emitFormatter(emission, plan)]),
    ...blueprint.legacy.map((plan): [ModuleId, Source] => [plan.id, emitLegacy(emission, plan)]),
  ];
  if (blueprint.hasErrors) modules.push(['errors', emitErrors(emission)]);
  const dialect = pythonDialect(blueprint);
  const root = packageName(blueprint);
  const folders = new Set(modules.flatMap(([id]) => (id.includes('/') ? [id.slice(0, id.indexOf('/'))] : [])));
  const initialisers = ['', ...folders].map((folder): [string, string] => [
    [root, folder, '__init__.py'].filter((part) => part !== '').join('/'),
    folder === '' ? `"""A pipeline for ${blueprint.domain.name}."""\n` : '',
  ]);
  const files: [string, string][] = [
    ...modules.map(([id, { text }]): [string, string] => [dialect.modulePath(id), text]),
    ...initialisers,
    [dialect.configFile, writeConfig(blueprint, pascalCase)],
    [dialect.boundaryTest, writeBoundaryTest(blueprint)],
    [dialect.behaviourTest, writeBehaviourTest(blueprint)],
    ['data/sample.ndjson', writeSample(blueprint)],
  ];
  const exports = new Map(modules.map(([id, source]) => [id, source.exports]));
  const truth = groundTruth(blueprint, dialect, exports);
  for (const [filepath] of initialisers) {
    truth.modules[filepath] = { filepath, purpose: 'makes its folder a package', exports: [], edges: [] };
  }
  return createCodebase(files, truth);
}
