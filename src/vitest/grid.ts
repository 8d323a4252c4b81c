import type { Codebase } from '../codebase/codebase.ts';
import type { Agent } from '../episode/agent.ts';
import { CONDITIONS, type Condition, TRACKS, type Track } from '../episode/condition.ts';
import { DEFAULT_BUDGET, DEFAULT_PROBE_EVERY, DEFAULT_REVISE_BUDGET } from '../episode/episode-run.ts';
import type { Exploit } from '../episode/transcript.ts';
import { type BaselineOptions, type CheckedGate, readGateOptions } from '../gate/options.ts';
import { MUTATION_TYPES, type MutationType, VARIANTS, type Variant } from '../patterns/mutations/mutation.ts';
import { blueprintOf } from '../patterns/pipeline/blueprint-of.ts';
import { readThresholds, type Scope, type Threshold, type Thresholds } from './thresholds.ts';

/** What to run: every agent on every codebase under every condition, so many trials each. */
export interface Grid {
  /** At least one; names are unique. */
  agents: readonly Agent[];
  /** At least one; ids are unique. */
  codebases: readonly Codebase[];
  /** Default: `['active']`. */
  conditions?: readonly Condition[];
  /** What becomes of a probe and its answer; default: `['scratchpad']`. */
  tracks?: readonly Track[];
  /** Budgeted actions an episode, at least 1; default 20. */
  budget?: number;
  /** A belief is asked for after every so many actions, at least 1; default 3. */
  probeEvery?: number;
  /**
   * `construct`: agents explore and write down what they believe (the default). `revise`: after the active episode the code
   * changes, or is said to have changed, and they explore further. `exploit`: they are asked which changes would violate a
   * constraint, after the active episode and, as a control, without having seen the codebase.
   */
  phases?: readonly Phase[];
  /** The kinds of changes of the revise phase, each real and as a sham; default all four. Codebases must be generated. */
  mutations?: readonly MutationType[];
  /** Whether others followed the change; default `['broken']`: they did not, and checks fail. */
  variants?: readonly Variant[];
  /** Budgeted actions of a revise phase, at least 1; default 5. */
  reviseBudget?: number;
  /** Fresh samples of each episode, at least 1; default 1. */
  trials?: number;
  /** What each episode must reach, by metric; or by metric for one condition. */
  thresholds?: Thresholds;
  /** What the mean over codebases and trials must reach, for each agent and condition. */
  groupThresholds?: Thresholds;
  /**
   * Holds each agent × condition × track to a checked-in baseline: `true`, the path of the file, or options. `vitest -u`
   * writes it; a first local run writes what is missing; with `CI` set what is missing fails.
   */
  baseline?: boolean | string | BaselineOptions;
  /** Milliseconds a case may take; default: Vitest's `testTimeout`, which the plugin sets to 10 minutes. */
  timeout?: number;
}

/** The phases of a grid. */
export const PHASES = ['construct', 'revise', 'exploit'] as const;
export type Phase = (typeof PHASES)[number];

/** A change of the revise phase, or the claim of one. */
export interface PlannedChange {
  type: MutationType;
  variant: Variant;
  is_sham: boolean;
}

/** One episode of a grid. */
export interface Cell {
  agent: Agent;
  codebase: Codebase;
  condition: Condition;
  track: Track;
  trial: number;
  /** Set for a revise phase, which goes on from the active episode. */
  change?: PlannedChange | undefined;
  /** Set for an exploit phase. */
  exploit?: Exploit | undefined;
}

/** A grid that has been checked, with its defaults filled in. */
export interface CheckedGrid extends Required<Omit<Grid, 'thresholds' | 'groupThresholds' | 'timeout' | 'baseline'>> {
  thresholds: ReadonlyMap<Scope, readonly Threshold[]>;
  groupThresholds: ReadonlyMap<Scope, readonly Threshold[]>;
  timeout: number | undefined;
  baseline: CheckedGate | null;
}

/** A mistake in a grid: one line that says what to change. */
export class GridError extends Error {
  override name = 'GridError';
}

/**
 * Checks a grid.
 *
 * @throws GridError that names the field at fault
 */
export function checkGrid(name: string, grid: Grid): CheckedGrid {
  const fail = (message: string): never => {
    throw new GridError(`describeEpisodes(${JSON.stringify(name)}): ${message}`);
  };
  if (typeof name !== 'string' || name.trim() === '') fail('the name is empty: give the suite a name');
  if (typeof grid !== 'object' || grid === null) fail('there is no grid: give it agents and codebases');
  const unknown = Object.keys(grid).find((key) => !KEYS.has(key));
  if (unknown) fail(`there is no option ${unknown}: known are ${[...KEYS].join(', ')}`);

  const listed = <T>(key: string, values: readonly T[] | undefined): readonly T[] =>
    Array.isArray(values) && values.length > 0 ? values : fail(`${key} is empty: name at least one`);
  const unique = (key: string, names: readonly string[]) => {
    const twice = names.find((value, i) => names.indexOf(value) !== i);
    if (twice !== undefined) fail(`${key} has ${twice} twice: names must be unique`);
  };
  const count = (key: string, value: number | undefined, fallback: number): number =>
    value === undefined
      ? fallback
      : Number.isInteger(value) && value >= 1
        ? value
        : fail(`${key} is ${value}: it must be a whole number of at least 1`);

  const agents = listed('agents', grid.agents);
  const codebases = listed('codebases', grid.codebases);
  const conditions = listed('conditions', grid.conditions ?? ['active']);
  const strange = agents.find((agent) => typeof agent?.name !== 'string' || typeof agent.explore !== 'function');
  if (strange !== undefined) fail('agents has something that is no agent: an agent has a name and a method explore');
  const noCodebase = codebases.find((codebase) => !(codebase?.files instanceof Map) || !codebase.groundTruth);
  if (noCodebase !== undefined) fail('codebases has something that is no codebase: take them from generate');
  unique(
    'agents',
    agents.map((agent) => agent.name),
  );
  unique(
    'codebases',
    codebases.map((codebase) => codebase.id),
  );
  unique('conditions', conditions);
  const tracks = listed('tracks', grid.tracks ?? ['scratchpad']);
  unique('tracks', tracks);
  const noTrack = tracks.find((track) => !TRACKS.includes(track));
  if (noTrack !== undefined) fail(`there is no track ${noTrack}: known are ${TRACKS.join(', ')}`);
  const phases = listed('phases', grid.phases ?? ['construct']);
  unique('phases', phases);
  const noPhase = phases.find((phase) => !PHASES.includes(phase));
  if (noPhase !== undefined) fail(`there is no phase ${noPhase}: known are ${PHASES.join(', ')}`);
  const mutations = listed('mutations', grid.mutations ?? MUTATION_TYPES);
  unique('mutations', mutations);
  const noMutation = mutations.find((type) => !MUTATION_TYPES.includes(type));
  if (noMutation !== undefined) fail(`there is no mutation ${noMutation}: known are ${MUTATION_TYPES.join(', ')}`);
  const variants = listed('variants', grid.variants ?? ['broken']);
  unique('variants', variants);
  const noVariant = variants.find((variant) => !VARIANTS.includes(variant));
  if (noVariant !== undefined) fail(`there is no variant ${noVariant}: known are ${VARIANTS.join(', ')}`);
  const later = phases.filter((phase) => phase !== 'construct');
  const foreign = later.length > 0 ? codebases.find((codebase) => !blueprintOf(codebase)) : undefined;
  if (foreign) {
    fail(
      `${foreign.id} was not generated, so nothing is known to change in it: leave ${later.join(' and ')} out of phases`,
    );
  }
  const scopes: Scope[] = [
    ...(phases.includes('construct') ? conditions : []),
    ...phases.filter((phase) => phase !== 'construct'),
  ];
  const wrong = conditions.find((condition) => !CONDITIONS.includes(condition));
  if (wrong !== undefined) fail(`there is no condition ${wrong}: known are ${CONDITIONS.join(', ')}`);
  return {
    agents,
    codebases,
    conditions,
    tracks,
    phases,
    mutations,
    variants,
    reviseBudget: count('reviseBudget', grid.reviseBudget, DEFAULT_REVISE_BUDGET),
    budget: count('budget', grid.budget, DEFAULT_BUDGET),
    probeEvery: count('probeEvery', grid.probeEvery, DEFAULT_PROBE_EVERY),
    trials: count('trials', grid.trials, 1),
    thresholds: readThresholds('thresholds', grid.thresholds, scopes, fail),
    groupThresholds: readThresholds('groupThresholds', grid.groupThresholds, scopes, fail),
    baseline: readGateOptions(grid.baseline, fail),
    timeout: grid.timeout === undefined ? undefined : count('timeout', grid.timeout, 0),
  };
}

const KEYS: ReadonlySet<string> = new Set([
  'agents',
  'codebases',
  'conditions',
  'tracks',
  'phases',
  'mutations',
  'variants',
  'reviseBudget',
  'budget',
  'probeEvery',
  'trials',
  'thresholds',
  'groupThresholds',
  'baseline',
  'timeout',
]);
