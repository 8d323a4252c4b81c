import type { Belief } from '../../src/belief/belief.ts';
import { EDGE_TYPES, type GroundTruth } from '../../src/codebase/ground-truth.ts';
import { believedEdgeKeys, trueEdgeKeys } from '../../src/scoring/edges.ts';

/** How many edges of a type are shown. */
const SHOWN = 3;

/** The missed and the hallucinated edges of a belief by type, a few of each: lines for a failure message. */
export function reportEdges(belief: Belief, truth: GroundTruth): string[] {
  const believed = believedEdgeKeys(belief);
  const actual = trueEdgeKeys(truth);
  const missed = [...actual].filter((key) => !believed.has(key));
  const hallucinated = [...believed].filter((key) => !actual.has(key));
  return [...byType('missed', missed), ...byType('hallucinated', hallucinated)];
}

function byType(label: string, keys: readonly string[]): string[] {
  return EDGE_TYPES.flatMap((type) => {
    const edges = keys.map((key) => key.split('\n')).filter((parts) => parts[2] === type);
    if (edges.length === 0) return [];
    const shown = edges.slice(0, SHOWN).map(([source, target]) => `${source} → ${target}`);
    const more = edges.length > SHOWN ? `, and ${edges.length - SHOWN} more` : '';
    return [`  ${label} ${type} (${edges.length}): ${shown.join(', ')}${more}`];
  });
}
