import { causesOf, messageOf } from '../base/causes.ts';
import { harmless } from '../base/harmless.ts';
import { AgentStopped, EpisodeFailure } from './agent.ts';
import type { Outcome } from './transcript.ts';

/** How an episode ends that something was thrown in: by the agent's own doing, or by a failure that is not its own. */
export function outcomeOf(error: unknown): Outcome {
  const message = harmless(messageOf(error));
  if (error instanceof AgentStopped) return { status: 'stopped', reason: error.reason, message };
  if (error instanceof EpisodeFailure) return { status: 'failed', kind: error.kind, message };
  const name = error instanceof Error ? error.name : 'Error';
  if (/timeout/i.test(name)) return { status: 'failed', kind: 'timeout', message };
  if (/abort/i.test(name)) return { status: 'failed', kind: 'aborted', message };
  const stack = stackOf(error);
  return {
    status: 'failed',
    kind: 'agent-error',
    message: harmless(withCauses(error, `${name}: ${message}`)),
    ...(stack === undefined ? {} : { stack: harmless(stack) }),
  };
}

/** The message with those of what caused it. */
function withCauses(error: unknown, message: string): string {
  const causes = causesOf(error, 6).slice(1);
  return [message, ...causes.map((at) => (at instanceof Error ? `${at.name}: ${at.message}` : messageOf(at)))].join(
    ', caused by ',
  );
}

/** The stacks of an error and of what caused it. */
function stackOf(error: unknown): string | undefined {
  const stacks = causesOf(error, 5).flatMap((at) =>
    at instanceof Error ? [at.stack ?? `${at.name}: ${at.message}`] : [],
  );
  return stacks.length > 0 ? stacks.join('\ncaused by ') : undefined;
}
