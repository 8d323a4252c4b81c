import { type Codebase, createCodebase } from '../../../codebase/codebase.ts';
import type { Blueprint } from '../blueprint.ts';
import { moduleFolders } from '../edges.ts';
import { type Writers, writeFiles } from '../writers.ts';
import { packageName } from './dialect.ts';
import {
  emitCli,
  emitConfig,
  emitErrors,
  emitRegistry,
  emitRunner,
  emitStageInterface,
  emitTypes,
} from './fixed-modules.ts';
import { emitHelper } from './helper-module.ts';
import { emitLegacy } from './legacy.ts';
import { emitMiddleware } from './middleware.ts';
import { PythonEmission } from './source.ts';
import { emitAdapter, emitStage } from './stages.ts';
import { writeBehaviourTest, writeBoundaryTest } from './tests.ts';

const WRITERS: Writers<PythonEmission> = {
  types: emitTypes,
  stageInterface: emitStageInterface,
  config: emitConfig,
  registry: emitRegistry,
  runner: emitRunner,
  cli: emitCli,
  errors: emitErrors,
  stage: emitStage,
  adapter: emitAdapter,
  middleware: emitMiddleware,
  helper: emitHelper,
  legacy: emitLegacy,
  boundaryTest: writeBoundaryTest,
  behaviourTest: writeBehaviourTest,
};

/** Writes a blueprint as a Python project, package initialisers included. */
export function emitPython(blueprint: Blueprint): Codebase {
  const emission = new PythonEmission(blueprint);
  const { files, truth } = writeFiles(emission, emission.dialect, WRITERS);
  const root = packageName(blueprint);
  const initialisers: [string, string][] = [
    [`${root}/__init__.py`, `"""A pipeline for ${blueprint.domain.name}."""\n`],
    ...[...moduleFolders(blueprint)].map((folder): [string, string] => [`${root}/${folder}/__init__.py`, '']),
  ];
  for (const [filepath] of initialisers) {
    truth.modules[filepath] = { filepath, purpose: 'makes its folder a package', exports: [], edges: [] };
  }
  return createCodebase([...files, ...initialisers], truth);
}
