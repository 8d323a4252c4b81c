import { remembered } from '../../base/remembered.ts';
import type { CONSTRAINT_TYPES, INVARIANT_TYPES } from '../../codebase/ground-truth.ts';
import { Draw } from '../draw.ts';
import type { Blueprint, ModuleId, StagePlan } from './blueprint.ts';
import { CONFIG_FILE } from './edges.ts';

/** Stand among the evidence for the two test files. */
export const BOUNDARY_TEST = '#boundaries';
export const BEHAVIOUR_TEST = '#behaviour';

/**
 * A place that an invariant speaks of: a module (`registry`, `stages/mod_a`) or a group of modules by its folder
 * (`stages`). `null` is any place.
 */
export type Place = string | null;

/** An invariant of a blueprint, in no language. */
export interface PlannedInvariant {
  type: (typeof INVARIANT_TYPES)[number];
  constraint: {
    type: (typeof CONSTRAINT_TYPES)[number];
    src: Place;
    dst?: Place;
    via?: Place;
    pattern?: string;
  };
  description: string;
  rationale: string;
  /** Modules, the config, or one of the test files. */
  evidence: readonly string[];
  evidenceTypes: readonly ('test' | 'structural' | 'documentation')[];
  /** A sentence that stands in the doc comment of a module and says so. */
  note?: { module: ModuleId; sentence: string };
}

/** So many invariants a codebase has. */
const [LEAST, MOST_OF_ALL] = [14, 18];

/** How many invariants of each type a codebase has at the most; all sizes offer some of each. */
const MOST = { BOUNDARY: 6, DATAFLOW: 4, INTERFACE: 2, INVARIANT: 4, PURPOSE: 4 } as const;

/** The invariants that hold in the codebase and that its tests, structure or comments show. */
export const planInvariants = remembered((blueprint: Blueprint): readonly PlannedInvariant[] => {
  const draw = new Draw(`invariants:${blueprint.complexity}:${blueprint.seed}`);
  const candidates = [
    ...boundaries(),
    ...dataflow(blueprint),
    ...interfaces(),
    ...conventions(blueprint),
    ...purposes(blueprint, draw),
  ];
  const groups = Object.entries(MOST).map(([type, most]) => {
    const offered = candidates.filter((candidate) => candidate.type === type);
    return draw.sample(offered, most);
  });
  const total = () => groups.reduce((sum, group) => sum + group.length, 0);
  const wanted = draw.integer(LEAST, MOST_OF_ALL);
  while (total() > wanted) draw.pick(groups.filter((group) => group.length > 1)).pop();
  return groups.flat();
});

function boundaries(): PlannedInvariant[] {
  const rule = (src: Place, dst: Place, description: string, rationale: string, note?: PlannedInvariant['note']) => ({
    type: 'BOUNDARY' as const,
    constraint: { type: 'FORBIDDEN_EDGE' as const, src, dst },
    description,
    rationale,
    evidence: note ? [BOUNDARY_TEST, note.module] : [BOUNDARY_TEST],
    evidenceTypes: note ? (['test', 'documentation'] as const) : (['test'] as const),
    note,
  });
  return [
    rule(
      'registry',
      'stages',
      'The registry imports no stage.',
      'Stages are loaded by name, so that the config alone decides which run.',
      {
        module: 'registry',
        sentence: 'No stage is imported here: what runs is decided by the config alone.',
      },
    ),
    rule(
      'stages',
      'stages',
      'Stages do not import each other.',
      'Any stage can be left out or moved without touching another.',
      {
        module: 'stage',
        sentence: 'Stages know nothing of each other.',
      },
    ),
    rule('stages', 'runner', 'Stages do not import the runner.', 'A stage must not know what runs it.'),
    rule('stages', 'adapters', 'Stages do not import adapters.', 'Adapters wrap stages, never the other way round.'),
    rule(
      'middleware',
      'registry',
      'Middleware does not import the registry.',
      'Middleware sees a step, not what the step is.',
    ),
    rule(
      'middleware',
      'stages',
      'Middleware imports no stage.',
      'Middleware must work for stages that do not exist yet.',
    ),
    rule(
      'types',
      null,
      'The shared types import nothing.',
      'Everything may depend on the types, so they depend on nothing.',
      {
        module: 'types',
        sentence: 'This module imports nothing, so that everything may import it.',
      },
    ),
    rule('helpers', 'stages', 'Helpers import no stage.', 'Helpers are below the stages that use them.'),
    rule('runner', 'legacy', 'The runner imports nothing of legacy.', 'Legacy modules wait for removal.'),
  ];
}

function dataflow({ stages }: Blueprint): PlannedInvariant[] {
  const byKey = new Map(stages.map((plan) => [plan.stage.key, plan]));
  return stages.flatMap((later) =>
    Object.entries(later.stage.after).flatMap(([key, reason]) => {
      const earlier = byKey.get(key);
      if (!earlier) return [];
      return [
        {
          type: 'DATAFLOW' as const,
          constraint: { type: 'VALIDATION_CHAIN' as const, src: earlier.id, dst: later.id },
          description: `Records pass ${earlier.module} before ${later.module}.`,
          rationale: `${reason[0]?.toUpperCase()}${reason.slice(1)}.`,
          evidence: [BEHAVIOUR_TEST, CONFIG_FILE, later.id],
          evidenceTypes: ['test', 'structural', 'documentation'] as const,
          note: { module: later.id, sentence: `Runs after ${earlier.module}: ${reason}.` },
        },
      ];
    }),
  );
}

function interfaces(): PlannedInvariant[] {
  return [
    {
      type: 'INTERFACE',
      constraint: { type: 'INTERFACE_ONLY', src: 'runner', via: 'stage' },
      description: 'The runner knows stages by their interface alone.',
      rationale: 'A new stage needs no change of the runner.',
      evidence: ['runner', 'stage'],
      evidenceTypes: ['structural', 'documentation'],
      note: { module: 'runner', sentence: 'Stages are known here by their interface alone.' },
    },
    {
      type: 'INTERFACE',
      constraint: { type: 'INTERFACE_ONLY', src: 'middleware', via: 'types' },
      description: 'Middleware gets a step to call and never the stage itself.',
      rationale: 'So the runner stays the only caller of stages.',
      evidence: ['runner', 'types'],
      evidenceTypes: ['structural', 'documentation'],
      note: { module: 'types', sentence: 'Middleware is handed a step, never the stage behind it.' },
    },
  ];
}

function conventions({ middleware, stages }: Blueprint): PlannedInvariant[] {
  return [
    {
      type: 'INVARIANT',
      constraint: { type: 'NAMING_CONVENTION', src: 'stages', pattern: 'mod_*' },
      description: 'Files of stages are named mod_ and a letter.',
      rationale: 'The registry finds stages by that name, and order is the config’s business.',
      evidence: [BOUNDARY_TEST],
      evidenceTypes: ['test', 'structural'],
    },
    {
      type: 'INVARIANT',
      constraint: { type: 'NAMING_CONVENTION', src: 'middleware', pattern: 'with*' },
      description: 'Functions of middleware begin with “with”.',
      rationale: 'So a wrapped call reads as a sentence.',
      evidence: [BOUNDARY_TEST, ...middleware.map(({ id }) => id)],
      evidenceTypes: ['test', 'structural'],
    },
    {
      type: 'INVARIANT',
      constraint: { type: 'INVARIANT', src: 'stages', pattern: 'no_input_mutation' },
      description: 'A stage returns new records and leaves those it was given as they were.',
      rationale: 'Retries and previews would otherwise see half-changed records.',
      evidence: [BEHAVIOUR_TEST, 'stage'],
      evidenceTypes: ['test', 'documentation'],
      note: { module: 'stage', sentence: 'A stage never changes the records that it is given.' },
    },
    {
      type: 'INVARIANT',
      constraint: { type: 'INVARIANT', src: 'registry', pattern: 'config_order' },
      description: 'Stages run in the order in which the config names them.',
      rationale: 'The order carries meaning and must be visible in one place.',
      evidence: [BEHAVIOUR_TEST, 'registry', CONFIG_FILE],
      evidenceTypes: ['test', 'documentation'],
      note: { module: 'registry', sentence: 'The order of the config is the order of the pipeline.' },
    },
    {
      type: 'INVARIANT',
      constraint: { type: 'INVARIANT', src: 'config', pattern: 'stages_named_once' },
      description: 'The config names no stage twice.',
      rationale: `Each of the ${stages.length} stages keeps its own place.`,
      evidence: [BEHAVIOUR_TEST, 'config'],
      evidenceTypes: ['test', 'structural'],
    },
  ];
}

function purposes({ legacy, adapters, stages }: Blueprint, draw: Draw): PlannedInvariant[] {
  const ofStage = (plan: StagePlan): PlannedInvariant => ({
    type: 'PURPOSE',
    constraint: { type: 'PURPOSE', src: plan.id, pattern: plan.stage.key },
    description: `${plan.module} ${plan.stage.purpose}.`,
    rationale: 'File names of stages say nothing, so the purpose has to be read.',
    evidence: [plan.id],
    evidenceTypes: ['documentation', 'structural'],
    note: { module: plan.id, sentence: `This stage ${plan.stage.purpose}.` },
  });
  return [
    {
      type: 'PURPOSE',
      constraint: { type: 'PURPOSE', src: 'legacy', pattern: 'unused' },
      description: 'Legacy modules are used by nothing outside of legacy.',
      rationale: 'They are kept for reference until the archive is closed.',
      evidence: legacy.map(({ id }) => id),
      evidenceTypes: ['documentation', 'structural'],
    },
    {
      type: 'PURPOSE',
      constraint: { type: 'PURPOSE', src: 'adapters', pattern: 'preview' },
      description: 'Adapters show what one stage does, outside of the pipeline.',
      rationale: 'Operators try a stage on its own before they change the config.',
      evidence: adapters.map(({ id }) => id),
      evidenceTypes: ['documentation', 'structural'],
    },
    ...draw.sample(stages, 3).map(ofStage),
  ];
}
