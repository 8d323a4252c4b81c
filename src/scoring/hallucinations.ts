import type { Belief } from '../belief/belief.ts';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import { countCommon } from './agreement.ts';
import { believedEdgeKeys, trueEdgeKeys } from './edges.ts';

/** What a belief states that is not there, as sets. */
export interface Hallucinations {
  /** Distinct predicted edges that are not true. */
  edges: number;
  /** Components, of any status, that are no module. */
  nodes: number;
}

export function countHallucinations(belief: Belief, truth: GroundTruth): Hallucinations {
  const believed = believedEdgeKeys(belief);
  return {
    edges: believed.size - countCommon(believed, trueEdgeKeys(truth)),
    nodes: Object.keys(belief.components).filter((path) => !Object.hasOwn(truth.modules, path)).length,
  };
}
