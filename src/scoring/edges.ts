import { remembered } from '../base/remembered.ts';
import { type Belief, predictedEdges } from '../belief/belief.ts';
import { EDGE_TYPES, type EdgeType, edgeKey, type GroundTruth } from '../codebase/ground-truth.ts';
import { type Agreement, agreement, countCommon } from './agreement.ts';

/** How many distinct edges of one type were predicted, are true, and are both. */
export interface EdgeCounts {
  predicted: number;
  truth: number;
  matched: number;
}

/** The identities of all true edges (remembered, since every probe of every episode needs them). */
export const trueEdgeKeys = remembered(
  (truth: GroundTruth): ReadonlySet<string> => new Set(truth.dependency_edges.map(edgeKey)),
);

/** The identities of all edges that a belief states. */
export function believedEdgeKeys(belief: Belief): Set<string> {
  return new Set(predictedEdges(belief).map(edgeKey));
}

/** Agreement of the believed with the true edges, as sets of (source, target, type). */
export function scoreEdges(belief: Belief, truth: GroundTruth): Agreement {
  const predicted = believedEdgeKeys(belief);
  const actual = trueEdgeKeys(truth);
  return agreement(predicted.size, actual.size, countCommon(predicted, actual));
}

/** With fewer true edges left an F1 would say little. */
const FEWEST_LEFT = 10;

/**
 * F1 of (belief − R) against (truth − R), where R are the true edges that are given away; null with fewer than 10 left. What is
 * stated besides, and is no true edge, counts as wrong: stating all that is likely by names gives 0.
 */
export function scoreBeyond(belief: Belief, truth: GroundTruth, givenAway: ReadonlySet<string>): number | null {
  const without = (keys: ReadonlySet<string>) => new Set([...keys].filter((key) => !givenAway.has(key)));
  const [predicted, actual] = [without(believedEdgeKeys(belief)), without(trueEdgeKeys(truth))];
  return actual.size < FEWEST_LEFT ? null : agreement(predicted.size, actual.size, countCommon(predicted, actual)).f1;
}

/** The same without regard to type: sets of (source, target). */
export function scoreUntypedEdges(belief: Belief, truth: GroundTruth): Agreement {
  const pair = (edge: { source: string; target: string }) => `${edge.source}\n${edge.target}`;
  const predicted = new Set(predictedEdges(belief).map(pair));
  const actual = new Set(truth.dependency_edges.map(pair));
  return agreement(predicted.size, actual.size, countCommon(predicted, actual));
}

/** Predicted, true and matched edges of each type. */
export function countEdgesByType(belief: Belief, truth: GroundTruth): Record<EdgeType, EdgeCounts> {
  const zero = () => ({ predicted: 0, truth: 0, matched: 0 });
  const counts = Object.fromEntries(EDGE_TYPES.map((type) => [type, zero()])) as Record<EdgeType, EdgeCounts>;
  const actual = trueEdgeKeys(truth);
  const typeOf = (key: string) => counts[key.slice(key.lastIndexOf('\n') + 1) as EdgeType];
  for (const key of actual) typeOf(key).truth++;
  for (const key of believedEdgeKeys(belief)) {
    typeOf(key).predicted++;
    if (actual.has(key)) typeOf(key).matched++;
  }
  return counts;
}
