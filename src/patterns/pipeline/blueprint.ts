import type { FormatterEntry, HelperEntry, LegacyEntry, MiddlewareEntry } from './catalogue.ts';
import type { Domain, DomainStage } from './domain.ts';

export const COMPLEXITIES = ['small', 'medium', 'large'] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

/**
 * How much codebases of one pattern differ. `varied`: roles, imports and calls vary from seed to seed. `published`: the
 * fixed shape of the published benchmark, in which only the numbers of stages, adapters and middleware vary.
 */
export type Diversity = 'varied' | 'published';

/**
 * A module without its language: `registry`, `stages/mod_c`, `helpers/text`. Emitters turn it into a path by adding
 * their folder and extension.
 */
export type ModuleId = string;

/** The helper that a module uses, and how: it calls the function, or only reads the constant. */
export interface HelperUse {
  helper: HelperPlan;
  use: 'call' | 'constant';
}

export interface StagePlan {
  id: ModuleId;
  /** The neutral file name, e.g. `mod_c`; letters do not follow the order of the pipeline. */
  module: string;
  stage: DomainStage;
  helper: HelperUse | null;
  /** Helpers that it imports and calls nothing of: it only lists their constants. */
  listed: readonly HelperPlan[];
  /** Refuses bad options with an error of the errors module. */
  guarded: boolean;
}

export interface AdapterPlan {
  id: ModuleId;
  /** The exported function, in snake_case. */
  fn: string;
  stage: StagePlan;
  /** Used by the command line's other subcommand, else by the tests alone. */
  byCli: boolean;
  helper: HelperPlan | null;
  formatter: FormatterPlan | null;
  /** Declares its stage by the stage interface, which it imports for that. */
  typed: boolean;
}

export interface MiddlewarePlan extends MiddlewareEntry {
  id: ModuleId;
}

export interface HelperPlan extends HelperEntry {
  id: ModuleId;
  /** Refuses bad arguments with an error of the errors module. */
  guarded: boolean;
}

export interface FormatterPlan extends FormatterEntry {
  id: ModuleId;
  helper: HelperPlan | null;
  /** Who calls it: a subcommand of the command line, or an adapter. */
  by: 'run' | 'inspect' | 'adapter';
}

export interface LegacyPlan extends LegacyEntry {
  id: ModuleId;
  helper: HelperPlan | null;
  formatter: FormatterPlan | null;
  /** An older legacy module that it builds on. */
  legacy: (LegacyEntry & { id: ModuleId }) | null;
  usesStage: boolean;
  guarded: boolean;
}

/** Everything that is decided about a codebase before a line of it is written, in no language. */
export interface Blueprint {
  seed: number;
  complexity: Complexity;
  diversity: Diversity;
  domain: Domain;
  /** The base class has a `run` that calls the stage's own `process`; else the runner calls `process` itself. */
  template: boolean;
  /** Stages and adapters take the shared types from the stage interface, which passes them on. */
  reexports: boolean;
  /** How the registry makes a stage: by the module's factory function, or by the class that the config names. */
  loading: 'factory' | 'class';
  /** The stages, in the order in which the config names them. */
  stages: readonly StagePlan[];
  adapters: readonly AdapterPlan[];
  middleware: readonly MiddlewarePlan[];
  helpers: readonly HelperPlan[];
  formatters: readonly FormatterPlan[];
  legacy: readonly LegacyPlan[];
  /**
   * How a config is read: `load_config` returns one, or the constructor of `PipelineConfig` reads the file. In the second
   * form entries hold plain tables, so that config and registry need no shared types.
   */
  reading: 'function' | 'class';
  /** The command line has a second subcommand, `inspect`, and refuses others with an error of the errors module. */
  inspects: boolean;
  /** Small codebases have no errors module: their errors stand in the config. */
  hasErrors: boolean;
}

/** The public method of a stage that is called from outside. */
export function stageEntry(blueprint: Blueprint): 'run' | 'process' {
  return blueprint.template ? 'run' : 'process';
}

/** The module from which stages and adapters take the shared types. */
export function stageTypesModule(blueprint: Blueprint): ModuleId {
  return blueprint.reexports ? 'stage' : 'types';
}

/** The module that exports the error class. */
export function errorsModule(blueprint: Blueprint): ModuleId {
  return blueprint.hasErrors ? 'errors' : 'config';
}
