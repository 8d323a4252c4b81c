import type { Codebase } from '../codebase/codebase.ts';
import type { Mutation } from '../patterns/mutations/mutation.ts';
import { EpisodeFailure, type Explorer } from './agent.ts';
import { type Episode, type EpisodeOptions, EpisodeRun } from './episode-run.ts';
import type { ModelCall } from './model-call.ts';
import { beliefsOf, callsOf, type Outcome, type Transcript } from './transcript.ts';

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
    /** Hands on the calls that such an agent notes from now on. */
    onLaterCalls?: (note: (call: ModelCall) => void) => void;
  };
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
  return new ReviseRun({ ...episode, condition: 'active' }, revision, options).toEnd();
}

class ReviseRun extends EpisodeRun {
  private readonly revision: Revision;

  constructor(episode: Episode, revision: Revision, options: EpisodeOptions) {
    super(episode, options, { mutation: revision.mutation }, revision.after);
    this.revision = revision;
  }

  protected override async phase(): Promise<Outcome> {
    const { after, evidence, construct } = this.revision;
    const { transcript, explorer: before } = construct;
    const belief = beliefsOf(transcript).at(-1) ?? null;
    this.record({ type: 'probe', step: 0, belief: belief && { ...belief, step: 0 }, dropped: 0 });
    this.record({ type: 'evidence', step: 0, text: evidence });
    // What was explored for this phase alone is paid for by it.
    if (construct.own) for (const call of callsOf(transcript)) this.record({ type: 'call', step: 0, call });
    construct.onLaterCalls?.((call) => this.task().noteCall(call));
    this.requireEnded(transcript);
    // Whoever gave up while exploring cannot go on: its belief stands.
    if (transcript.outcome.status === 'stopped') return transcript.outcome;
    const explorer = construct.own ? before : await this.orAbort(before?.fork?.(this.task()));
    if (!explorer) throw new EpisodeFailure('no-fork', 'the agent at work cannot be copied');
    const truth = this.episode.agent.seesTruth ? after.groundTruth : undefined;
    await this.orAbort(explorer.learn?.({ evidence, budget: this.episode.budget }, truth));
    return this.finish(explorer, await this.active(explorer));
  }
}
