import type { Codebase } from '../codebase/codebase.ts';
import type { Agent } from '../episode/agent.ts';
import { CellStore } from './cell-store.ts';
import { DEFAULT_TIMEOUT } from './clock.ts';
import type { Ended } from './phase.ts';
import { type FirstOptions, type LaterOptions, PHASES, type PhaseName, phaseOf } from './phases.ts';
import { readOptions, settingOf, TOP_LEVEL } from './setting.ts';

/** What {@link runPhase} runs. */
export interface PhaseRun extends FirstOptions, LaterOptions {
  agent: Agent;
  codebases: readonly Codebase[];
  /** Fresh samples of each episode; default 1. */
  trials?: number;
  /** Cancels all episodes, which then count as failed. */
  signal?: AbortSignal;
  /** Milliseconds that an episode may take; default 10 minutes. */
  timeout?: number;
}

const LATER = PHASES.slice(1).map(({ name }) => name);
const KEYS: readonly string[] = ['agent', 'codebases', 'trials', 'signal', 'timeout', ...TOP_LEVEL, ...LATER];

/**
 * Runs a phase of one agent without Vitest: every cell of it, and the episodes that these go on from.
 *
 * @throws TypeError for an option that is not valid, in one line that names it
 * @example
 * const ended = await runPhase('revise', { agent, codebases: generate({ seeds: [1] }), revise: { budget: 5 } });
 * ended.map(({ transcript, scores }) => [transcript.start.axes.change, scores]);
 */
export async function runPhase(name: PhaseName, run: PhaseRun): Promise<Ended[]> {
  const fail = (message: string): never => {
    throw new TypeError(`runPhase: ${message}`);
  };
  const { agent, codebases, trials = 1, signal = new AbortController().signal, timeout = DEFAULT_TIMEOUT } = run;
  const unknown = Object.keys(run ?? {}).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) fail(`there is no option ${unknown}: known are ${KEYS.join(', ')}`);
  if (!PHASES.some((phase) => phase.name === name))
    fail(`there is no phase ${name}: known are ${PHASES.map((phase) => phase.name).join(', ')}`);
  if (typeof agent?.explore !== 'function') fail('agent is no agent: an agent has a name and a method explore');
  if (!Array.isArray(codebases) || codebases.length === 0) fail('codebases is empty: name at least one');
  if (!Number.isInteger(trials) || trials < 1) fail(`trials is ${trials}: it must be a whole number of at least 1`);
  const options = readOptions(run as unknown as Record<string, unknown>, fail);
  const setting = (phase: string) => settingOf({ agents: [agent], codebases, trials }, options, phase);
  const phase = phaseOf(name);
  const refused = phase.refuse(setting(name));
  if (refused !== null) fail(refused);
  const store = new CellStore({ settingOf: setting, output: null, suite: '', timeout, keepsHandOver: true });
  const cells = phase.groups(setting(name), agent).flatMap((group) => group.cells);
  return Promise.all(cells.map((cell) => store.get(cell, { signal })));
}
