/** Precision, recall and their harmonic mean, each 0..1. */
export interface Agreement {
  precision: number;
  recall: number;
  f1: number;
}

/**
 * Agreement from counts: `matched / predicted`, `matched / truth` and their harmonic mean. Both sides empty scores 1,
 * one side empty scores 0.
 */
export function agreement(predicted: number, truth: number, matched: number): Agreement {
  if (predicted === 0 && truth === 0) return { precision: 1, recall: 1, f1: 1 };
  if (predicted === 0 || truth === 0) return { precision: 0, recall: 0, f1: 0 };
  const precision = matched / predicted;
  const recall = matched / truth;
  return { precision, recall, f1: matched === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** How many members the two sets share. */
export function countCommon<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  let common = 0;
  for (const member of a) if (b.has(member)) common++;
  return common;
}

/** A share of something, 0..1; null (no value, shown as –) when there is nothing to take a share of. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
