import type { z } from 'zod';
import { issueLine } from '../../../base/checked.ts';
import { AnswerError } from '../failure.ts';

/** An answer that has not the form that the provider documents, in one line. */
export function schemaError(error: z.ZodError, answer: unknown): AnswerError {
  return new AnswerError(`the server sent no answer: ${issueLine(error, 'the answer')}`, answer);
}
