import { appendFileSync } from 'node:fs';
import { messageOf } from '../base/causes.ts';
import { fileName } from '../base/file-name.ts';
import { EpisodeFailure } from '../episode/agent.ts';
import { outcomeOf } from '../episode/outcome.ts';
import { type Line, Recorder } from '../episode/recorder.ts';
import type { EpisodeStart, Outcome } from '../episode/transcript.ts';
import { TranscriptFile } from '../episode/transcript-file.ts';
import { Clock } from './clock.ts';
import type { Cell, Ended, Needed, Setting } from './phase.ts';
import { phaseOf } from './phases.ts';
import { bareStartOf, nameOfEpisode, startOf } from './start.ts';

/** Who asks for an episode. */
export interface Waiter {
  /** Aborted when the waiter no longer waits. */
  signal: AbortSignal;
  /** A failed episode is run again; any other is reused. */
  again?: boolean;
  /** Told each line of the transcript from now on. */
  onEvent?: Listener;
}

type Listener = (line: Line) => void;

interface Shared {
  ended: Promise<Ended>;
  controller: AbortController;
  /** How many wait for it. */
  waiting: number;
  listeners: Set<Listener>;
  attempt: number;
  failed: boolean;
}

/** What the cells of a suite are run with. */
export interface StoreOptions {
  /** Options of a phase, with what all phases share. */
  settingOf(phase: string): Setting<unknown>;
  /** Where transcripts go, and the folder of the suite in it; null to write none. */
  output: { directory: string; folder: string } | null;
  /** Names the suite: two suites share no recording. */
  suite: string;
  /** Milliseconds that an episode may take. */
  timeout: number;
  /** Whether what an episode hands over is kept: conversations are large. */
  keepsHandOver: boolean;
}

/**
 * The episodes of one suite. Each is run once, by whoever needs it first, and shared by all who ask for it: its own case,
 * phases that go on from it, and the cases of its group. It is cancelled when its last waiter is. The store knows no phase.
 */
export class CellStore {
  private readonly shared = new Map<string, Shared>();
  private readonly options: StoreOptions;

  constructor(options: StoreOptions) {
    this.options = options;
  }

  /** The ended episode of a cell. */
  async get(cell: Cell, waiter: Waiter): Promise<Ended> {
    const key = this.keyOf(cell);
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

  /** Writes a line behind the end of a transcript: what the episode came to, for whoever finds a run that was killed. */
  note({ path }: Ended, line: object): void {
    const { output } = this.options;
    if (output) ifPossible(() => appendFileSync(`${output.directory}/${path}`, `${JSON.stringify(line)}\n`));
  }

  /** What tells a cell from all others of the suite. */
  keyOf(cell: Cell): string {
    const { phase, agent, subject, trial } = cell;
    const axes = phaseOf(phase).axes(cell, this.options.settingOf(phase));
    return JSON.stringify([phase, agent.name, subject.id, trial, ...Object.entries(axes)]);
  }

  private begin(cell: Cell, waiter: Waiter, attempt: number): Shared {
    const controller = new AbortController();
    const listeners = new Set<Listener>();
    const clock = new Clock(this.options.timeout, (error) => controller.abort(error));
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
  ): Promise<Ended> {
    const phase = phaseOf(cell.phase);
    const setting = this.options.settingOf(cell.phase);
    let broken: unknown;
    let start: EpisodeStart;
    try {
      start = startOf(phase, cell, setting);
    } catch (error) {
      broken = error;
      start = bareStartOf(cell);
    }
    const path = this.pathOf(cell, attempt);
    const { output } = this.options;
    const file = output && new TranscriptFile(`${output.directory}/${path}`);
    const began = performance.now();
    const recorder = new Recorder(start, (line) => {
      try {
        file?.write(line);
      } catch (error) {
        // A disk that is full ends the episode, and not the run.
        broken ??= error;
      }
      for (const listener of listeners) listener(line);
    });
    const ended = (outcome: Outcome, scores: unknown, handOver: unknown): Ended => ({
      cell,
      path,
      transcript: recorder.end(broken === undefined ? outcome : failed(broken)),
      scores: broken === undefined ? scores : null,
      handOver,
      wall_ms: Math.round(performance.now() - began),
    });
    try {
      if (broken !== undefined) return ended({ status: 'finished' }, null, null);
      const needed = await clock.pauseWhile(() => this.needed(cell, { signal, again: waiter.again }));
      const { outcome, handOver } = await phase.run(cell, needed, setting, {
        recorder,
        protocol: phase.protocol,
        signal,
        offTheClock: (wait) => clock.pauseWhile(wait),
        checkTime: () => {
          if (broken !== undefined) throw new EpisodeFailure('setup', messageOf(broken));
          clock.check();
        },
        retry: attempt > 1,
        name: nameOfEpisode(this.options.suite, start),
      });
      const kept = this.options.keepsHandOver ? handOver : null;
      if (outcome.status === 'failed') return ended(outcome, null, kept);
      return ended(outcome, phase.score(cell, recorder.ending(outcome)), kept);
    } catch (error) {
      return ended(signal.aborted ? outcomeOf(signal.reason) : failed(error), null, null);
    } finally {
      clock.stop();
      ifPossible(() => file?.close());
    }
  }

  /** The ended cells that a cell goes on from. */
  private async needed(cell: Cell, waiter: Waiter): Promise<Needed> {
    const wanted = Object.entries(phaseOf(cell.phase).needs(cell));
    const found = wanted.map(
      async ([name, one]): Promise<[string, Ended | undefined]> => [name, one && (await this.get(one, waiter))],
    );
    return Object.fromEntries(await Promise.all(found));
  }

  private pathOf(cell: Cell, attempt: number): string {
    const { phase, agent, subject, trial } = cell;
    const axes = phaseOf(phase).axes(cell, this.options.settingOf(phase));
    const where = [phase, ...Object.values(axes)].join('-').replaceAll(' ', '-');
    const name = `${subject.id}-${trial}${attempt > 1 ? `.attempt-${attempt}` : ''}.jsonl`;
    return ['episodes', this.options.output?.folder ?? '', fileName(agent.name), fileName(where), fileName(name)].join(
      '/',
    );
  }
}

/** What is thrown around an episode is no doing of the agent's. */
function failed(error: unknown): Outcome {
  const failure = error instanceof EpisodeFailure ? error : new EpisodeFailure('setup', messageOf(error));
  return outcomeOf(failure);
}

/** What a full disk or a closed file keeps from being done is left. */
function ifPossible(action: () => void): void {
  try {
    action();
  } catch {}
}
