import { z } from 'zod';
import type { PairedTest } from './paired-test.ts';
import { LEVEL } from './paired-test.ts';

/**
 * What a comparison with a baseline came to. Only `regressed` fails; `suspect`, `inconclusive` and `underpowered` warn;
 * `strict` fails on `suspect` and `underpowered`, too.
 */
export const VERDICTS = ['underpowered', 'regressed', 'improved', 'held', 'suspect', 'inconclusive'] as const;
export const Verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof Verdict>;

/** Fewer pairs than this decide nothing. */
const LEAST_PAIRS = 5;

/** A larger share of codebases left out because an episode failed, or a value was lost, decides nothing. */
const MOST_LOST = 0.2;

/** A deterministic agent that falls by more than this on a codebase has changed. */
const SAME = 1e-9;

/**
 * The verdict on one metric, the first that applies.
 *
 * @param test of the differences in the direction in which more is better; null for fewer than two pairs
 * @param adjusted its p-value, adjusted for the other metrics of the case
 * @param lostShare share of the codebases that is left out because an episode failed or a value was lost, 0..1
 */
export function judge(test: PairedTest | null, adjusted: number, margin: number, lostShare: number): Verdict {
  if (test === null || test.n < LEAST_PAIRS || lostShare > MOST_LOST) return 'underpowered';
  const [low] = test.interval;
  if (adjusted < LEVEL && test.mean < -margin) return 'regressed';
  if (low > 0) return 'improved';
  if (low > -margin) return 'held';
  return test.mean < -margin ? 'suspect' : 'inconclusive';
}

/**
 * The verdict on one metric of an agent that does the same on every run: any fall is a change, and no number of pairs is
 * too small to see one.
 *
 * @param differences one for each codebase, in the direction in which more is better
 */
export function judgeDeterministic(differences: readonly number[], lostShare: number): Verdict {
  if (differences.some((difference) => difference < -SAME)) return 'regressed';
  if (differences.length === 0 || lostShare > MOST_LOST) return 'underpowered';
  // What does the same on every run has lost no value by chance.
  if (lostShare > 0) return 'suspect';
  return differences.some((difference) => difference > SAME) ? 'improved' : 'held';
}

/** Whether a case with that verdict fails. */
export function fails(verdict: Verdict, strict: boolean): boolean {
  return verdict === 'regressed' || (strict && (verdict === 'suspect' || verdict === 'underpowered'));
}

/** Whether a verdict is something to warn of where it does not fail. */
export function warns(verdict: Verdict): boolean {
  return verdict === 'suspect' || verdict === 'inconclusive' || verdict === 'underpowered';
}
