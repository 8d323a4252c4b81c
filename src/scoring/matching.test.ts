import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maximumMatching } from './matching.ts';

const matrices = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.boolean(), { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  );

function size(matrix: boolean[][]): number {
  return maximumMatching(matrix.length, matrix[0]?.length ?? 0, (i, j) => matrix[i]?.[j] ?? false);
}

/** Tries every pairing. */
function bruteForce(matrix: boolean[][], row = 0, used: ReadonlySet<number> = new Set()): number {
  if (row === matrix.length) return 0;
  const without = bruteForce(matrix, row + 1, used);
  const withPartner = (matrix[row] ?? []).map((fits, j) =>
    fits && !used.has(j) ? 1 + bruteForce(matrix, row + 1, new Set([...used, j])) : 0,
  );
  return Math.max(without, ...withPartner);
}

test('the matching is as large as any pairing can be', () => {
  fc.assert(
    fc.property(matrices, (matrix) => {
      expect(size(matrix)).toBe(bruteForce(matrix));
    }),
  );
});

test('the order of neither side changes its size', () => {
  fc.assert(
    fc.property(matrices, (matrix) => {
      const reversed = matrix.toReversed().map((row) => row.toReversed());
      expect(size(reversed)).toBe(size(matrix));
    }),
  );
});
