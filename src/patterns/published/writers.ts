import type { GroundTruth } from '../../codebase/ground-truth.ts';
import type {
  AdapterPlan,
  Blueprint,
  HelperPlan,
  LegacyPlan,
  MiddlewarePlan,
  ModuleId,
  StagePlan,
} from './blueprint.ts';
import { writeConfig, writeSample } from './data.ts';
import type { Dialect } from './dialect.ts';
import type { Emission, Source } from './emission.ts';
import { groundTruth } from './truth.ts';

/** What writes the modules and tests of a blueprint in one language: a function for each role. */
export interface Writers<E extends Emission> {
  types(emission: E): Source;
  stageInterface(emission: E): Source;
  config(emission: E): Source;
  registry(emission: E): Source;
  runner(emission: E): Source;
  cli(emission: E): Source;
  errors(emission: E): Source;
  stage(emission: E, plan: StagePlan): Source;
  adapter(emission: E, plan: AdapterPlan): Source;
  middleware(emission: E, plan: MiddlewarePlan): Source;
  helper(emission: E, plan: HelperPlan): Source;
  legacy(emission: E, plan: LegacyPlan): Source;
  boundaryTest(blueprint: Blueprint): string;
  behaviourTest(blueprint: Blueprint): string;
}

/** The files that codebases of every language have, and what is true of them. */
export function writeFiles<E extends Emission>(
  emission: E,
  dialect: Dialect,
  writers: Writers<E>,
): { files: [path: string, text: string][]; truth: GroundTruth } {
  const { blueprint } = emission;
  const each = <P extends { id: ModuleId }>(plans: readonly P[], write: (emission: E, plan: P) => Source) =>
    plans.map((plan): [ModuleId, Source] => [plan.id, write(emission, plan)]);
  const modules: [ModuleId, Source][] = [
    ['types', writers.types(emission)],
    ['stage', writers.stageInterface(emission)],
    ['config', writers.config(emission)],
    ['registry', writers.registry(emission)],
    ['runner', writers.runner(emission)],
    ['cli', writers.cli(emission)],
    ...each(blueprint.stages, writers.stage),
    ...each(blueprint.adapters, writers.adapter),
    ...each(blueprint.middleware, writers.middleware),
    ...each(blueprint.helpers, writers.helper),
    ...each(blueprint.legacy, writers.legacy),
    ['errors', writers.errors(emission)],
  ];
  return {
    files: [
      ...modules.map(([id, { text }]): [string, string] => [dialect.modulePath(id), text]),
      [dialect.configFile, writeConfig(blueprint)],
      [dialect.boundaryTest, writers.boundaryTest(blueprint)],
      [dialect.behaviourTest, writers.behaviourTest(blueprint)],
      ['data/sample.ndjson', writeSample(blueprint)],
    ],
    truth: groundTruth(blueprint, dialect, new Map(modules.map(([id, { exports }]) => [id, exports]))),
  };
}
