import { emptyBelief } from '../belief/belief.ts';
import { type ReadBelief, readBelief } from '../belief/read-belief.ts';
import { readBeliefText } from '../belief/read-belief-text.ts';
import { type Codebase, codebaseHash, filesHash } from '../codebase/codebase.ts';
import { sha256 } from '../codebase/sha256.ts';
import { chooseFromBelief, readChoice } from '../constraints/choose.ts';
import type { Question } from '../constraints/question.ts';
import type { Mutation } from '../revise/mutation.ts';
import type { Action } from './action.ts';
import { type Agent, EpisodeFailure, type Explorer, type Observation, type Task } from './agent.ts';
import type { Condition, Track } from './condition.ts';
import { perform } from './environment.ts';
import { outcomeOf } from './outcome.ts';
import { readAction } from './read-action.ts';
import {
  actionsOf,
  beliefsOf,
  type EpisodeStart,
  type Outcome,
  type Transcript,
  type TranscriptEvent,
} from './transcript.ts';

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
  /** Given the agent at work, for a phase that goes on from here. */
  onExplorer?: (explorer: Explorer) => void;
}

/** What a revise phase goes on from. */
export interface Revision {
  /** The codebase as it is from now on; for a sham as it was. */
  after: Codebase;
  mutation: Mutation;
  evidence: string;
  /** The active episode, which ended, and the agent that took part in it. */
  construct: {
    transcript: Transcript;
    explorer: Explorer | null;
    /** The episode was run for this phase alone, so the agent at work need not be copied. */
    own?: boolean;
  };
}

/**
 * Runs an episode. It never throws for what an agent does or says: the outcome tells whether the agent finished, was
 * stopped by its own doing, or failed for reasons that are not its own.
 *
 * @example
 * const [codebase] = generate({ seeds: [1] });
 * const transcript = await runEpisode({ agent: baselines.configAware(), codebase, condition: 'active' });
 * score(transcript, codebase.groundTruth).dependency_f1;
 */
export async function runEpisode(episode: Episode, options: EpisodeOptions = {}): Promise<Transcript> {
  const run = new EpisodeRun(episode, options);
  return run.toEnd();
}

/** What an exploit phase asks, and of whom. */
export interface Exploitation {
  questions: readonly Question[];
  /** The active episode to go on from; null to ask without the codebase having been seen. */
  construct: { transcript: Transcript; explorer: Explorer | null } | null;
}

/**
 * Runs an exploit phase: questions about the codebase, each asked on a copy of the conversation that nothing else sees. It
 * costs no actions.
 */
export async function runExploitation(
  episode: Omit<Episode, 'condition'>,
  exploitation: Exploitation,
  options: EpisodeOptions = {},
): Promise<Transcript> {
  const run = new EpisodeRun({ ...episode, condition: 'active' }, options, undefined, exploitation);
  return run.toEnd();
}

/**
 * Runs a revise phase: the agent is told of a change, explores further in the same conversation, and writes down what it
 * believes. The transcript begins with the belief that it had.
 */
export async function runRevision(
  episode: Omit<Episode, 'condition'>,
  revision: Revision,
  options: EpisodeOptions = {},
): Promise<Transcript> {
  const run = new EpisodeRun({ ...episode, condition: 'active' }, options, revision);
  return run.toEnd();
}

class EpisodeRun {
  private readonly revision: Revision | undefined;
  private readonly exploitation: Exploitation | undefined;
  private readonly episode: Required<Episode>;
  private readonly options: EpisodeOptions;
  private readonly signal: AbortSignal;
  private readonly start: EpisodeStart;
  private readonly events: TranscriptEvent[] = [];
  private step = 0;
  private lastProbe = -1;
  private ended = false;

  constructor(episode: Episode, options: EpisodeOptions, revision?: Revision, exploitation?: Exploitation) {
    this.revision = revision;
    this.exploitation = exploitation;
    this.episode = {
      track: 'scratchpad',
      budget: DEFAULT_BUDGET,
      probeEvery: DEFAULT_PROBE_EVERY,
      trial: 1,
      ...episode,
    };
    this.options = options;
    this.signal = options.signal ?? new AbortController().signal;
    const { agent, codebase, condition, track, budget, probeEvery, trial } = this.episode;
    this.start = {
      type: 'start',
      agent: agent.name,
      agent_config: agent.config === undefined ? '' : hash(agent.config),
      prompt_hash: agent.promptHash ?? '',
      ...(agent.deterministic ? { deterministic: true as const } : {}),
      codebase_id: codebase.id,
      codebase_hash: codebaseHash(revision?.after ?? codebase),
      condition,
      track,
      budget,
      probe_every: probeEvery,
      trial,
      ...(revision ? { mutation: revision.mutation } : {}),
      ...(exploitation ? { exploit: exploitation.construct ? ('explored' as const) : ('question-only' as const) } : {}),
    };
  }

  async toEnd(): Promise<Transcript> {
    this.options.onEvent?.(this.start);
    const outcome = await this.explore();
    this.ended = true;
    this.record({ type: 'end', outcome });
    return { start: this.start, events: this.events, outcome };
  }

  private async explore(): Promise<Outcome> {
    try {
      const { agent, codebase } = this.episode;
      if (this.revision) return await this.revise(this.revision);
      if (this.exploitation) return await this.exploit(this.exploitation);
      const truth = agent.seesTruth ? codebase.groundTruth : undefined;
      const explorer = await this.orAbort(agent.explore(this.task(), truth));
      this.options.onExplorer?.(explorer);
      const stopped = await this.explorationStopped(explorer);
      if (this.lastProbe !== this.step && !stopped) await this.probe(explorer, true);
      return stopped ?? { status: 'finished' };
    } catch (error) {
      return outcomeOf(this.signal.aborted ? this.signal.reason : error);
    }
  }

  private async revise({ after, evidence, construct }: Revision): Promise<Outcome> {
    const { transcript, explorer: before } = construct;
    const belief = beliefsOf(transcript).at(-1) ?? null;
    this.record({ type: 'probe', step: 0, belief: belief && { ...belief, step: 0 }, dropped: 0 });
    this.record({ type: 'evidence', step: 0, text: evidence });
    if (transcript.outcome.status === 'failed') {
      const { kind, message } = transcript.outcome;
      throw new EpisodeFailure(kind, `the active episode to go on from failed: ${message}`);
    }
    // Whoever gave up while exploring cannot go on: its belief stands.
    if (transcript.outcome.status === 'stopped') return transcript.outcome;
    const explorer = construct.own ? before : await this.orAbort(before?.fork?.(this.task()));
    if (!explorer) throw new EpisodeFailure('no-fork', 'the agent at work cannot be copied');
    const truth = this.episode.agent.seesTruth ? after.groundTruth : undefined;
    await this.orAbort(explorer.learn?.({ evidence, budget: this.episode.budget }, truth));
    const stopped = await this.active(explorer);
    if (this.lastProbe !== this.step && !stopped) await this.probe(explorer, true);
    return stopped ?? { status: 'finished' };
  }

  private async exploit({ questions, construct }: Exploitation): Promise<Outcome> {
    const { agent, codebase } = this.episode;
    const belief = (construct && beliefsOf(construct.transcript).at(-1)) ?? emptyBelief();
    this.record({ type: 'probe', step: 0, belief: { ...belief, step: 0 }, dropped: 0 });
    if (construct?.transcript.outcome.status === 'failed') {
      const { kind, message } = construct.transcript.outcome;
      throw new EpisodeFailure(kind, `the active episode to go on from failed: ${message}`);
    }
    const truth = agent.seesTruth ? codebase.groundTruth : undefined;
    const explorer = construct ? construct.explorer : await this.orAbort(agent.explore(this.task(), truth));
    for (const question of questions) {
      const branch = (await this.orAbort(explorer?.fork?.(this.task()))) ?? explorer;
      const { text, options } = question;
      const answer = branch?.choose
        ? await this.orAbort(branch.choose({ text, options }))
        : chooseFromBelief(belief, question);
      this.record({
        type: 'choice',
        step: 0,
        question,
        chosen: readChoice(answer),
        ...(typeof answer === 'string' ? { answer } : {}),
      });
    }
    return { status: 'finished' };
  }

  private task(): Task {
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
        ...(this.revision ? [this.revision.mutation.id] : []),
        ...(this.start.exploit ? [this.start.exploit] : []),
      ]),
      retry: this.options.retry ?? false,
      signal: this.signal,
      offTheClock: this.options.offTheClock ?? ((wait) => wait()),
      noteCall: (call) => {
        // A call that ends after the episode has been cancelled changes nothing.
        if (!this.ended) this.record({ type: 'call', step: this.step, call });
      },
    };
  }

  private explorationStopped(explorer: Explorer): Promise<Outcome | null> {
    switch (this.episode.condition) {
      case 'active':
        return this.active(explorer);
      case 'passive-full':
        return this.showAll(explorer);
      case 'passive-oracle':
        return this.showEach(explorer, this.oracleActions());
      case 'passive-replay':
        return this.replay(explorer);
    }
  }

  private async active(explorer: Explorer): Promise<Outcome | null> {
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
      await this.take(explorer, action, await perform(this.revision?.after ?? this.episode.codebase, action));
    }
    return null;
  }

  private async nextAction(explorer: Explorer): Promise<Action | null> {
    let reminder: string | undefined;
    for (let reminders = 0; reminders <= MOST_REMINDERS; reminders++) {
      const answer = await this.orAbort(
        explorer.act({ step: this.step, left: this.episode.budget - this.step, reminder }),
      );
      const action = readAction(answer);
      if (action) return action;
      this.record({
        type: 'reminder',
        step: this.step,
        answer: typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? ''),
      });
      reminder =
        'Your answer held no usable action. Answer with one of LIST(dir), OPEN(file), SEARCH(text), INSPECT(file, symbol), DONE().';
    }
    return null;
  }

  private async showAll(explorer: Explorer): Promise<null> {
    const observations = [...this.episode.codebase.files].map(
      ([path, output]): Observation => ({ step: 0, action: { type: 'open', argument: path }, output, ok: true }),
    );
    for (const observation of observations) this.record({ type: 'action', ...observation });
    await this.tell(explorer, observations);
    return null;
  }

  private async showEach(explorer: Explorer, observations: readonly Omit<Observation, 'step'>[]): Promise<null> {
    for (const { action, output, ok } of observations) await this.take(explorer, action, { output, ok });
    return null;
  }

  /** The B modules with the most true edges at either end, ties by path. */
  private oracleActions(): Omit<Observation, 'step'>[] {
    const { codebase, budget } = this.episode;
    const counts = new Map(Object.keys(codebase.groundTruth.modules).map((path) => [path, 0]));
    for (const { source, target } of codebase.groundTruth.dependency_edges) {
      for (const end of [source, target]) counts.set(end, (counts.get(end) ?? 0) + 1);
    }
    return [...counts]
      .filter(([path]) => codebase.files.has(path))
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, budget)
      .map(([path]) => ({
        action: { type: 'open', argument: path },
        output: codebase.files.get(path) as string,
        ok: true,
      }));
  }

  private async replay(explorer: Explorer): Promise<null> {
    const { onEvent: _, active, ...options } = this.options;
    const run = active ?? (() => runEpisode({ ...this.episode, condition: 'active' }, options));
    const recorded = await this.orAbort(run());
    if (recorded.outcome.status === 'failed') {
      throw new EpisodeFailure(
        recorded.outcome.kind,
        `the active episode to replay failed: ${recorded.outcome.message}`,
      );
    }
    return this.showEach(explorer, actionsOf(recorded));
  }

  /** Notes one budgeted action, tells the agent what it gave, and probes if it is time. */
  private async take(explorer: Explorer, action: Action, result: { output: string; ok: boolean }): Promise<void> {
    this.step++;
    const observation: Observation = { step: this.step, action, ...result };
    this.record({ type: 'action', ...observation });
    await this.tell(explorer, [observation]);
    const { track, probeEvery, budget } = this.episode;
    if (track !== 'no-probe' && this.step % probeEvery === 0) await this.probe(explorer, this.step === budget);
  }

  /** The agent gets copies: what it does to them must not change the record. */
  private async tell(explorer: Explorer, observations: readonly Observation[]): Promise<void> {
    const copies = observations.map((observation) => ({ ...observation, action: { ...observation.action } }));
    await this.orAbort(explorer.observe(copies));
  }

  private async probe(explorer: Explorer, final: boolean): Promise<void> {
    this.lastProbe = this.step;
    const answer = await this.orAbort(
      explorer.believe({ step: this.step, left: this.episode.budget - this.step, final }),
    );
    const read: ReadBelief | null =
      typeof answer === 'string' ? readBeliefText(answer, this.step) : readBelief(answer, this.step);
    this.record({
      type: 'probe',
      step: this.step,
      belief: read?.belief ?? null,
      dropped: read?.dropped ?? 0,
      ...(typeof answer === 'string' ? { answer } : read === null ? { answer: JSON.stringify(answer) ?? '' } : {}),
    });
  }

  private record(event: TranscriptEvent): void {
    this.events.push(event);
    this.options.onEvent?.(event);
  }

  /** What the agent answers, unless the episode is cancelled first; an answer that comes later changes nothing. */
  private async orAbort<T>(answer: T | Promise<T>): Promise<T> {
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
