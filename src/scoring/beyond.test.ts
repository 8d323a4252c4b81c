import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBelief } from '../belief/read-belief.ts';
import { type Edge, edgeKey, type GroundTruth } from '../codebase/ground-truth.ts';
import { scoreBeyond } from './edges.ts';

type Bare = Pick<Edge, 'source' | 'target' | 'type'>;
const edge = (i: number): Bare => ({ source: `a${i}`, target: `b${i}`, type: 'IMPORTS' });
const truthOf = (edges: readonly Bare[]) => ({ dependency_edges: edges }) as GroundTruth;
const beliefOf = (edges: readonly Bare[]) => {
  const components = Object.fromEntries(
    edges.map(({ source, target, type }) => [source, { edges: [{ target, type }] }]),
  );
  const read = readBelief({ components }, 1);
  if (!read) throw new Error('no belief');
  return read.belief;
};
const keys = (edges: readonly Bare[]) => new Set(edges.map(edgeKey));

const all = Array.from({ length: 30 }, (_, i) => edge(i));
const [truth, likely] = [truthOf(all), all.slice(0, 12)];

describe('F1 beyond names', () => {
  test('is 0 for silence and for all that is likely by names, with what is likely and wrong, and 1 for the truth', () => {
    expect(scoreBeyond(beliefOf([]), truth, keys(likely))).toBe(0);
    expect(scoreBeyond(beliefOf(likely), truth, keys(likely))).toBe(0);
    expect(scoreBeyond(beliefOf([...likely, edge(90)]), truth, keys(likely))).toBe(0);
    expect(scoreBeyond(beliefOf(all), truth, keys(likely))).toBe(1);
  });

  test('has no value with fewer than ten edges left', () => {
    expect(scoreBeyond(beliefOf(all), truth, keys(all.slice(0, 21)))).toBeNull();
    expect(scoreBeyond(beliefOf(all), truth, keys(all.slice(0, 20)))).toBe(1);
  });

  test('is raised by no likely and by no wrong edge, and lowered by no right one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 45 })), fc.integer({ min: 0, max: 45 }), (said, more) => {
        const of = (ids: readonly number[]) => scoreBeyond(beliefOf(ids.map(edge)), truth, keys(likely)) as number;
        const [before, after] = [of(said), of([...new Set([...said, more])])];
        if (more < 12) expect(after).toBe(before);
        else if (more < 30) expect(after).toBeGreaterThanOrEqual(before);
        else expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });
});
