import type { z } from 'zod';
import type { Codebase } from '../codebase/codebase.ts';
import type { Agent } from '../episode/agent.ts';
import type { RunContext } from '../episode/agent-run.ts';
import type { Protocol } from '../episode/protocol.ts';
import type { Axes, Outcome, PriorFacts, Transcript } from '../episode/transcript.ts';
import type { Metric } from '../scoring/metric.ts';

/** What a cell is about: a codebase, or whatever else a phase asks of an agent. */
export interface Subject {
  readonly id: string;
}

/** One episode to run: of one agent on one subject, with what tells it from others of its phase. */
export interface Cell {
  readonly phase: string;
  readonly agent: Agent;
  readonly subject: Subject;
  /** 1 for the first sample. */
  readonly trial: number;
}

/** What a suite runs, with the checked options of one phase. */
export interface Setting<O> {
  readonly agents: readonly Agent[];
  readonly codebases: readonly Codebase[];
  readonly trials: number;
  readonly options: O;
  /** The same with the options of another phase that this one goes on from. */
  of<P extends AnyPhase>(phase: P): Setting<OptionsOf<P>>;
}

/** Cells that are judged together: one block of cases, one mean, one baseline. */
export interface Group<C, S> {
  /** Titles below the agent's, from the outside in, e.g. `['revise', 'boundary_breach sham']`. */
  readonly titles: readonly string[];
  /** Vitest tags: some of the phase's. */
  readonly tags: readonly string[];
  /** Whose thresholds hold: one of the phase's scopes; null for a control. */
  readonly scope: string | null;
  /** The phase's own metrics that have a value here. */
  readonly metrics: readonly Metric<S>[];
  readonly cells: readonly C[];
}

/** A metric that the gate takes unless a suite says otherwise: always, or where codebases can be guessed by names, or cannot. */
export type Usual = string | { readonly name: string; readonly where: 'guessable' | 'unguessable' };

/** A cell that has ended. */
export interface Ended<C = Cell, S = unknown, H = unknown> {
  readonly cell: C;
  readonly transcript: Transcript;
  /** Null for a failed one. */
  readonly scores: S | null;
  /** What a later phase may go on from, e.g. the agent at work; null where there is nothing. */
  readonly handOver: H | null;
  /** Path of the transcript, relative to the output folder. */
  readonly path: string;
  /** Milliseconds from its begin to its end. */
  readonly wall_ms: number;
}

/** What a phase comes to in one cell. */
export interface Ran<H> {
  readonly outcome: Outcome;
  readonly handOver: H | null;
}

/** Ended cells by the name under which a phase needs them; what is undefined is not needed. */
export type Needed = Readonly<Record<string, Ended | undefined>>;

/**
 * What is asked of an agent. A phase knows nothing of other phases but those that it goes on from, nothing of Vitest, and
 * nothing of where its transcripts are kept.
 *
 * `K` is its name, `O` are its options, `C` its cells, `S` its scores, `H` what it hands over, `N` what it needs.
 */
export interface Phase<
  K extends string,
  O,
  C extends Cell,
  S,
  H = never,
  N extends Needed = Needed,
  M extends Metric<S> = Metric<S>,
> {
  readonly name: K;
  /** What agents are shown and asked. */
  readonly protocol: Protocol;
  /**
   * Its options, checked, with their defaults. They stand under the phase's name in a suite; those of the first phase, from
   * which the others go on, stand in the suite itself.
   */
  readonly options: z.ZodObject<z.ZodRawShape> & z.ZodType<O>;
  /** Tags that its groups have, each with what it says. */
  readonly tags: Readonly<Record<string, string>>;
  /** Its own metrics. */
  readonly metrics: readonly M[];
  /** Those that the gate holds it to unless a suite says otherwise, by name. */
  readonly gated: readonly Usual[];
  /** Main figures, for lines that show a case, by name. */
  readonly main: readonly string[];
  /** A phase whose scores its own scores have, too. */
  readonly extends?: AnyPhase;
  /** The form of its scores in results. */
  readonly scores: z.ZodType<S>;

  /** Where thresholds can hold. */
  scopes(options: O): readonly string[];
  /** Why a suite cannot have it, in a line that says what to change; null when it can. */
  refuse(setting: Setting<O>): string | null;
  groups(setting: Setting<O>, agent: Agent): Group<C, S>[];
  /** What tells a cell from others of its agent, subject and trial: keys, paths and columns are made of this. */
  axes(cell: C, setting: Setting<O>): Axes;
  /** All else that figures depend on: a difference refuses a comparison. */
  setUp(setting: Setting<O>): Axes;
  /** What is known of the codebase by names alone, where scores depend on that. */
  prior?(cell: C): PriorFacts | null;
  subjectHash(cell: C): string;
  /** What the gate pairs and means are taken over, where it is not the subject: the codebase of a task, a question. */
  unit?(cell: C): { id: string; hash: string };
  /** The codebase that the subject is or is made of; null for none. */
  codebaseOf(cell: C): Codebase | null;
  /** Cells that it goes on from: they are run once and shared. */
  needs(cell: C): { readonly [Name in keyof N]: Cell | undefined };
  run(cell: C, needed: N, setting: Setting<O>, context: RunContext): Promise<Ran<H>>;
  score(cell: C, transcript: Transcript): S;
  /** The most model calls of the cell itself; those of cells that it needs are counted apart. */
  mostCalls(cell: C, setting: Setting<O>): number;
}

/** A phase, whichever. Its methods take what its own groups made. */
export type AnyPhase = Phase<string, unknown, Cell, unknown, unknown>;

export type OptionsOf<P> = P extends { options: z.ZodType<infer O> } ? O : never;
export type ScoresOf<P> = P extends { scores: z.ZodType<infer S> } ? S : never;
export type MetricNameOf<P> = P extends { metrics: readonly { name: infer N }[] } ? N : never;

/** So many trials of each subject. */
export function cellsOf<C>(
  { codebases, trials }: Pick<Setting<unknown>, 'codebases' | 'trials'>,
  make: (subject: Codebase, trial: number) => C,
): C[] {
  return codebases.flatMap((subject) => Array.from({ length: trials }, (_, i) => make(subject, i + 1)));
}
