import { type Belief, predictedEdges } from '../belief/belief.ts';
import { edgeKey, type GroundTruth } from '../codebase/ground-truth.ts';
import { trueEdgeKeys } from './edges.ts';

/** One of the ten confidence bins: how many predicted edges fell in, how sure they were, how many were right. */
export interface CalibrationBin {
  /** Lower end of the bin: 0, 0.1, … 0.9; the last one includes 1. */
  from: number;
  count: number;
  /** Mean confidence and share of true edges, 0..1; null for an empty bin. */
  confidence: number | null;
  accuracy: number | null;
}

/** The predicted edges (repeated ones each) in ten bins of confidence: bin = min(9, ⌊10 · confidence⌋). */
export function calibrationBins(belief: Belief, truth: GroundTruth): CalibrationBin[] {
  const actual = trueEdgeKeys(truth);
  const sums = Array.from({ length: 10 }, () => ({ count: 0, confidence: 0, right: 0 }));
  for (const edge of predictedEdges(belief)) {
    const bin = sums[Math.min(9, Math.floor(10 * edge.confidence))] as (typeof sums)[number];
    bin.count++;
    bin.confidence += edge.confidence;
    if (actual.has(edgeKey(edge))) bin.right++;
  }
  return sums.map(({ count, confidence, right }, i) => ({
    from: i / 10,
    count,
    confidence: count === 0 ? null : confidence / count,
    accuracy: count === 0 ? null : right / count,
  }));
}

/** Expected calibration error, 0..1: Σ |bin| / n · |mean confidence − accuracy|; null when no edge was predicted. */
export function expectedCalibrationError(belief: Belief, truth: GroundTruth): number | null {
  const bins = calibrationBins(belief, truth);
  const total = bins.reduce((sum, bin) => sum + bin.count, 0);
  if (total === 0) return null;
  return bins.reduce((sum, bin) => {
    if (bin.confidence === null || bin.accuracy === null) return sum;
    return sum + (bin.count / total) * Math.abs(bin.confidence - bin.accuracy);
  }, 0);
}

/**
 * How much stated confidences are worth: 1 − Σ(c − y)² / |truth| over all possible edges, c = 0 where unstated, y = 1 where true (a Brier
 * score against silence). Silence 0, the truth stated surely 1, worse than silence negative. An edge that is stated twice counts once
 * with its highest confidence. Null without true edges.
 */
export function confidenceScore(belief: Belief, truth: GroundTruth): number | null {
  const actual = trueEdgeKeys(truth);
  if (actual.size === 0) return null;
  const stated = new Map<string, number>();
  for (const edge of predictedEdges(belief)) {
    const key = edgeKey(edge);
    stated.set(key, Math.max(stated.get(key) ?? 0, edge.confidence));
  }
  const unstated = [...actual].filter((key) => !stated.has(key)).length;
  // In the order of their size, so that the order of statements is no matter.
  const squares = [...stated]
    .map(([key, confidence]) => (confidence - (actual.has(key) ? 1 : 0)) ** 2)
    .toSorted((a, b) => a - b);
  return 1 - (unstated + squares.reduce((sum, square) => sum + square, 0)) / actual.size;
}
