import { sha256 } from '../codebase/sha256.ts';
import type { EpisodeOptions } from '../episode/episode.ts';
import { runEpisode } from '../episode/episode.ts';
import type { EpisodeStart, Transcript, TranscriptEvent } from '../episode/transcript.ts';
import { TranscriptFile } from '../episode/transcript-file.ts';
import { score } from '../scoring/score.ts';
import type { Scores } from '../scoring/scores.ts';
import { Clock } from './clock.ts';
import type { Cell, CheckedGrid } from './grid.ts';

/** An episode that has ended. */
export interface EndedEpisode {
  cell: Cell;
  transcript: Transcript;
  /** Null for a failed episode. */
  scores: Scores | null;
  /** Path of the transcript, relative to the output folder. */
  path: string;
  /** Milliseconds from its begin to its end. */
  wall_ms: number;
}

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
    const key = JSON.stringify([cell.agent.name, cell.condition, cell.track, cell.codebase.id, cell.trial]);
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
    const shared: Shared = {
      controller,
      waiting: 0,
      listeners,
      attempt,
      failed: false,
      ended: this.run(cell, waiter, controller.signal, clock, attempt, listeners),
    };
    shared.ended = shared.ended.then((episode) => {
      clock.stop();
      shared.failed = episode.scores === null;
      return episode;
    });
    return shared;
  }

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
    if (cell.condition === 'passive-replay') {
      const active: Cell = { ...cell, condition: 'active' };
      // The active episode has its own time.
      options.active = () =>
        clock.pauseWhile(async () => (await this.get(active, { signal, again: waiter.again })).transcript);
    }
    const { budget, probeEvery } = this.grid;
    const began = performance.now();
    const transcript = await runEpisode({ ...cell, budget, probeEvery }, options);
    const scores = transcript.outcome.status === 'failed' ? null : score(transcript, cell.codebase.groundTruth);
    return { cell, transcript, scores, path, wall_ms: Math.round(performance.now() - began) };
  }

  private pathOf({ agent, condition, track, codebase, trial }: Cell, attempt: number): string {
    const where = this.grid.tracks.length > 1 ? `${condition}-${track}` : condition;
    const name = `${codebase.id}-${trial}${attempt > 1 ? `.attempt-${attempt}` : ''}.jsonl`;
    return ['episodes', this.folder, fileName(agent.name), where, fileName(name)].join('/');
  }
}

/** The text as a file name on any system. Different texts get different names: a changed one carries a hash. */
export function fileName(text: string): string {
  const safe = text.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '');
  if (safe === text) return safe;
  return `${safe}-${sha256(text, 8)}`;
}
