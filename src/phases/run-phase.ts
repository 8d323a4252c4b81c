import type { Codebase } from '../codebase/codebase.ts';
import type { Agent } from '../episode/agent.ts';
import { CellStore } from './cell-store.ts';
import { DEFAULT_TIMEOUT } from './clock.ts';
import type { Ended } from './phase.ts';
import { type FirstOptions, type LaterOptions, type PhaseName, phaseOf } from './phases.ts';
import { readOptions, settingOf } from './setting.ts';

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
  const options = readOptions(run as unknown as Record<string, unknown>, fail);
  const setting = (phase: string) => settingOf({ agents: [agent], codebases, trials }, options, phase);
  const phase = phaseOf(name);
  const refused = phase.refuse(setting(name));
  if (refused !== null) fail(refused);
  const store = new CellStore({ settingOf: setting, output: null, suite: '', timeout, keepsHandOver: true });
  const cells = phase.groups(setting(name), agent).flatMap((group) => group.cells);
  return Promise.all(cells.map((cell) => store.get(cell, { signal })));
}
