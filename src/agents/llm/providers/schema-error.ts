import type { z } from 'zod';
import { AnswerError } from '../failure.ts';

/** An answer that has not the form that the provider documents, in one line. */
export function schemaError(error: z.ZodError, answer: unknown): AnswerError {
  const [issue] = error.issues;
  const place = issue?.path.length ? issue.path.join('.') : 'the answer';
  return new AnswerError(`the server sent no answer: ${place}: ${issue?.message ?? 'of another form'}`, answer);
}
