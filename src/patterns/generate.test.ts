import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalForm } from '../../fixtures/canonical-form.ts';
import { type Codebase, codebaseHash } from '../codebase/codebase.ts';
import { GroundTruth } from '../codebase/ground-truth.ts';
import { generate } from './generate.ts';
import { LANGUAGES } from './pattern.ts';

const range = (low: number, high: number) => Array.from({ length: high - low + 1 }, (_, i) => low + i);
const hundred = generate({ seeds: range(1, 100) });
const all = [...hundred, ...generate({ pattern: 'all', complexity: 'small', seeds: range(1, 8) })];

describe('determinism', () => {
  test('the same options give the same bytes', () => {
    const again = generate({ complexity: 'medium', seeds: [7] })[0] as Codebase;
    expect(codebaseHash(again)).toBe(codebaseHash(hundred[6] as Codebase));
  });

  test('the other seeds asked for change nothing', () => {
    const [, alone] = generate({ complexity: 'medium', seeds: [3, 7] });
    expect(codebaseHash(alone as Codebase)).toBe(codebaseHash(hundred[6] as Codebase));
  });

  test.each(LANGUAGES)('these bytes are what this version gives on every machine, in %s', (language) => {
    const digest = createHash('sha256');
    for (const codebase of generate({ pattern: 'all', language, seeds: [1, 2, 3] }))
      digest.update(codebaseHash(codebase));
    // A change here means that results of earlier versions cannot be compared any more: say so in the release notes.
    expect(digest.digest('hex').slice(0, 16)).toMatchSnapshot();
  });
});

describe('medium codebases', () => {
  test('hide a good part of their edges from import-following', () => {
    const hidden = hundred.map(
      ({ groundTruth: { dependency_edges: edges } }) =>
        edges.filter(({ type }) => type !== 'IMPORTS').length / edges.length,
    );
    const mean = hidden.reduce((sum, share) => sum + share, 0) / hidden.length;
    expect(mean).toBeGreaterThan(0.28);
    expect(mean).toBeLessThan(0.65);
  });

  test('differ in at least 90 of 100 graphs up to renaming', () => {
    expect(
      new Set(hundred.map(({ groundTruth }) => canonicalForm(groundTruth.dependency_edges))).size,
    ).toBeGreaterThanOrEqual(90);
  });

  test('come from at least ten lines of business', () => {
    const names = hundred.map(
      ({ files }) => (JSON.parse(files.get('package.json') ?? '{}') as { name: string }).name.split('-')[0],
    );
    expect(new Set(names).size).toBeGreaterThanOrEqual(10);
  });
});

describe('the canonical form', () => {
  const [first, second] = hundred.map(({ groundTruth }) => groundTruth.dependency_edges);

  test('does not see names', () => {
    const renamed = first
      ?.map((edge) => ({ ...edge, source: `x/${edge.source}`, target: `x/${edge.target}` }))
      .toReversed();
    expect(canonicalForm(renamed ?? [])).toBe(canonicalForm(first ?? []));
  });

  test('sees a single edge and its type', () => {
    const [edge, ...others] = first ?? [];
    if (!edge) throw new Error('there is no edge');
    expect(canonicalForm(others)).not.toBe(canonicalForm(first ?? []));
    expect(canonicalForm([{ ...edge, type: 'DATA_FLOWS_TO' }, ...others])).not.toBe(canonicalForm(first ?? []));
    expect(canonicalForm(second ?? [])).not.toBe(canonicalForm(first ?? []));
  });
});

describe('the ground truth', () => {
  test('is well-formed, and its edges name modules', () => {
    for (const { groundTruth } of all) {
      const { modules, dependency_edges } = GroundTruth.parse(groundTruth);
      for (const { source, target } of dependency_edges)
        expect([source, target].filter((path) => !(path in modules))).toEqual([]);
    }
  });

  test('names evidence that is there: for every edge and every invariant', () => {
    for (const { groundTruth, files } of all) {
      const evidence = [
        ...groundTruth.dependency_edges.flatMap((edge) => edge.evidence ?? []),
        ...groundTruth.invariants.flatMap((invariant) => invariant.evidence_locations),
      ];
      expect(evidence.filter((path) => !files.has(path))).toEqual([]);
      for (const invariant of groundTruth.invariants) {
        expect(invariant.structured?.type).toBeTruthy();
        expect(invariant.evidence_types.length).toBeGreaterThan(0);
        expect(invariant.evidence_locations.length).toBeGreaterThan(0);
      }
    }
  });

  test('states only forbidden edges that no import breaks', () => {
    for (const { groundTruth } of all) {
      for (const { structured } of groundTruth.invariants) {
        if (structured?.type !== 'FORBIDDEN_EDGE') continue;
        const { src, dst } = structured;
        const inside = (path: string, place: string | null | undefined) =>
          !place || path === place || path.startsWith(`${place}/`);
        const breaches = groundTruth.dependency_edges.filter(
          ({ source, target, type }) => type === 'IMPORTS' && inside(source, src) && inside(target, dst),
        );
        expect(breaches).toEqual([]);
      }
    }
  });
});

describe('the code', () => {
  test('has tests that import no module statically, so that their imports are no edges that a truth lacks', () => {
    for (const { files } of [...all, ...generate({ pattern: 'all', language: 'python', seeds: [1] })]) {
      for (const [path, text] of files)
        if (path.startsWith('tests/')) expect(text).not.toMatch(/^import [^(]*from '\.\.|^from (?!pathlib)/m);
    }
  });
});

describe('mistakes in the options', () => {
  test.each([
    [{ seeds: [] }, /seeds/],
    [{ seeds: [1.5] }, /seeds/],
    [{ seeds: [1, 1] }, /seeds: a seed stands twice/],
    [{ seeds: [1], complexity: 'huge' }, /complexity/],
    [{ seeds: [1], pattern: 'onion' }, /pattern/],
    [{ seeds: [1], colour: 'red' }, /colour/],
  ])('%j is refused', (options, message) => {
    expect(() => generate(options as Parameters<typeof generate>[0])).toThrow(message);
  });
});
