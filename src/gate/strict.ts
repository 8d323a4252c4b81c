import type { Measurement } from './baseline.ts';

/** `strict` asks for so many trials on every codebase of the baseline: one alone may have been lucky. */
const STRICT_TRIALS = 3;

/** What is wrong with a baseline that has fewer trials than `strict` asks for; null if it has enough. */
export function describeFewTrials({ codebases }: Measurement): string | null {
  const counts = Object.values(codebases).flatMap(({ values }) => Object.values(values).map((list) => list.length));
  const fewest = Math.min(...counts);
  if (fewest >= STRICT_TRIALS) return null;
  return `strict asks for at least ${STRICT_TRIALS} trials in the baseline, and it has ${fewest}`;
}
