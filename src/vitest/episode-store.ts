import { fileName } from '../codebase/file-name.ts';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import type { Explorer } from '../episode/agent.ts';
import { runEpisode } from '../episode/episode.ts';
import type { Episode, EpisodeOptions, PhaseStart } from '../episode/episode-run.ts';
import { runExploitation } from '../episode/exploitation.ts';
import { failedEpisode } from '../episode/failed-episode.ts';
import type { ModelCall } from '../episode/model-call.ts';
import { type Revision, runRevision } from '../episode/revision.ts';
import type { EpisodeStart, Exploit, Transcript, TranscriptEvent } from '../episode/transcript.ts';
import { TranscriptFile } from '../episode/transcript-file.ts';
import { evidenceOf } from '../patterns/mutations/evidence.ts';
import { mutate, shamOf } from '../patterns/mutations/mutate.ts';
import { nameOfChange, nameOfPhase } from '../patterns/mutations/mutation.ts';
import { questionsOf } from '../patterns/questions/question.ts';
import { score } from '../scoring/score.ts';
import { scoreExploitPhase } from '../scoring/score-exploit.ts';
import { scoreRevisePhase } from '../scoring/score-revision.ts';
import type { Scores } from '../scoring/scores.ts';
import { Clock } from './clock.ts';
import type { Cell, CheckedGrid, PlannedChange } from './grid.ts';

/** An episode that has ended. */
export interface EndedEpisode {
  cell: Cell;
  transcript: Transcript;
  /** Null for a failed episode. */
  scores: Scores | null;
  /** Path of the transcript, relative to the output folder. */
  path: string;
  /** The agent at work, for a phase that goes on from here; null where there is none. */
  explorer: Explorer | null;
  /** Milliseconds from its begin to its end. */
  wall_ms: number;
}

/** What a phase comes to. */
type EndedPhase = Pick<EndedEpisode, 'transcript' | 'scores' | 'explorer'>;

/** Who asks for an episode. */
export interface Waiter {
  /** Aborted when the waiter no longer waits. */
  signal: AbortSignal;
  /** A failed episode is run again; any other is reused. */
  again?: boolean;
  /** Told each line of the transcript from now on. */
  onEvent?: Listener;
}

type Listener = (line: EpisodeStart | TranscriptEvent) => void;

interface Shared {
  ended: Promise<EndedEpisode>;
  controller: AbortController;
  /** How many wait for it. */
  waiting: number;
  listeners: Set<Listener>;
  attempt: number;
  failed: boolean;
}

/**
 * The episodes of one suite. Each is run once, by whoever needs it first, and shared by all who ask for it: its own
 * case, the replay of it, and the cases of its group. It is cancelled when its last waiter is.
 */
export class EpisodeStore {
  private readonly shared = new Map<string, Shared>();
  private readonly grid: CheckedGrid;
  private readonly outputDirectory: string;
  private readonly folder: string;

  private readonly timeout: number;

  /**
   * @param folder where transcripts go, relative to the output directory
   * @param timeout milliseconds that an episode may take
   */
  constructor(grid: CheckedGrid, outputDirectory: string, folder: string, timeout: number) {
    this.timeout = timeout;
    this.grid = grid;
    this.outputDirectory = outputDirectory;
    this.folder = folder;
  }

  /** The ended episode of a cell. */
  async get(cell: Cell, waiter: Waiter): Promise<EndedEpisode> {
    const { agent, condition, track, codebase, trial, change, exploit } = cell;
    const key = JSON.stringify([agent.name, condition, track, codebase.id, trial, change ?? null, exploit ?? null]);
    const known = this.shared.get(key);
    const rerun = known?.failed === true && waiter.again === true;
    const shared = known && !rerun ? known : this.begin(cell, waiter, (known?.attempt ?? 0) + 1);
    this.shared.set(key, shared);

    shared.waiting++;
    if (waiter.onEvent) shared.listeners.add(waiter.onEvent);
    const leave = () => {
      if (--shared.waiting === 0) shared.controller.abort(waiter.signal.reason);
    };
    if (waiter.signal.aborted) leave();
    else waiter.signal.addEventListener('abort', leave, { once: true });
    try {
      return await shared.ended;
    } finally {
      waiter.signal.removeEventListener('abort', leave);
    }
  }

  private begin(cell: Cell, waiter: Waiter, attempt: number): Shared {
    const controller = new AbortController();
    const listeners = new Set<Listener>();
    const clock = new Clock(this.timeout, (error) => controller.abort(error));
    const shared: Shared = { controller, waiting: 0, listeners, attempt, failed: false, ended: new Promise(() => {}) };
    shared.ended = this.run(cell, waiter, controller.signal, clock, attempt, listeners).then((episode) => {
      shared.failed = episode.scores === null;
      return episode;
    });
    return shared;
  }

  /** Runs a cell. Whatever breaks, it ends: with a transcript that is closed and a clock that is stopped. */
  private async run(
    cell: Cell,
    waiter: Waiter,
    signal: AbortSignal,
    clock: Clock,
    attempt: number,
    listeners: ReadonlySet<Listener>,
  ): Promise<EndedEpisode> {
    const path = this.pathOf(cell, attempt);
    const file = new TranscriptFile(`${this.outputDirectory}/${path}`);
    const began = performance.now();
    const options: EpisodeOptions = {
      signal,
      onEvent: (line) => {
        file.write(line);
        for (const listener of listeners) listener(line);
      },
      offTheClock: (wait) => clock.pauseWhile(wait),
      checkTime: () => clock.check(),
      retry: attempt > 1,
    };
    // An episode to go on from has its own time.
    const active = () =>
      clock.pauseWhile(() =>
        this.get(
          { ...cell, condition: 'active', change: undefined, exploit: undefined },
          { signal, again: waiter.again },
        ),
      );
    const ended = (phase: EndedPhase): EndedEpisode => ({
      cell,
      path,
      wall_ms: Math.round(performance.now() - began),
      ...phase,
    });
    try {
      if (cell.change) return ended(await this.revise(cell, cell.change, options, active, clock));
      if (cell.exploit) return ended(await this.exploit(cell, cell.exploit, options, active));
      return ended(await this.construct(cell, options, active));
    } catch (error) {
      const { budget, probeEvery } = this.grid;
      const write = { onEvent: (line: EpisodeStart | TranscriptEvent) => ifPossible(() => options.onEvent?.(line)) };
      const transcript = await failedEpisode({ ...cell, budget, probeEvery }, startOf(cell), error, write);
      return ended({ transcript, scores: null, explorer: null });
    } finally {
      clock.stop();
      ifPossible(() => file.close());
    }
  }

  private async construct(
    cell: Cell,
    options: EpisodeOptions,
    active: () => Promise<EndedEpisode>,
  ): Promise<EndedPhase> {
    let explorer: Explorer | null = null;
    const { budget, probeEvery, phases } = this.grid;
    const transcript = await runEpisode(
      { ...cell, budget, probeEvery },
      {
        ...options,
        active: async () => (await active()).transcript,
        onExplorer: (at) => {
          // Conversations are large: they are kept for a phase that goes on from them alone.
          if (phases.some((phase) => phase !== 'construct')) explorer = at;
        },
      },
    );
    return {
      transcript,
      scores: scoresIfEnded(transcript, () => score(transcript, cell.codebase.groundTruth)),
      explorer,
    };
  }

  private async exploit(
    cell: Cell,
    exploit: Exploit,
    options: EpisodeOptions,
    active: () => Promise<EndedEpisode>,
  ): Promise<EndedPhase> {
    const { budget, probeEvery } = this.grid;
    const construct = exploit === 'explored' ? await active() : null;
    const questions = questionsOf(cell.codebase, cell.trial);
    const transcript = await runExploitation({ ...cell, budget, probeEvery }, { questions, construct }, options);
    const scores = scoresIfEnded(transcript, () => scoreExploitPhase(transcript, cell.codebase.groundTruth));
    return { transcript, scores, explorer: null };
  }

  private async revise(
    cell: Cell,
    change: PlannedChange,
    options: EpisodeOptions,
    active: () => Promise<EndedEpisode>,
    clock: Clock,
  ): Promise<EndedPhase> {
    const { budget, probeEvery, reviseBudget } = this.grid;
    const real = mutate(cell.codebase, change.type, change.variant);
    const { codebase: after, mutation } = change.is_sham ? shamOf(cell.codebase, real) : real;
    const shared = await active();
    const construct =
      shared.explorer?.fork || shared.scores === null
        ? shared
        : await exploreAgain({ ...cell, condition: 'active', budget, probeEvery }, mutation.id, options);
    const evidence = await clock.pauseWhile(() => evidenceOf(cell.codebase, real.codebase, change.variant));
    const transcript = await runRevision(
      { ...cell, budget: reviseBudget, probeEvery },
      { after, mutation, evidence, construct },
      options,
    );
    const scores = scoresIfEnded(transcript, () =>
      scoreRevisePhase(transcript, cell.codebase.groundTruth, after.groundTruth),
    );
    return { transcript, scores, explorer: null };
  }

  private pathOf({ agent, condition, track, codebase, trial, change, exploit }: Cell, attempt: number): string {
    const place = nameOfPhase({ change, exploit })?.replaceAll(' ', '-') ?? condition;
    const where = this.grid.tracks.length > 1 ? `${place}-${track}` : place;
    const name = `${codebase.id}-${trial}${attempt > 1 ? `.attempt-${attempt}` : ''}.jsonl`;
    return ['episodes', this.folder, fileName(agent.name), where, fileName(name)].join('/');
  }
}

/** An agent at work that cannot be copied explores once more, for one phase alone; its calls are that phase's. */
async function exploreAgain(
  episode: Episode,
  again: string,
  { signal, offTheClock, checkTime, retry }: EpisodeOptions,
): Promise<Revision['construct']> {
  let explorer: Explorer | null = null;
  const onExplorer = (at: Explorer) => {
    explorer = at;
  };
  let noteLater: ((call: ModelCall) => void) | undefined;
  const onLaterCall = (call: ModelCall) => noteLater?.(call);
  const own = { signal, offTheClock, checkTime, retry, again, onExplorer, onLaterCall };
  const transcript = await runEpisode(episode, own);
  const onLaterCalls = (note: (call: ModelCall) => void) => {
    noteLater = note;
  };
  return { transcript, explorer, own: true, onLaterCalls };
}

function scoresIfEnded(transcript: Transcript, score: () => Scores): Scores | null {
  return transcript.outcome.status === 'failed' ? null : score();
}

/** What tells the transcript of a cell's phase, where nothing else is known of it. */
function startOf({ change, exploit }: Cell): PhaseStart {
  if (!change) return exploit ? { exploit } : {};
  const nothing = { affected_modules: [], affected_invariants: [], claimed_elements: { edges: [], contracts: [] } };
  return { mutation: { id: nameOfChange(change), ...change, target_module: '', description: '', ...nothing } };
}

/** What a full disk or a closed file keeps from being done is left. */
function ifPossible(action: () => void): void {
  try {
    action();
  } catch {}
}

/** What is true at the end of an episode. */
export function truthOf({ codebase, change }: Pick<Cell, 'codebase' | 'change'>): GroundTruth {
  if (!change || change.is_sham) return codebase.groundTruth;
  return mutate(codebase, change.type, change.variant).codebase.groundTruth;
}
