import { type Belief, predictedEdges } from '../belief/belief.ts';
import { EDGE_TYPES, type EdgeType, edgeKey, type GroundTruth } from '../codebase/ground-truth.ts';
import { trueEdgeKeys } from './edges.ts';

/**
 * Where believed edges of each type end up. The columns `IMPORTS` … `REGISTRY_WIRES` count the true types of the same
 * (source, target) pair: an edge that is right counts under its own type alone, a wrong one under each type that the
 * pair does have.
 */
export interface ConfusionRow {
  /** Counts by true type of the pair. */
  true_types: Record<EdgeType, number>;
  /** The target names a symbol inside a module (`a.ts::run`, `a.ts#run`, `a.ts:run`). */
  symbol_target: number;
  /** The target is a directory. */
  directory_target: number;
  /** The pair has no edge of any type. */
  no_edge: number;
}

/** A believed type × true type matrix over distinct believed edges. */
export type TypeConfusion = Record<EdgeType, ConfusionRow>;

export function confuseTypes(belief: Belief, truth: GroundTruth): TypeConfusion {
  const zeros = () => Object.fromEntries(EDGE_TYPES.map((type) => [type, 0])) as Record<EdgeType, number>;
  const rows = Object.fromEntries(
    EDGE_TYPES.map((type) => [type, { true_types: zeros(), symbol_target: 0, directory_target: 0, no_edge: 0 }]),
  ) as TypeConfusion;
  const actual = trueEdgeKeys(truth);
  const seen = new Set<string>();
  for (const edge of predictedEdges(belief)) {
    const key = edgeKey(edge);
    if (seen.has(key)) continue;
    seen.add(key);
    const row = rows[edge.type];
    if (actual.has(key)) {
      row.true_types[edge.type]++;
      continue;
    }
    const others = EDGE_TYPES.filter((type) => actual.has(edgeKey({ ...edge, type })));
    for (const type of others) row.true_types[type]++;
    if (others.length > 0) continue;
    if (isDirectory(edge.target, truth)) row.directory_target++;
    else if (isSymbol(edge.target, truth)) row.symbol_target++;
    else row.no_edge++;
  }
  return rows;
}

function isDirectory(target: string, truth: GroundTruth): boolean {
  const prefix = target.endsWith('/') ? target : `${target}/`;
  return Object.keys(truth.modules).some((path) => path.startsWith(prefix));
}

function isSymbol(target: string, truth: GroundTruth): boolean {
  if (Object.hasOwn(truth.modules, target)) return false;
  return Object.keys(truth.modules).some(
    (path) => target.startsWith(path) && /^(::|[:#.@/ (])/.test(target.slice(path.length)),
  );
}
