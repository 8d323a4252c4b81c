import { z } from 'zod';
import type { Codebase } from '../../codebase/codebase.ts';
import { EpisodeFailure, type Explorer } from '../../episode/agent.ts';
import type { RunContext } from '../../episode/agent-run.ts';
import { type Episode, ExploreRun } from '../../episode/explore-run.ts';
import type { ModelCall } from '../../episode/model-call.ts';
import { beliefsOf, callsOf, notesOf, type Outcome, type Transcript } from '../../episode/transcript.ts';
import { Mutation } from '../../patterns/mutations/mutation.ts';
import { requireEnded } from '../construct/require-ended.ts';

/** The active episode that a phase goes on from, and the agent that took part in it. */
export interface Explored {
  transcript: Transcript;
  explorer: Explorer | null;
  /** The episode was run for this phase alone, so the agent at work need not be copied. */
  own?: boolean;
  /** Hands on the calls that such an agent notes from now on. */
  onLaterCalls?: (note: (call: ModelCall) => void) => void;
}

/** What a revise phase goes on from. */
export interface Revision {
  /** The codebase as it is from now on; for a sham as it was. */
  after: Codebase;
  mutation: Mutation;
  evidence: string;
  construct: Explored;
}

/** What the transcript of a revise phase notes under the name `evidence`: the change, and what the agent was told of it. */
const Evidence = z.object({ mutation: Mutation, text: z.string() });

/** The change that a transcript is about. */
export function mutationOf(transcript: Transcript): Mutation | undefined {
  return notesOf(transcript, 'evidence', Evidence)[0]?.mutation;
}

/**
 * The agent is told of a change, explores further in the same conversation, and writes down what it believes. The transcript
 * begins with the belief that it had.
 */
export class ReviseRun extends ExploreRun {
  private readonly revision: Revision;

  constructor(episode: Required<Episode>, revision: Revision, context: RunContext) {
    super(episode, context, revision.after);
    this.revision = revision;
  }

  protected override async phase(): Promise<Outcome> {
    const { after, mutation, evidence, construct } = this.revision;
    const { transcript, explorer: before } = construct;
    const belief = beliefsOf(transcript).at(-1) ?? null;
    this.record({ type: 'probe', step: 0, belief: belief && { ...belief, step: 0 }, dropped: 0, inherited: true });
    this.record({ type: 'note', step: 0, name: 'evidence', data: { mutation, text: evidence } });
    // What was explored for this phase alone is paid for by it.
    if (construct.own) for (const call of callsOf(transcript)) this.record({ type: 'call', step: 0, call });
    construct.onLaterCalls?.((call) => this.task().noteCall(call));
    requireEnded(transcript);
    // Whoever gave up while exploring cannot go on: its belief stands.
    if (transcript.outcome.status === 'stopped') return transcript.outcome;
    const explorer = construct.own ? before : await this.orAbort(before?.fork?.(this.task()));
    if (!explorer) throw new EpisodeFailure('no-fork', 'the agent at work cannot be copied');
    const truth = this.episode.agent.seesTruth ? after.groundTruth : undefined;
    await this.orAbort(explorer.learn?.({ evidence, budget: this.episode.budget }, truth));
    return this.finish(explorer, await this.act(explorer));
  }
}
