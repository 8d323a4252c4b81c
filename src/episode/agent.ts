import type { BeliefInput } from '../belief/belief.ts';
import type { Generated } from '../codebase/codebase.ts';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import type { Action } from './actions/actions.ts';
import type { Condition, Track } from './condition.ts';
import type { ModelCall } from './model-call.ts';
import type { Protocol } from './protocol.ts';

/** What an agent is told when an episode begins. */
export interface Task {
  /** What it is shown and asked: the actions that it can take, and more. */
  readonly protocol: Protocol;
  /** The programming language of the codebase, e.g. `typescript`. */
  readonly language: string;
  /** How many actions it may take; DONE is free. */
  readonly budget: number;
  /** A belief is asked for after every so many actions, and at the end. */
  readonly probeEvery: number;
  readonly condition: Condition;
  readonly track: Track;
  /** 1 for the first sample of this episode. */
  readonly trial: number;
  /** For agents that draw: the same for the same codebase and trial, and says nothing about either. */
  readonly seed: string;
  /** Opaque; names this episode (agent, codebase, condition, track, budget, trial), the same on every run. */
  readonly episode: string;
  /** The episode failed before, and is tried again. */
  readonly retry: boolean;
  /** Aborted when the episode is cancelled or times out. */
  readonly signal: AbortSignal;
  /** Waits for something that must not count against the time of the episode, as for a rate limit of our own. */
  offTheClock<T>(wait: () => Promise<T>): Promise<T>;
  /** Notes a call of a model, for the transcript and the usage tables. */
  noteCall(call: ModelCall): void;
  /** Notes something that users should know of, for the transcript and the reports: it is shown once for each agent. */
  warn(message: string): void;
  /** Calls back when the episode has ended, however it did. */
  onEnd(callback: () => void): void;
  /** Of which options and seed the codebase was generated, if it was: for agents that declare `seesGenerator` alone. */
  readonly generated?: Generated;
}

/** What one action gave. */
export interface Observation {
  /** How many budgeted actions were taken with it; 0 where files are shown at once. */
  readonly step: number;
  readonly action: Action;
  readonly output: string;
  /** False when the output is an error message. */
  readonly ok: boolean;
}

/** A request for the next action. */
export interface Turn {
  /** Budgeted actions taken so far, and left. */
  readonly step: number;
  readonly left: number;
  /** Set when the last answer held no usable action; after two reminders the episode is stopped. */
  readonly reminder?: string;
}

/** A request for a belief. */
export interface Probe {
  readonly step: number;
  readonly left: number;
  /** It is the last one of the episode. */
  readonly final: boolean;
}

/** An answer to a request for a belief. */
export type Believed = BeliefInput | string | Refused;

/** A belief that was refused: the one before it stands. */
export interface Refused {
  refusal: string;
}

/** An agent at work on one codebase. */
export interface Explorer {
  /**
   * The next action: an object, or text that holds one (`OPEN(src/run.ts)`). Asked for in the active condition alone.
   *
   * @throws AgentStopped if the agent itself gives up; any other error counts as a failure of infrastructure
   */
  act(turn: Turn): Action | string | Promise<Action | string>;
  /** Told what the last action gave, in every condition; all files at once in passive-full. */
  observe(observations: readonly Observation[]): void | Promise<void>;
  /**
   * What it believes: an object in the form of a belief, or text that holds one. It is read leniently; an answer that holds
   * none leaves the belief before it standing.
   */
  believe(probe: Probe): Believed | Promise<Believed>;
  /**
   * A copy that goes on from here, with a task of its own: what the copy does changes nothing here. Each revise case goes
   * on from the same active episode so; an agent without it explores once more for each.
   */
  fork?(task: Task): Explorer | Promise<Explorer>;
  /**
   * The answer to a question about the codebase: the index of an option, or text that names its letter. Asked on a copy of
   * its own, where there can be one. Without it the answer is what the last belief speaks for.
   */
  choose?(choice: Choice): number | string | Promise<number | string>;
  /**
   * Told, in the revise phase, of evidence that the code has changed. `truth` is given to agents that declare `seesTruth`
   * alone: what is true from now on. An agent without it is not told.
   */
  learn?(notice: Notice, truth?: GroundTruth): void | Promise<void>;
}

/** A question with four options, of which one is right. */
export interface Choice {
  readonly text: string;
  readonly options: readonly string[];
}

/** Evidence that the code has changed. */
export interface Notice {
  /** What the tools of the codebase print, or which files changed. It may be a sham. */
  readonly evidence: string;
  /** How many further actions may be taken. */
  readonly budget: number;
}

/**
 * Something that explores codebases. It is given what the five actions show, and no ground truth.
 *
 * @example
 * const agent: Agent = {
 *   name: 'opens-the-readme',
 *   explore: () => ({
 *     act: ({ step }) => (step === 0 ? 'OPEN(README.md)' : 'DONE()'),
 *     observe: () => {},
 *     believe: () => ({ components: {} }),
 *   }),
 * };
 */
export interface Agent {
  /** Unique in a suite; shown in reports. */
  readonly name: string;
  /** Whatever else its scores depend on, as JSON: model, temperature, prompts. Results carry a hash of it. */
  readonly config?: unknown;
  /** It does the same on every run, so that any difference is a change. */
  readonly deterministic?: boolean;
  /** A hash of its prompts, shown beside its scores: prompts move scores. Of a protocol, where phases have prompts of their own. */
  readonly promptHash?: string | ((protocol: Protocol) => string);
  /** The most model calls that an episode can make, retries aside; none by default. */
  mostCalls?(setting: { condition: Condition; track: Track; budget: number; probeEvery: number }): number;
  /** Why it cannot run here and now, e.g. `OPENAI_API_KEY is not set`; null when it can. */
  unavailable?(): string | null;
  /** Called once an episode. `truth` is given to agents that declare `seesTruth` alone. */
  explore(task: Task, truth?: GroundTruth): Explorer | Promise<Explorer>;
  /** The oracle baseline's; an agent under test leaves it out. */
  readonly seesTruth?: true;
  /** The `conventions` baseline's, which learns from other codebases of the same options; an agent under test leaves it out. */
  readonly seesGenerator?: true;
}

/** Thrown by an agent that gives up: a refusal, a context overflow. Its last belief is scored. */
export class AgentStopped extends Error {
  override name = 'AgentStopped';
  readonly reason: string;

  constructor(reason: string, message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

/** Thrown where infrastructure fails: the episode is listed as failed and never scored. */
export class EpisodeFailure extends Error {
  override name = 'EpisodeFailure';
  /** What failed, e.g. `provider`, `timeout`. */
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}
