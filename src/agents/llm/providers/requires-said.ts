import { AnswerError } from '../failure.ts';
import type { ModelReply } from '../model.ts';

/** Reasons for which a server ends an answer: DeepSeek's `insufficient_system_resource`, OpenRouter's `error`, vLLM's `abort` … */
export const BROKEN_OFF = /resource|error|abort|cancel|timeout|overload|unavailable|fail|interrupt|rate_limit/i;

/**
 * The reply, unless it says nothing and nothing shows that a model was at work: no thought, no token that was written.
 * Overloaded servers answer like that, and it must not pass for a model's silence.
 *
 * @param thought whether the answer holds reasoning
 * @param answer the answer as it came
 * @throws AnswerError
 */
export function requiresSaid(reply: ModelReply, thought: boolean, answer: unknown): ModelReply {
  const { text, calls, stop, usage } = reply;
  if (text.trim() !== '' || calls.length > 0 || thought) return reply;
  if (stop === 'refusal' || stop === 'context-overflow' || (usage.output ?? 0) > 0) return reply;
  // Where nothing is counted, an answer that was cut off is taken to have been one.
  if (stop === 'length' && usage.output === null) return reply;
  throw new AnswerError('the answer holds nothing', answer);
}
