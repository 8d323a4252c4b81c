import { EpisodeFailure } from '../../episode/agent.ts';
import type { Transcript } from '../../episode/transcript.ts';

/**
 * A phase cannot go on from an active episode that failed.
 *
 * @throws EpisodeFailure
 */
export function requireEnded({ outcome }: Transcript): void {
  if (outcome.status !== 'failed') return;
  throw new EpisodeFailure(outcome.kind, `the active episode to go on from failed: ${outcome.message}`);
}
