import type { Belief } from '../belief/belief.ts';
import type { Constraint, GroundTruth } from '../codebase/ground-truth.ts';
import { type Agreement, agreement, countCommon } from './agreement.ts';
import { maximumMatching } from './matching.ts';

const constraints = (invariants: readonly { structured?: Constraint | null }[]): Constraint[] =>
  invariants.flatMap(({ structured }) => (structured ? [structured] : []));

const distinct = (tuples: string[][]): string[][] => {
  const byKey = new Map(tuples.map((tuple) => [JSON.stringify(tuple), tuple]));
  return [...byKey.values()];
};

/** Agreement of the believed with the planted invariants, as sets of (type, src, dst, via, pattern). */
export function scoreInvariants(belief: Belief, truth: GroundTruth): Agreement {
  const key = (c: Constraint) => JSON.stringify([c.type, c.src ?? '', c.dst ?? '', c.via ?? '', c.pattern ?? '']);
  const predicted = new Set(constraints(belief.invariants).map(key));
  const actual = new Set(constraints(truth.invariants).map(key));
  return agreement(predicted.size, actual.size, countCommon(predicted, actual));
}

/** The path without its first directory: agents disagree on whether the package's own folder belongs to a path. */
function stripFirstDirectory(path: string): string {
  const slash = path.indexOf('/');
  return slash === -1 ? path : path.slice(slash + 1);
}

function relaxed(constraint: Constraint): string[] {
  const src = constraint.src ?? '';
  const dst = constraint.dst || (constraint.type === 'INTERFACE_ONLY' ? constraint.via : '') || '';
  return [constraint.type, stripFirstDirectory(src), stripFirstDirectory(dst)];
}

/**
 * The same as sets of (type, src, dst), where an empty *true* src or dst matches anything. A believed invariant can be
 * paired with at most one true one; the number of pairs is a maximum matching, so the order of neither side matters.
 */
export function scoreInvariantsRelaxed(belief: Belief, truth: GroundTruth): Agreement {
  const predicted = distinct(constraints(belief.invariants).map(relaxed));
  const actual = distinct(constraints(truth.invariants).map(relaxed));
  const matched = maximumMatching(predicted.length, actual.length, (i, j) => {
    const [type, src, dst] = predicted[i] as [string, string, string];
    const [trueType, trueSrc, trueDst] = actual[j] as [string, string, string];
    return type === trueType && (trueSrc === '' || src === trueSrc) && (trueDst === '' || dst === trueDst);
  });
  return agreement(predicted.length, actual.length, matched);
}
