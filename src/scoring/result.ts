import { z } from 'zod';
import type { Codebase } from '../codebase/codebase.ts';
import { EDGE_TYPES, EdgeType } from '../codebase/ground-truth.ts';
import { callsOf, EpisodeStart, Outcome, type Transcript } from '../episode/transcript.ts';
import { Scores } from './scores.ts';
import { sumUsage, Usage } from './usage.ts';
import { messagesOf, readingOf } from './warnings.ts';

/** The size of a codebase, for the table of codebases. */
export const CodebaseFacts = z.object({
  id: z.string(),
  language: z.string(),
  complexity: z.string(),
  hash: z.string(),
  modules: z.number().int(),
  edges: z.record(EdgeType, z.number().int()),
  invariants: z.number().int(),
});
export type CodebaseFacts = z.infer<typeof CodebaseFacts>;

/** One episode as results files and reporters have it. */
export const EpisodeResult = z.object({
  suite: z.string(),
  agent: z.string(),
  agent_config: z.string(),
  deterministic: EpisodeStart.shape.deterministic,
  condition: EpisodeStart.shape.condition,
  track: EpisodeStart.shape.track,
  budget: z.number().int(),
  probe_every: z.number().int(),
  trial: z.number().int(),
  /** Set for a revise phase. */
  mutation: EpisodeStart.shape.mutation,
  /** Set for an exploit phase. */
  exploit: EpisodeStart.shape.exploit,
  codebase: CodebaseFacts,
  outcome: Outcome,
  /** Hash of the agent's prompts; empty for agents without. */
  prompt_hash: z.string(),
  /** What models used in the episode; null for agents that call none. */
  usage: Usage.nullable(),
  /** How much of the agent's answers could be read. */
  reading: z
    .object({
      probes: z.number().int(),
      unread: z.number().int(),
      problems: z.record(z.string(), z.number().int()),
    })
    .default({ probes: 0, unread: 0, problems: {} }),
  /** What was noted while it ran. */
  warnings: z.array(z.string()).default([]),
  /** Milliseconds from its begin to its end; absent where nobody measured. */
  wall_ms: z.number().optional(),
  /** Null for a failed episode, which says nothing of the agent. */
  scores: Scores.nullable(),
  /** Path of the transcript, relative to the output folder. */
  transcript: z.string(),
});
export type EpisodeResult = z.infer<typeof EpisodeResult>;

/** The facts of a codebase. */
function codebaseFacts(codebase: Codebase, hash: string): CodebaseFacts {
  const { groundTruth } = codebase;
  const edges = Object.fromEntries(
    EDGE_TYPES.map((type) => [type, groundTruth.dependency_edges.filter((edge) => edge.type === type).length]),
  ) as Record<EdgeType, number>;
  return {
    id: codebase.id,
    language: codebase.language,
    complexity: groundTruth.complexity,
    hash,
    modules: Object.keys(groundTruth.modules).length,
    edges,
    invariants: groundTruth.invariants.length,
  };
}

/** Puts a result together from a transcript and its scores. */
export function episodeResult(
  suite: string,
  transcript: Transcript,
  scores: Scores | null,
  codebase: Codebase,
  path: string,
): EpisodeResult {
  const { agent, agent_config, condition, track, budget, probe_every, trial, codebase_hash, prompt_hash } =
    transcript.start;
  const { deterministic, mutation, exploit } = transcript.start;
  return {
    suite,
    agent,
    agent_config,
    ...(deterministic ? { deterministic } : {}),
    condition,
    track,
    budget,
    probe_every,
    trial,
    ...(mutation ? { mutation } : {}),
    ...(exploit ? { exploit } : {}),
    codebase: codebaseFacts(codebase, codebase_hash),
    outcome: transcript.outcome,
    prompt_hash,
    usage: sumUsage(callsOf(transcript)),
    reading: readingOf(transcript),
    warnings: messagesOf(transcript),
    scores,
    transcript: path,
  };
}
