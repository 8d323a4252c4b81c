import type { Codebase } from '../codebase/codebase.ts';
import type { Agent } from '../episode/agent.ts';
import { type BaselineOptions, type CheckedGate, readGateOptions } from '../gate/options.ts';
import type { AnyPhase, Setting } from '../phases/phase.ts';
import {
  type FirstOptions,
  type LaterOptions,
  METRICS,
  type MetricName,
  PHASES,
  type PhaseName,
  phaseOf,
} from '../phases/phases.ts';
import { type PhaseOptions, readOptions, settingOf, TOP_LEVEL } from '../phases/setting.ts';
import { readThresholds, type Threshold, type Thresholds } from './thresholds.ts';

/** What to run: every agent on every codebase in every phase, so many trials each. */
export interface Grid extends FirstOptions, LaterOptions {
  /** At least one; names are unique. */
  agents: readonly Agent[];
  /** At least one; ids are unique. */
  codebases: readonly Codebase[];
  /**
   * `construct`: agents explore and write down what they believe (the default). `revise`: after the active episode the code
   * changes, or is said to have changed, and they explore further. `exploit`: they are asked which changes would violate a
   * constraint, after the active episode and, as a control, without having seen the codebase. Options of the later ones stand
   * under their names.
   */
  phases?: readonly PhaseName[];
  /** Fresh samples of each episode, at least 1; default 1. */
  trials?: number;
  /** What each episode must reach, by metric; or by metric for one condition or later phase. */
  thresholds?: Thresholds;
  /** What the mean over codebases and trials must reach, for each agent and condition. */
  groupThresholds?: Thresholds;
  /**
   * Holds each agent × condition × track to a checked-in baseline: `true`, the path of the file, or options. `vitest -u`
   * writes it; a first local run writes what is missing; with `CI` set what is missing fails.
   */
  baseline?: boolean | string | BaselineOptions<MetricName>;
  /** Milliseconds a case may take; default: Vitest's `testTimeout`, which the plugin sets to 10 minutes. */
  timeout?: number;
}

/** A grid that has been checked, with its defaults filled in. */
export interface CheckedGrid {
  agents: readonly Agent[];
  codebases: readonly Codebase[];
  trials: number;
  phases: readonly AnyPhase[];
  options: PhaseOptions;
  thresholds: ReadonlyMap<string, readonly Threshold[]>;
  groupThresholds: ReadonlyMap<string, readonly Threshold[]>;
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
  const unknown = Object.keys(grid).find((key) => !KEYS.includes(key));
  if (unknown) fail(`there is no option ${unknown}: known are ${KEYS.join(', ')}`);

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
  const names = listed('phases', grid.phases ?? [PHASES[0].name]);
  unique('phases', names);
  const noPhase = names.find((phase) => !PHASES.some((known) => known.name === phase));
  if (noPhase !== undefined)
    fail(`there is no phase ${noPhase}: known are ${PHASES.map((known) => known.name).join(', ')}`);
  const idle = LATER.find((phase) => phase in grid && !names.includes(phase as PhaseName));
  if (idle !== undefined) fail(`${idle}: ${idle} is not among phases`);

  const trials = count('trials', grid.trials, 1);
  const options = readOptions(grid as unknown as Record<string, unknown>, fail);
  const shared = { agents, codebases, trials };
  // In the order of the list, whichever the suite has.
  const phases = PHASES.filter((phase) => names.includes(phase.name)).map(({ name: phase }) => phaseOf(phase));
  const settingIn = (phase: AnyPhase): Setting<unknown> => settingOf(shared, options, phase.name);
  for (const phase of phases) {
    const refused = phase.refuse(settingIn(phase));
    if (refused !== null) fail(`${refused}: leave ${phase.name} out of phases`);
  }
  const scopes = phases.flatMap((phase) => {
    const groups = phase.groups(settingIn(phase), agents[0] as Agent);
    return phase.scopes(options.get(phase.name)).map((scope) => ({
      scope,
      phase,
      metrics: new Set(groups.filter((group) => group.scope === scope).flatMap((group) => group.metrics)),
    }));
  });
  return {
    ...shared,
    phases,
    options,
    thresholds: readThresholds('thresholds', grid.thresholds, scopes, fail),
    groupThresholds: readThresholds('groupThresholds', grid.groupThresholds, scopes, fail),
    baseline: readGateOptions(grid.baseline, METRICS, GATED, fail),
    timeout: grid.timeout === undefined ? undefined : count('timeout', grid.timeout, 0),
  };
}

/** The setting of a phase in a grid. */
export function settingIn({ agents, codebases, trials, options }: CheckedGrid, phase: string): Setting<unknown> {
  return settingOf({ agents, codebases, trials }, options, phase);
}

const LATER: readonly string[] = PHASES.slice(1).map(({ name }) => name);
const GATED = PHASES.flatMap(({ gated }) => gated);
const KEYS: readonly string[] = [
  'agents',
  'codebases',
  ...TOP_LEVEL,
  'phases',
  ...LATER,
  'trials',
  'thresholds',
  'groupThresholds',
  'baseline',
  'timeout',
];
