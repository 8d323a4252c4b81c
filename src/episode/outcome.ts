import { AgentStopped, EpisodeFailure } from './agent.ts';
import type { Outcome } from './transcript.ts';

/** How an episode ends that something was thrown in: by the agent's own doing, or by a failure that is not its own. */
export function outcomeOf(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AgentStopped) return { status: 'stopped', reason: error.reason, message };
  if (error instanceof EpisodeFailure) return { status: 'failed', kind: error.kind, message };
  const name = error instanceof Error ? error.name : 'Error';
  if (/timeout/i.test(name)) return { status: 'failed', kind: 'timeout', message };
  if (/abort/i.test(name)) return { status: 'failed', kind: 'aborted', message };
  return { status: 'failed', kind: 'agent-error', message: `${name}: ${message}` };
}
