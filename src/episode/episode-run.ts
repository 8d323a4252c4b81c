import { type ReadBelief, readBelief } from '../belief/read-belief.ts';
import { readBeliefText } from '../belief/read-belief-text.ts';
import { LONGEST_ANSWER } from '../belief/spoken.ts';
import { type Codebase, codebaseHash, filesHash } from '../codebase/codebase.ts';
import { sha256 } from '../codebase/sha256.ts';
import type { Action } from './action.ts';
import { type Agent, EpisodeFailure, type Explorer, type Observation, type Task } from './agent.ts';
import type { Condition, Track } from './condition.ts';
import { perform } from './environment.ts';
import { harmless } from './harmless.ts';
import type { ModelCall } from './model-call.ts';
import { outcomeOf } from './outcome.ts';
import { readAction } from './read-action.ts';
import type { EpisodeStart, Outcome, Transcript, TranscriptEvent } from './transcript.ts';

export const DEFAULT_BUDGET = 20;
export const DEFAULT_PROBE_EVERY = 3;
export const DEFAULT_REVISE_BUDGET = 5;
/** After so many reminders in a row that an answer held no usable action, the episode is stopped. */
const MOST_REMINDERS = 2;

/** One agent on one codebase under one condition. */
export interface Episode {
  agent: Agent;
  codebase: Codebase;
  condition: Condition;
  track?: Track;
  /** Budgeted actions, at least 1; default 20. */
  budget?: number;
  /** A belief is asked for after every so many actions; default 3. */
  probeEvery?: number;
  /** 1 for the first sample. */
  trial?: number;
}

export interface EpisodeOptions {
  /** Cancels the episode, which then counts as failed. */
  signal?: AbortSignal;
  /** Called with every line of the transcript as it comes. */
  onEvent?: (line: EpisodeStart | TranscriptEvent) => void;
  /** Waits for something that must not count against the time of the episode; by default it just waits. */
  offTheClock?: <T>(wait: () => Promise<T>) => Promise<T>;
  /** The episode failed before, and is tried again. */
  retry?: boolean;
  /** Asked between steps; throws when the time of the episode is over. */
  checkTime?: () => void;
  /** The active episode of the same agent, codebase and trial; needed by passive-replay, run by it if absent. */
  active?: () => Promise<Transcript>;
  /** Told of calls that the agent at work notes once this episode has ended: in a phase that goes on from it. */
  onLaterCall?: (call: ModelCall) => void;
  /** Tells an episode that is run once more, for a later phase, from the first one. */
  again?: string;
  /** Given the agent at work, for a phase that goes on from here. */
  onExplorer?: (explorer: Explorer) => void;
}

/** What tells the transcript of a later phase from that of an active episode. */
export type PhaseStart = Pick<EpisodeStart, 'mutation' | 'exploit'>;

/** An agent at work on a codebase, with the record of it. What it does is up to the phase. */
export abstract class EpisodeRun {
  protected readonly episode: Required<Episode>;
  protected readonly options: EpisodeOptions;
  /** The codebase as the agent meets it. */
  protected readonly codebase: Codebase;
  private readonly signal: AbortSignal;
  private readonly start: EpisodeStart;
  private readonly events: TranscriptEvent[] = [];
  private step = 0;
  private lastProbe = -1;
  private ended = false;
  private readonly endings: (() => void)[] = [];
  private readonly warned = new Set<string>();

  constructor(
    episode: Episode,
    options: EpisodeOptions,
    phase: PhaseStart = {},
    codebase: Codebase = episode.codebase,
  ) {
    this.episode = {
      track: 'scratchpad',
      budget: DEFAULT_BUDGET,
      probeEvery: DEFAULT_PROBE_EVERY,
      trial: 1,
      ...episode,
    };
    this.options = options;
    this.codebase = codebase;
    this.signal = options.signal ?? new AbortController().signal;
    const { agent, condition, track, budget, probeEvery, trial } = this.episode;
    this.start = {
      type: 'start',
      agent: agent.name,
      agent_config: agent.config === undefined ? '' : hash(agent.config),
      prompt_hash: agent.promptHash ?? '',
      ...(agent.deterministic ? { deterministic: true as const } : {}),
      codebase_id: episode.codebase.id,
      codebase_hash: codebaseHash(codebase),
      condition,
      track,
      budget,
      probe_every: probeEvery,
      trial,
      ...phase,
    };
  }

  async toEnd(): Promise<Transcript> {
    this.options.onEvent?.(this.start);
    const outcome = await this.phase().catch((error) => outcomeOf(this.signal.aborted ? this.signal.reason : error));
    this.ended = true;
    this.endPart();
    this.record({ type: 'end', outcome });
    return { start: this.start, events: this.events, outcome };
  }

  /** What was begun on a copy, or the whole, has ended: whoever wants to know of it is told. */
  protected endPart(): void {
    for (const ending of this.endings.splice(0)) ending();
  }

  /** A phase cannot go on from an active episode that failed. */
  protected requireEnded({ outcome }: Transcript): void {
    if (outcome.status !== 'failed') return;
    throw new EpisodeFailure(outcome.kind, `the active episode to go on from failed: ${outcome.message}`);
  }

  /** What happens between start and end; whatever it throws becomes the outcome. */
  protected abstract phase(): Promise<Outcome>;

  /** @param part tells calls of one phase apart that are made on copies */
  protected task(part?: string): Task {
    const { codebase, budget, probeEvery, condition, track, trial } = this.episode;
    const files = filesHash(codebase);
    return {
      language: codebase.language,
      budget,
      probeEvery,
      condition,
      track,
      trial,
      seed: hash([files, trial]),
      episode: hash([
        this.episode.agent.name,
        files,
        condition,
        track,
        budget,
        probeEvery,
        trial,
        ...[this.start.mutation?.id, this.start.exploit, part, this.options.again].filter((name) => name !== undefined),
      ]),
      retry: this.options.retry ?? false,
      signal: this.signal,
      offTheClock: this.options.offTheClock ?? ((wait) => wait()),
      noteCall: (call) => {
        // A call that ends after the episode has been cancelled changes nothing.
        if (this.ended) this.options.onLaterCall?.(call);
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

  protected async active(explorer: Explorer): Promise<Outcome | null> {
    const { budget } = this.episode;
    while (this.step < budget) {
      const action = await this.nextAction(explorer);
      if (action === null) {
        return {
          status: 'stopped',
          reason: 'no-action',
          message: `no usable action after ${MOST_REMINDERS} reminders`,
        };
      }
      if (action.type === 'done') break;
      await this.take(explorer, action, await perform(this.codebase, action));
    }
    return null;
  }

  protected async nextAction(explorer: Explorer): Promise<Action | null> {
    let reminder: string | undefined;
    for (let reminders = 0; reminders <= MOST_REMINDERS; reminders++) {
      const answer = await this.orAbort(
        explorer.act({ step: this.step, left: this.episode.budget - this.step, reminder }),
      );
      this.noteLength(answer);
      const action = readAction(answer);
      if (action) return action;
      this.record({
        type: 'reminder',
        step: this.step,
        answer: typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? ''),
      });
      reminder = `Your answer held no usable action; ${this.episode.budget - this.step} of ${this.episode.budget} actions are left. Answer with one of LIST(dir), OPEN(file), SEARCH(text), INSPECT(file, symbol), DONE().`;
    }
    return null;
  }

  /** The last belief is asked for, unless it just was or the agent has stopped. */
  protected async finish(explorer: Explorer, stopped: Outcome | null): Promise<Outcome> {
    if (this.lastProbe !== this.step && !stopped) await this.probe(explorer, true);
    return stopped ?? { status: 'finished' };
  }

  /** Notes one budgeted action, tells the agent what it gave, and probes if it is time. */
  protected async take(explorer: Explorer, action: Action, result: { output: string; ok: boolean }): Promise<void> {
    this.step++;
    const observation: Observation = { step: this.step, action, ...result };
    this.record({ type: 'action', ...observation });
    await this.tell(explorer, [observation]);
    const { track, probeEvery, budget } = this.episode;
    if (track !== 'no-probe' && this.step % probeEvery === 0) await this.probe(explorer, this.step === budget);
  }

  /** The agent gets copies: what it does to them must not change the record. */
  protected async tell(explorer: Explorer, observations: readonly Observation[]): Promise<void> {
    const copies = observations.map((observation) => ({ ...observation, action: { ...observation.action } }));
    await this.orAbort(explorer.observe(copies));
  }

  protected async probe(explorer: Explorer, final: boolean): Promise<void> {
    this.lastProbe = this.step;
    const answer = await this.orAbort(
      explorer.believe({ step: this.step, left: this.episode.budget - this.step, final }),
    );
    const read: ReadBelief | null =
      typeof answer === 'string' ? readBeliefText(answer, this.step) : readBelief(answer, this.step);
    this.noteLength(answer);
    this.record({
      type: 'probe',
      step: this.step,
      belief: read?.belief ?? null,
      dropped: read?.dropped ?? 0,
      ...(read && read.dropped > 0 ? { problems: read.problems } : {}),
      ...(typeof answer === 'string' ? { answer } : read === null ? { answer: JSON.stringify(answer) ?? '' } : {}),
    });
  }

  private noteLength(answer: unknown): void {
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
    this.events.push(event);
    this.options.onEvent?.(event);
  }

  /** What the agent answers, unless the episode is cancelled first; an answer that comes later changes nothing. */
  protected async orAbort<T>(answer: T | Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    this.options.checkTime?.();
    if (!isPromise(answer)) return answer;
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = () => reject(this.signal.reason);
    this.signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([answer, promise]);
    } finally {
      this.signal.removeEventListener('abort', abort);
    }
  }
}

function isPromise<T>(answer: T | Promise<T>): answer is Promise<T> {
  return typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function';
}

function hash(value: unknown): string {
  return sha256(JSON.stringify(value), 16);
}
