import type { RunContext } from '../episode/agent-run.ts';
import type { ModelCall } from '../episode/model-call.ts';
import { type Line, Recorder } from '../episode/recorder.ts';
import type { AnyPhase, Cell, Setting } from './phase.ts';
import { nameOfEpisode, startOf } from './start.ts';

/** How a phase is run by itself, without Vitest. */
export interface StandaloneOptions {
  /** Cancels the episode, which then counts as failed. */
  signal?: AbortSignal;
  /** Called with every line of the transcript as it comes. */
  onEvent?: (line: Line) => void;
  /** Waits for something that must not count against the time of the episode; by default it just waits. */
  offTheClock?: <T>(wait: () => Promise<T>) => Promise<T>;
  /** The episode failed before, and is tried again. */
  retry?: boolean;
  /** Asked between steps; throws when the time of the episode is over. */
  checkTime?: () => void;
  /** Told of calls that the agent at work notes once this episode has ended: in a phase that goes on from it. */
  onLaterCall?: (call: ModelCall) => void;
}

/** What a cell is run with by itself. */
export function open(
  phase: AnyPhase,
  cell: Cell,
  setting: Setting<unknown>,
  options: StandaloneOptions = {},
): RunContext {
  const { signal = new AbortController().signal, onEvent, retry = false, onLaterCall } = options;
  const start = startOf(phase, cell, setting);
  return {
    recorder: new Recorder(start, onEvent),
    protocol: phase.protocol,
    signal,
    offTheClock: options.offTheClock ?? ((wait) => wait()),
    checkTime: options.checkTime ?? (() => {}),
    retry,
    name: nameOfEpisode('', start),
    ...(onLaterCall ? { onLaterCall } : {}),
  };
}
