import { z } from 'zod';
import type { Codebase } from '../codebase/codebase.ts';
import { EDGE_TYPES, EdgeType } from '../codebase/ground-truth.ts';
import { callsOf, EpisodeStart, Outcome, type Transcript } from '../episode/transcript.ts';
import { sumUsage, Usage } from './usage.ts';
import { messagesOf, Reading, readingOf } from './warnings.ts';

/** The size of a codebase, for the table of codebases. */
export const CodebaseFacts = z.object({
  id: z.string(),
  language: z.string(),
  complexity: z.string(),
  modules: z.number().int(),
  edges: z.record(EdgeType, z.number().int()),
  invariants: z.number().int(),
});
export type CodebaseFacts = z.infer<typeof CodebaseFacts>;

/** One episode as results files and reporters have it. */
export const Result = EpisodeStart.omit({ type: true }).extend({
  suite: z.string(),
  /** Names the episodes that are judged together with this one, beside suite and agent, e.g. `revise boundary_breach sham`. */
  group: z.string(),
  /** Whose thresholds hold; null for a control. */
  scope: z.string().nullable(),
  /** The codebase that the subject is or is made of; null for none. */
  codebase: CodebaseFacts.nullable(),
  outcome: Outcome,
  /** What models used in the episode; null for agents that call none. */
  usage: Usage.nullable(),
  /** How much of the agent's answers could be read. */
  reading: Reading,
  /** What was noted while it ran. */
  warnings: z.array(z.string()),
  /** Milliseconds from its begin to its end; absent where nobody measured. */
  wall_ms: z.number().optional(),
  /** In the form of its phase. Null for a failed episode, which says nothing of the agent. */
  scores: z.unknown(),
  /** Path of the transcript, relative to the folder of the run. */
  transcript: z.string(),
});
export type Result<S = unknown> = Omit<z.infer<typeof Result>, 'scores'> & { scores: S | null };

/** The facts of a codebase. */
function codebaseFacts({ id, language, groundTruth }: Codebase): CodebaseFacts {
  const edges = Object.fromEntries(
    EDGE_TYPES.map((type) => [type, groundTruth.dependency_edges.filter((edge) => edge.type === type).length]),
  ) as Record<EdgeType, number>;
  return {
    id,
    language,
    complexity: groundTruth.complexity,
    modules: Object.keys(groundTruth.modules).length,
    edges,
    invariants: groundTruth.invariants.length,
  };
}

/** Where a result belongs. */
export type Place = Pick<Result, 'suite' | 'group' | 'scope'>;

/** What the gate pairs and means are taken over: the subject, unless the phase has another unit. */
export function unitOf({ unit, subject }: Pick<Result, 'unit' | 'subject'>): { id: string; hash: string } {
  return unit ?? subject;
}

/** Names the episode of a result among those of its file: what it was, not how it went. */
export function episodeOf({ suite, phase, agent, subject, trial, axes }: Result): string {
  return JSON.stringify([suite, phase, agent, subject.id, trial, axes]);
}

/** Puts a result together from a transcript and its scores. */
export function resultOf<S>(
  place: Place,
  transcript: Transcript,
  scores: S | null,
  codebase: Codebase | null,
  path: string,
): Result<S> {
  const { type: _, ...start } = transcript.start;
  return {
    ...place,
    ...start,
    codebase: codebase && codebaseFacts(codebase),
    outcome: transcript.outcome,
    usage: sumUsage(callsOf(transcript)),
    reading: readingOf(transcript),
    warnings: messagesOf(transcript),
    scores,
    transcript: path,
  };
}
