import { harmless } from '../base/harmless.ts';
import { stableHash } from '../base/sha256.ts';
import { LONGEST_ANSWER } from '../belief/spoken.ts';
import { filesHash, type Snapshot } from '../codebase/codebase.ts';
import { type Action, callsOfActions, kindOf } from './actions/actions.ts';
import type { Observation, Task } from './agent.ts';
import { perform } from './environment.ts';
import type { ModelCall } from './model-call.ts';
import { outcomeOf } from './outcome.ts';
import type { Protocol } from './protocol.ts';
import { readAction } from './read-action.ts';
import type { Recorder } from './recorder.ts';
import type { Outcome, TranscriptEvent } from './transcript.ts';

/** After so many reminders in a row that an answer held no usable action, the episode is stopped. */
const MOST_REMINDERS = 2;

/** What an episode is run with: whoever runs it hands it on. */
export interface RunContext {
  readonly recorder: Recorder;
  /** What the agent is shown and asked. */
  readonly protocol: Protocol;
  /** Cancels the episode, which then counts as failed. */
  readonly signal: AbortSignal;
  /** Waits for something that must not count against the time of the episode. */
  offTheClock<T>(wait: () => Promise<T>): Promise<T>;
  /** Asked between steps; throws when the time of the episode is over. */
  checkTime(): void;
  /** The episode failed before, and is tried again. */
  readonly retry: boolean;
  /** Names the episode, the same on every run. */
  readonly name: string;
  /** Told of calls that the agent at work notes once this episode has ended: in a phase that goes on from it. */
  onLaterCall?(call: ModelCall): void;
}

/** Whoever acts: an agent at work. */
interface Actor {
  act(turn: { step: number; left: number; reminder?: string }): unknown;
  observe(observations: readonly Observation[]): void | Promise<void>;
}

/** An agent at work on files, within a budget of actions, with the record of it. What it does is up to the phase. */
export abstract class AgentRun {
  protected readonly context: RunContext;
  /** The files as the agent meets them. */
  protected readonly snapshot: Snapshot;
  protected readonly budget: number;
  protected step = 0;
  private ended = false;
  private readonly endings: (() => void)[] = [];
  private readonly warned = new Set<string>();

  /** @param budget actions, DONE aside */
  constructor(context: RunContext, snapshot: Snapshot, budget: number) {
    this.context = context;
    this.snapshot = snapshot;
    this.budget = budget;
  }

  /** Runs it to its end, however it comes. */
  async toEnd(): Promise<Outcome> {
    const { signal } = this.context;
    try {
      return await this.phase();
    } catch (error) {
      return outcomeOf(signal.aborted ? signal.reason : error);
    } finally {
      this.ended = true;
      this.endPart();
    }
  }

  /** What happens between start and end; whatever it throws becomes the outcome. */
  protected abstract phase(): Promise<Outcome>;

  /** What was begun on a copy, or the whole, has ended: whoever wants to know of it is told. */
  protected endPart(): void {
    for (const ending of this.endings.splice(0)) ending();
  }

  /** @param part tells calls of one episode apart that are made on copies */
  protected taskBase(part?: string): Omit<Task, 'budget' | 'probeEvery' | 'condition' | 'track' | 'trial'> {
    const { context } = this;
    const { trial } = context.recorder.start;
    return {
      protocol: context.protocol,
      language: this.snapshot.language,
      seed: stableHash([filesHash(this.snapshot), trial]),
      episode: part === undefined ? context.name : stableHash([context.name, part]),
      retry: context.retry,
      signal: context.signal,
      offTheClock: (wait) => context.offTheClock(wait),
      noteCall: (call) => {
        // A call that ends after the episode has been cancelled changes nothing.
        if (this.ended) context.onLaterCall?.(call);
        else this.record({ type: 'call', step: this.step, call });
      },
      warn: (message) => {
        if (!this.ended) this.warn(message);
      },
      onEnd: (callback) => {
        if (this.ended) callback();
        else this.endings.push(callback);
      },
    };
  }

  /**
   * Lets the agent act until it is done or the budget is spent.
   *
   * @returns how it stopped before that; null where it did not
   */
  protected async act(actor: Actor): Promise<Outcome | null> {
    while (this.step < this.budget) {
      const action = await this.nextAction(actor);
      if (action === null) {
        return {
          status: 'stopped',
          reason: 'no-action',
          message: `no usable action after ${MOST_REMINDERS} reminders`,
        };
      }
      if (kindOf(action.type, this.context.protocol.actions)?.ends) break;
      await this.take(actor, action, await perform(this.snapshot, action, this.context.protocol.actions));
    }
    return null;
  }

  private async nextAction(actor: Actor): Promise<Action | null> {
    let reminder: string | undefined;
    for (let reminders = 0; reminders <= MOST_REMINDERS; reminders++) {
      const left = this.budget - this.step;
      const answer = await this.orAbort(actor.act({ step: this.step, left, reminder }));
      this.noteLength(answer);
      const action = readAction(answer, this.context.protocol.actions);
      if (action) return action;
      this.record({
        type: 'reminder',
        step: this.step,
        answer: typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? ''),
      });
      reminder = `Your answer held no usable action; ${left} of ${this.budget} actions are left. Answer with one of ${callsOfActions(this.context.protocol.actions)}.`;
    }
    return null;
  }

  /** Notes one budgeted action, and tells the agent what it gave. */
  protected async take(actor: Actor, action: Action, result: { output: string; ok: boolean }): Promise<void> {
    this.step++;
    const observation: Observation = { step: this.step, action, ...result };
    this.record({ type: 'action', ...observation });
    await this.tell(actor, [observation]);
  }

  /** The agent gets copies: what it does to them must not change the record. */
  protected async tell(actor: Actor, observations: readonly Observation[]): Promise<void> {
    const copies = observations.map((observation) => ({ ...observation, action: { ...observation.action } }));
    await this.orAbort(actor.observe(copies));
  }

  protected noteLength(answer: unknown): void {
    if (typeof answer !== 'string' || answer.length <= LONGEST_ANSWER) return;
    this.warn(`an answer of ${answer.length} characters was read from its last ${LONGEST_ANSWER} alone`);
  }

  /** Notes what users should know of, each once an episode. */
  protected warn(text: string): void {
    const message = harmless(text);
    if (this.warned.has(message)) return;
    this.warned.add(message);
    this.record({ type: 'warning', step: this.step, message });
  }

  protected record(event: TranscriptEvent): void {
    this.context.recorder.record(event);
  }

  /** What the agent answers, unless the episode is cancelled first; an answer that comes later changes nothing. */
  protected async orAbort<T>(answer: T | Promise<T>): Promise<T> {
    this.context.signal.throwIfAborted();
    this.context.checkTime();
    if (!isPromise(answer)) return answer;
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = () => reject(this.context.signal.reason);
    this.context.signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([answer, promise]);
    } finally {
      this.context.signal.removeEventListener('abort', abort);
    }
  }
}

function isPromise<T>(answer: T | Promise<T>): answer is Promise<T> {
  return typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function';
}
