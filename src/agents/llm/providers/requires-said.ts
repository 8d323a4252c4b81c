import { AnswerError } from '../failure.ts';
import type { ModelReply } from '../model.ts';

/**
 * The reply, unless it says nothing and nothing shows that a model was at work: no thought, no token that was written.
 * Overloaded servers answer like that, and it must not pass for a model's silence.
 *
 * @param thought whether the answer holds reasoning
 * @param answer the answer as it came
 * @throws AnswerError
 */
export function requiresSaid(reply: ModelReply, thought: boolean, answer: unknown): ModelReply {
  const said = reply.text !== '' || reply.calls.length > 0 || thought;
  if (said || reply.stop !== 'end' || (reply.usage.output ?? 0) > 0) return reply;
  throw new AnswerError('the answer holds nothing', answer);
}
