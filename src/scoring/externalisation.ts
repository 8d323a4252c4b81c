import type { Belief } from '../belief/belief.ts';
import { type Edge, edgeKey, type GroundTruth } from '../codebase/ground-truth.ts';
import { share } from './agreement.ts';
import { believedEdgeKeys } from './edges.ts';

/** How much of what an agent saw it wrote down, and how much it knows without having seen it. */
export interface Externalisation {
  /** Share of the true edges whose evidence was all opened, 0..1; null without true edges. */
  attainable_recall: number | null;
  /** Share of the attainable edges that the final belief holds, 0..1; null when none was attainable. */
  externalised: number | null;
  /** Correct edges held without their evidence opened (a count). */
  inferred: number;
}

/** Whether all evidence of an edge was opened; without evidence its source is enough. */
export function isAttainable({ evidence, source }: Edge, opened: ReadonlySet<string>): boolean {
  return (evidence ?? [source]).every((path) => opened.has(path));
}

/** @param opened the paths whose text the agent was shown */
export function scoreExternalisation(
  finalBelief: Belief,
  opened: ReadonlySet<string>,
  truth: GroundTruth,
): Externalisation {
  const believed = believedEdgeKeys(finalBelief);
  const counts = { attainable: 0, externalised: 0, inferred: 0 };
  for (const edge of truth.dependency_edges) {
    const attainable = isAttainable(edge, opened);
    const held = believed.has(edgeKey(edge));
    if (attainable) counts.attainable++;
    if (attainable && held) counts.externalised++;
    if (!attainable && held) counts.inferred++;
  }
  return {
    attainable_recall: share(counts.attainable, truth.dependency_edges.length),
    externalised: share(counts.externalised, counts.attainable),
    inferred: counts.inferred,
  };
}
