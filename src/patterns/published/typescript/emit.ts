import { type Codebase, createCodebase } from '../../../codebase/codebase.ts';
import { json } from '../../writing/config.ts';
import { TSCONFIG } from '../../writing/typescript/tsconfig.ts';
import type { Blueprint } from '../blueprint.ts';
import { type Writers, writeFiles } from '../writers.ts';
import { typescriptDialect } from './dialect.ts';
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
import { TypeScriptEmission } from './source.ts';
import { emitAdapter, emitStage } from './stages.ts';
import { writeBehaviourTest, writeBoundaryTest } from './tests.ts';

const WRITERS: Writers<TypeScriptEmission> = {
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

/** Writes a blueprint as a TypeScript project. */
export function emitTypeScript(blueprint: Blueprint): Codebase {
  const { files, truth } = writeFiles(new TypeScriptEmission(blueprint), typescriptDialect, WRITERS);
  return createCodebase([...files, ['package.json', writePackage(blueprint)], ['tsconfig.json', TSCONFIG]], truth);
}

function writePackage({ domain }: Blueprint): string {
  return json({
    name: `${domain.name}-pipeline`,
    private: true,
    type: 'module',
    scripts: {
      start: 'node src/cli.ts run',
      test: 'node --test tests/*.test.ts',
    },
  });
}
