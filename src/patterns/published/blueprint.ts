import type { Complexity } from '../pattern.ts';
import type { HelperEntry, LegacyEntry, MiddlewareEntry } from './catalogue.ts';
import type { Domain, DomainStage } from './domain.ts';

/**
 * A module without its language: `registry`, `stages/mod_c`, `helpers/text`. Emitters turn it into a path by adding
 * their folder and extension.
 */
export type ModuleId = string;

export interface StagePlan {
  id: ModuleId;
  /** The neutral file name, e.g. `mod_c`; letters do not follow the order of the pipeline. */
  module: string;
  stage: DomainStage;
  /** Helpers that it imports and calls nothing of: it only lists their constants. */
  listed: readonly HelperPlan[];
}

export interface AdapterPlan {
  id: ModuleId;
  /** The exported function, in snake_case. */
  fn: string;
  stage: StagePlan;
}

export interface MiddlewarePlan extends MiddlewareEntry {
  id: ModuleId;
}

export interface HelperPlan extends HelperEntry {
  id: ModuleId;
}

export interface LegacyPlan extends LegacyEntry {
  id: ModuleId;
}

/** Everything that is decided about a codebase before a line of it is written, in no language. */
export interface Blueprint {
  seed: number;
  complexity: Complexity;
  domain: Domain;
  /** The base class has a `run` that calls the stage's own `process`; else the runner calls `process` itself. */
  template: boolean;
  /** How the registry makes a stage: by the module's factory function, or by the class that the config names. */
  loading: 'factory' | 'class';
  /** The stages, in the order in which the config names them. */
  stages: readonly StagePlan[];
  adapters: readonly AdapterPlan[];
  middleware: readonly MiddlewarePlan[];
  helpers: readonly HelperPlan[];
  legacy: readonly LegacyPlan[];
}

/** The public method of a stage that is called from outside. */
export function stageEntry(blueprint: Blueprint): 'run' | 'process' {
  return blueprint.template ? 'run' : 'process';
}
