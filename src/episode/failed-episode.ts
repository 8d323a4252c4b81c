import { EpisodeFailure } from './agent.ts';
import { messageOf } from './causes.ts';
import { type Episode, type EpisodeOptions, EpisodeRun, type PhaseStart } from './episode-run.ts';
import type { Outcome, Transcript } from './transcript.ts';

/** The transcript of an episode that could not begin, or whose surroundings broke: it failed, and is listed as such. */
export function failedEpisode(
  episode: Episode,
  phase: PhaseStart,
  error: unknown,
  options: EpisodeOptions,
): Promise<Transcript> {
  return new FailedRun(episode, options, phase, error).toEnd();
}

class FailedRun extends EpisodeRun {
  private readonly error: unknown;

  constructor(episode: Episode, options: EpisodeOptions, phase: PhaseStart, error: unknown) {
    super(episode, options, phase);
    this.error = error;
  }

  protected override phase(): Promise<Outcome> {
    const failure =
      this.error instanceof EpisodeFailure ? this.error : new EpisodeFailure('setup', messageOf(this.error));
    return Promise.reject(failure);
  }
}
