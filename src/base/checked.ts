import type { z } from 'zod';

/** What is wrong, in one line: the place, and what should stand there. */
export function issueLine({ issues }: z.ZodError, whole = 'options'): string {
  const [issue] = issues;
  return `${issue?.path.join('.') || whole}: ${issue?.message ?? 'not valid'}`;
}

/**
 * Options that have been checked, with their defaults.
 *
 * @param what whose options they are, e.g. `generate`
 * @throws TypeError that names the option at fault, in one line
 */
export function checked<T extends z.ZodType>(what: string, schema: T, options: unknown): z.output<T> {
  const parsed = schema.safeParse(options);
  if (!parsed.success) throw new TypeError(`${what}: ${issueLine(parsed.error)}`);
  return parsed.data;
}
