import type { Belief } from '../belief/belief.ts';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import { believedEdgeKeys, trueEdgeKeys } from './edges.ts';

/** Whether an agent keeps what it once knew, from consecutive beliefs. */
export interface Stability {
  /** Correct edges lost at each probe after the first (counts). */
  lost: number[];
  largest_loss: number;
  /** Peak F1 − final F1, 0..1. */
  peak_drop: number;
  /** No correct edge was ever lost. */
  monotone: boolean;
  /** Steps of the probes at which half or more of the correct edges held were lost. */
  collapse_steps: number[];
  collapses: number;
}

/** @param f1s the F1 of each belief, in the same order */
export function scoreStability(beliefs: readonly Belief[], f1s: readonly number[], truth: GroundTruth): Stability {
  const actual = trueEdgeKeys(truth);
  const correct = beliefs.map((belief) => [...believedEdgeKeys(belief)].filter((key) => actual.has(key)));
  const lost: number[] = [];
  const collapseSteps: number[] = [];
  for (let i = 1; i < correct.length; i++) {
    const held = correct[i - 1] as string[];
    const now = new Set(correct[i]);
    const loss = held.filter((key) => !now.has(key)).length;
    lost.push(loss);
    if (held.length > 0 && loss >= held.length / 2) collapseSteps.push((beliefs[i] as Belief).step);
  }
  const largest = Math.max(0, ...lost);
  return {
    lost,
    largest_loss: largest,
    peak_drop: f1s.length === 0 ? 0 : Math.max(...f1s) - (f1s.at(-1) as number),
    monotone: largest === 0,
    collapse_steps: collapseSteps,
    collapses: collapseSteps.length,
  };
}
