import { AgentStopped, EpisodeFailure } from './agent.ts';
import { harmless } from './harmless.ts';
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

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'something was thrown that has no text';
  }
}

/** The message with those of what caused it. */
function withCauses(error: unknown, message: string): string {
  const causes: string[] = [];
  for (let at = (error as { cause?: unknown } | null)?.cause; at !== undefined && causes.length < 5; ) {
    causes.push(at instanceof Error ? `${at.name}: ${at.message}` : String(at));
    at = at instanceof Error ? at.cause : undefined;
  }
  return [message, ...causes].join(', caused by ');
}

/** The stacks of an error and of what caused it. */
function stackOf(error: unknown): string | undefined {
  const stacks: string[] = [];
  for (let at = error; at instanceof Error && stacks.length < 5; at = at.cause)
    stacks.push(at.stack ?? `${at.name}: ${at.message}`);
  return stacks.length > 0 ? stacks.join('\ncaused by ') : undefined;
}
