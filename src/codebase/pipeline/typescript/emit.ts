import { type Codebase, createCodebase } from '../../codebase.ts';
import type { Blueprint, ModuleId } from '../blueprint.ts';
import { writeConfig, writeSample } from '../data.ts';
import type { Source } from '../emission.ts';
import { groundTruth } from '../truth.ts';
import { emitFormatter, emitMiddleware } from './around.ts';
import { emitCli, emitConfig, emitErrors, emitRegistry, emitRunner, emitStageInterface, emitTypes } from './core.ts';
import { typescriptDialect } from './dialect.ts';
import { emitHelper } from './helpers.ts';
import { emitLegacy } from './legacy.ts';
import { TypeScriptEmission } from './source.ts';
import { pascalCase } from './spelling.ts';
import { emitAdapter, emitStage } from './stages.ts';
import { writeBehaviourTest, writeBoundaryTest } from './tests.ts';

/** Writes a blueprint as a TypeScript project. */
export function emitTypeScript(blueprint: Blueprint): Codebase {
  const emission = new TypeScriptEmission(blueprint);
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
  const { modulePath, configFile, boundaryTest, behaviourTest } = typescriptDialect;
  const files: [string, string][] = [
    ...modules.map(([id, { text }]): [string, string] => [modulePath(id), text]),
    [configFile, writeConfig(blueprint, pascalCase)],
    [boundaryTest, writeBoundaryTest(blueprint)],
    [behaviourTest, writeBehaviourTest(blueprint)],
    ['data/sample.ndjson', writeSample(blueprint)],
    ['package.json', writePackage(blueprint)],
    ['tsconfig.json', TSCONFIG],
  ];
  return createCodebase(
    files,
    groundTruth(blueprint, typescriptDialect, new Map(modules.map(([id, { exports }]) => [id, exports]))),
  );
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function writePackage({ domain }: Blueprint): string {
  return json({
    name: `${domain.name}-pipeline`,
    private: true,
    type: 'module',
    scripts: { start: 'node src/cli.ts run', inspect: 'node src/cli.ts inspect', test: 'node --test tests/*.test.ts' },
  });
}

const TSCONFIG = json({
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
  },
  include: ['src', 'tests'],
});
