import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalForm } from '../../fixtures/canonical-form.ts';
import { type Codebase, codebaseHash } from '../codebase/codebase.ts';
import { EDGE_TYPES, GroundTruth, INVARIANT_TYPES } from '../codebase/ground-truth.ts';
import { generate } from './generate.ts';
import { USUAL_SHARES } from './pipeline/edges.ts';

const range = (low: number, high: number) => Array.from({ length: high - low + 1 }, (_, i) => low + i);
const hundred = generate({ complexity: 'medium', seeds: range(1, 100) });
const small = generate({ complexity: 'small', seeds: range(1, 50) });
const large = generate({ complexity: 'large', seeds: range(1, 50) });
const all = [...small, ...hundred, ...large];

const modulesIn = ({ groundTruth }: Codebase, folder: string) =>
  Object.keys(groundTruth.modules).filter((path) => path.startsWith(`src/${folder}/`));

describe('determinism', () => {
  test('the same options give the same bytes', () => {
    const again = generate({ complexity: 'medium', seeds: [7] })[0] as Codebase;
    expect(codebaseHash(again)).toBe(codebaseHash(hundred[6] as Codebase));
  });

  test('the other seeds asked for change nothing', () => {
    const [, alone] = generate({ complexity: 'medium', seeds: [3, 7] });
    expect(codebaseHash(alone as Codebase)).toBe(codebaseHash(hundred[6] as Codebase));
  });

  test('these bytes are what this version gives on every machine', () => {
    const digest = createHash('sha256');
    for (const codebase of all) digest.update(codebaseHash(codebase));
    // A change here means that results of earlier versions cannot be compared any more: say so in the release notes.
    expect(digest.digest('hex').slice(0, 16)).toMatchSnapshot();
  });
});

describe('sizes', () => {
  test.each([
    ['small', small, 10, 15],
    ['medium', hundred, 25, 40],
    ['large', large, 50, 80],
  ] as const)('%s codebases have the modules of their size', (_, codebases, low, high) => {
    for (const { groundTruth } of codebases) {
      expect(Object.keys(groundTruth.modules).length).toBeGreaterThanOrEqual(low);
      expect(Object.keys(groundTruth.modules).length).toBeLessThanOrEqual(high);
    }
  });

  test('every pipeline wires 6 to 8 stages with neutral names', () => {
    for (const codebase of all) {
      const stages = modulesIn(codebase, 'stages');
      expect(stages.length).toBeGreaterThanOrEqual(6);
      expect(stages.length).toBeLessThanOrEqual(8);
      for (const path of stages) expect(path).toMatch(/^src\/stages\/mod_[a-h]\.ts$/);
    }
  });

  test('the alphabet does not give the order of the pipeline away', () => {
    const inOrder = hundred.filter(({ groundTruth }) => {
      const flows = groundTruth.dependency_edges.filter(({ type }) => type === 'DATA_FLOWS_TO');
      return flows.every(({ source, target }) => source < target);
    });
    expect(inOrder.length).toBeLessThan(5);
  });
});

describe('medium codebases', () => {
  test.each(EDGE_TYPES)('keep the usual share of %s', (type) => {
    const [low, high] = USUAL_SHARES[type];
    for (const { groundTruth } of hundred) {
      const share =
        groundTruth.dependency_edges.filter((edge) => edge.type === type).length / groundTruth.dependency_edges.length;
      expect(share).toBeGreaterThanOrEqual(low);
      expect(share).toBeLessThanOrEqual(high);
    }
  });

  test('hide about a third of their edges from import-following', () => {
    const hidden = hundred.map(
      ({ groundTruth: { dependency_edges: edges } }) =>
        edges.filter(({ type }) => type !== 'IMPORTS').length / edges.length,
    );
    const mean = hidden.reduce((sum, share) => sum + share, 0) / hidden.length;
    expect(mean).toBeGreaterThan(0.28);
    expect(mean).toBeLessThan(0.4);
  });

  test('have 14 to 18 invariants over all five types', () => {
    for (const { groundTruth } of hundred) {
      expect(groundTruth.invariants.length).toBeGreaterThanOrEqual(14);
      expect(groundTruth.invariants.length).toBeLessThanOrEqual(18);
      expect(new Set(groundTruth.invariants.map(({ type }) => type))).toEqual(new Set(INVARIANT_TYPES));
    }
  });

  test('differ in at least 90 of 100 graphs up to renaming', () => {
    expect(
      new Set(hundred.map(({ groundTruth }) => canonicalForm(groundTruth.dependency_edges))).size,
    ).toBeGreaterThanOrEqual(90);
  });

  test('come from at least three lines of business', () => {
    const names = hundred.map(({ files }) => (JSON.parse(files.get('package.json') ?? '{}') as { name: string }).name);
    expect(new Set(names).size).toBeGreaterThanOrEqual(3);
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

  test('states only orders of stages that the config keeps', () => {
    for (const { groundTruth, files } of all) {
      const config = JSON.parse(files.get('pipeline.json') ?? '') as { stages: { module: string }[] };
      const order = config.stages.map(({ module }) => `src/stages/${module}.ts`);
      for (const { structured } of groundTruth.invariants) {
        if (structured?.type !== 'VALIDATION_CHAIN') continue;
        expect(order.indexOf(structured.src ?? '')).toBeGreaterThanOrEqual(0);
        expect(order.indexOf(structured.src ?? '')).toBeLessThan(order.indexOf(structured.dst ?? ''));
      }
    }
  });

  test('gives five design rationales or more, and contracts with callers', () => {
    for (const { groundTruth } of all) {
      expect(groundTruth.design_rationales.length).toBeGreaterThanOrEqual(5);
      expect(groundTruth.contracts.filter(({ callers }) => callers.length > 0).length).toBeGreaterThanOrEqual(5);
    }
  });
});

describe('the code', () => {
  test('imports a stage statically nowhere but in its adapter', () => {
    for (const { groundTruth } of all) {
      const imports = groundTruth.dependency_edges.filter(
        ({ type, target }) => type === 'IMPORTS' && target.startsWith('src/stages/'),
      );
      for (const { source } of imports) expect(source).toMatch(/^src\/adapters\//);
    }
  });

  test('has tests that import no module statically', () => {
    for (const { files } of all) {
      for (const [path, text] of files)
        if (path.startsWith('tests/')) expect(text).not.toMatch(/^import [^(]*from '\.\./m);
    }
  });

  test('uses legacy modules nowhere but among themselves', () => {
    for (const { groundTruth } of all) {
      const uses = groundTruth.dependency_edges.filter(({ target }) => target.startsWith('src/legacy/'));
      for (const { source } of uses) expect(source).toMatch(/^src\/legacy\//);
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
