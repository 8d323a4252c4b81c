import { z } from 'zod';
import { Belief } from '../belief/belief.ts';
import { Action, formatAction } from './actions/actions.ts';
import { ModelCall } from './model-call.ts';

/** Named values, from which keys, paths, titles and columns are made. */
export const Axes = z.record(z.string(), z.union([z.string(), z.number()]));
export type Axes = Readonly<z.infer<typeof Axes>>;

/** What an episode was: enough to compare results, and to tell when they must not be compared. */
/** The learner of what names tell, and how much they do: its mean F1 on codebases that it has not learnt from. */
export const PriorFacts = z.object({ version: z.string(), f1: z.number().min(0).max(1) });
export type PriorFacts = z.infer<typeof PriorFacts>;

export const EpisodeStart = z.object({
  type: z.literal('start'),
  phase: z.string(),
  agent: z.string(),
  /** Hash of the agent's config; empty without one. */
  agent_config: z.string(),
  /** Hash of the agent's prompts; empty without. */
  prompt_hash: z.string(),
  /** The agent declares that it does the same on every run. */
  deterministic: z.literal(true).optional(),
  /** What it is about. */
  subject: z.object({ id: z.string(), hash: z.string() }),
  /** What the gate pairs, where it is not the subject. */
  unit: z.object({ id: z.string(), hash: z.string() }).optional(),
  trial: z.number().int(),
  /** What tells it from other episodes of its phase, e.g. its condition and track. */
  axes: Axes,
  /** All else that its figures depend on, e.g. its budget. */
  set_up: Axes,
  /** What is known of its codebase by names alone, where its figures depend on that. */
  prior: PriorFacts.optional(),
});
export type EpisodeStart = z.infer<typeof EpisodeStart>;

/** How an episode ended. */
export const Outcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('finished') }),
  /** The agent's doing; its last belief is scored. */
  z.object({ status: z.literal('stopped'), reason: z.string(), message: z.string() }),
  /** Infrastructure: never scored. An error of the agent's own code has its stack. */
  z.object({ status: z.literal('failed'), kind: z.string(), message: z.string(), stack: z.string().optional() }),
]);
export type Outcome = z.infer<typeof Outcome>;

export const TranscriptEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('action'), step: z.number().int(), action: Action, output: z.string(), ok: z.boolean() }),
  z.object({ type: z.literal('call'), step: z.number().int(), call: ModelCall }),
  /** Something that users should know of. */
  z.object({ type: z.literal('warning'), step: z.number().int(), message: z.string() }),
  /** An answer that held no usable action. */
  z.object({ type: z.literal('reminder'), step: z.number().int(), answer: z.string() }),
  z.object({
    type: z.literal('probe'),
    step: z.number().int(),
    /** As read; null when the answer held no belief, so that the previous one stands. */
    belief: Belief.nullable(),
    /** Fields, edges, exports or components that could not be read; and what was wrong, with how many. */
    dropped: z.number().int(),
    problems: z.record(z.string(), z.number().int()).optional(),
    /** It is the last belief of the episode that this one goes on from. */
    inherited: z.literal(true).optional(),
    /** The answer, where it was text. */
    answer: z.string().optional(),
  }),
  /** What a phase alone notes, in a form of its own. */
  z.object({ type: z.literal('note'), step: z.number().int(), name: z.string(), data: z.unknown() }),
  z.object({ type: z.literal('end'), outcome: Outcome }),
]);
export type TranscriptEvent = z.infer<typeof TranscriptEvent>;

/** The record of an episode, from which its scores can be computed again at no cost. */
export interface Transcript {
  readonly start: EpisodeStart;
  readonly events: readonly TranscriptEvent[];
  readonly outcome: Outcome;
}

/** The beliefs that were read, in order. */
export function beliefsOf(transcript: Transcript): Belief[] {
  return transcript.events.flatMap((event) => (event.type === 'probe' && event.belief ? [event.belief] : []));
}

/** All calls of a model, in order. */
export function callsOf(transcript: Transcript): ModelCall[] {
  return transcript.events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
}

/** What a phase has noted under a name. */
export function notesOf<T extends z.ZodType>(transcript: Transcript, name: string, schema: T): z.infer<T>[] {
  return transcript.events.flatMap((event) =>
    event.type === 'note' && event.name === name ? [schema.parse(event.data)] : [],
  );
}

/** The actions of a transcript as agents write them, DONE left out. */
export function describeActions(transcript: Transcript): string[] {
  return actionsOf(transcript).map(({ action }) => formatAction(action));
}

export type ProbeEvent = Extract<TranscriptEvent, { type: 'probe' }>;
export type ActionEvent = Extract<TranscriptEvent, { type: 'action' }>;

/** All actions: chosen ones, and files that were shown. */
export function actionsOf(transcript: Transcript): ActionEvent[] {
  return transcript.events.filter((event) => event.type === 'action');
}

/**
 * Reads a transcript from lines of JSON. A last line that was cut off is passed over; a transcript without its end
 * counts as failed.
 *
 * @throws Error if the lines are no transcript
 */
export function readTranscript(text: string): Transcript {
  const texts = text.split('\n').filter((line) => line !== '');
  const values = texts.flatMap((line, i) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch (error) {
      if (i === texts.length - 1) return [];
      throw new Error(`transcript: line ${i + 1} is no JSON`, { cause: error });
    }
  });
  const start = EpisodeStart.parse(values[0]);
  // Behind the end there may stand what the episode came to.
  const lines = values.slice(1).filter((value) => (value as { type?: unknown }).type !== 'result');
  const events = lines.map((value) => TranscriptEvent.parse(value));
  const end = events.findLast((event) => event.type === 'end');
  const outcome: Outcome = end?.outcome ?? {
    status: 'failed',
    kind: 'interrupted',
    message: 'the run was interrupted',
  };
  return { start, events, outcome };
}
