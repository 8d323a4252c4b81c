import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBelief } from '../belief/read-belief.ts';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import { confidenceScore } from './calibration.ts';

const TRUE = 20;
const truth = {
  dependency_edges: Array.from({ length: TRUE }, (_, i) => ({ source: `a${i}`, target: 'b', type: 'IMPORTS' })),
} as unknown as GroundTruth;

/** A belief of edges by number, each with a confidence: those below 20 are true. */
function score(stated: readonly (readonly [edge: number, confidence: number])[]): number {
  const components = [...Map.groupBy(stated, ([edge]) => edge)].map(([edge, list]) => ({
    filepath: `a${edge}`,
    edges: list.map(([, confidence]) => ({ target: 'b', type: 'IMPORTS' as const, confidence })),
  }));
  return confidenceScore(readBelief({ components }, 1)?.belief as never, truth) as number;
}

const Stated = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 39 }), fc.double({ min: 0, max: 1, noNaN: true })), {
  selector: ([edge]) => edge,
});

describe('the confidence score', () => {
  test('is 0 for silence, 1 for the truth stated surely, and negative for what is sure and wrong', () => {
    expect(score([])).toBe(0);
    expect(score(Array.from({ length: TRUE }, (_, i) => [i, 1] as const))).toBe(1);
    expect(score([[30, 1]])).toBeCloseTo(-1 / TRUE, 12);
    expect(score([[0, 1]])).toBeCloseTo(1 / TRUE, 12);
    expect(
      confidenceScore(readBelief({ components: {} }, 1)?.belief as never, { dependency_edges: [] } as never),
    ).toBeNull();
  });

  test('counts an edge that is stated twice once, with its highest confidence', () => {
    expect(
      score([
        [0, 0.2],
        [0, 0.9],
      ]),
    ).toBe(score([[0, 0.9]]));
  });

  test('is the same in any order', () => {
    fc.assert(
      fc.property(Stated, (stated) => {
        expect(score(stated.toReversed())).toBe(score(stated));
      }),
    );
  });

  test('is not lowered where all that was stated alike surely is stated as surely as it is right', () => {
    fc.assert(
      fc.property(Stated, fc.integer({ min: 1, max: 4 }), (stated, groups) => {
        const group = (confidence: number) => Math.min(groups - 1, Math.floor(confidence * groups));
        const alike = stated.map(([edge, confidence]) => [edge, (group(confidence) + 0.5) / groups] as const);
        const share = new Map(
          [...Map.groupBy(alike, ([, confidence]) => confidence)].map(([confidence, of]) => [
            confidence,
            of.filter(([edge]) => edge < TRUE).length / of.length,
          ]),
        );
        const honest = alike.map(([edge, confidence]) => [edge, share.get(confidence) as number] as const);
        expect(score(honest)).toBeGreaterThanOrEqual(score(alike) - 1e-12);
      }),
    );
  });
});
