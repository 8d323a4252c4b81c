import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Belief, emptyBelief } from '../belief/belief.ts';
import { type EDGE_TYPES, type Edge, GroundTruth } from '../codebase/ground-truth.ts';
import { claimedGullibility } from '../phases/revise/revision.ts';
import { aggregate } from './aggregate.ts';
import { confuseTypes } from './confusion.ts';
import { actionCurve, areaUnderCurve, stepsToRecall } from './curves.ts';
import { scoreEdges, scoreUntypedEdges } from './edges.ts';
import { scoreExternalisation } from './externalisation.ts';
import { activePassiveGap } from './gap.ts';
import { scoreInvariantsRelaxed } from './invariants.ts';
import { scoreStability } from './stability.ts';

type EdgeText = `${string} ${string} ${(typeof EDGE_TYPES)[number]}`;

function edge(text: EdgeText, evidence?: string[]): Edge {
  const [source, target, type] = text.split(' ') as [string, string, Edge['type']];
  return { source, target, type, evidence };
}

function truthOf(edges: Edge[], modules = ['a', 'b', 'c', 'dir/d']): GroundTruth {
  return GroundTruth.parse({
    codebase_id: 't',
    pattern: 'pipeline',
    complexity: 'small',
    modules: Object.fromEntries(modules.map((filepath) => [filepath, { filepath }])),
    dependency_edges: edges,
  });
}

function beliefOf(edges: EdgeText[], step = 0): Belief {
  const belief = emptyBelief(step);
  for (const { source, target, type } of edges.map((text) => edge(text))) {
    belief.components[source] ??= {
      filepath: source,
      status: 'observed',
      purpose: '',
      exports: [],
      edges: [],
      confidence: 1,
    };
    belief.components[source].edges.push({ target, type, confidence: 1 });
  }
  return belief;
}

describe('stability', () => {
  const truth = truthOf([edge('a b IMPORTS'), edge('a c IMPORTS'), edge('b c IMPORTS'), edge('c a IMPORTS')]);
  const stabilityOf = (...beliefs: Belief[]) =>
    scoreStability(
      beliefs,
      beliefs.map((belief) => scoreEdges(belief, truth).f1),
      truth,
    );

  test('an agent that only adds is monotone and never collapses', () => {
    const stability = stabilityOf(beliefOf(['a b IMPORTS'], 3), beliefOf(['a b IMPORTS', 'a c IMPORTS'], 6));
    expect(stability).toMatchObject({ lost: [0], largest_loss: 0, peak_drop: 0, monotone: true, collapses: 0 });
  });

  test('losing half of what was held is a collapse at that probe', () => {
    const stability = stabilityOf(
      beliefOf(['a b IMPORTS', 'a c IMPORTS'], 3),
      beliefOf(['a b IMPORTS'], 6),
      beliefOf(['a b IMPORTS'], 9),
    );
    expect(stability).toMatchObject({
      lost: [1, 0],
      largest_loss: 1,
      monotone: false,
      collapse_steps: [6],
      collapses: 1,
    });
    expect(stability.peak_drop).toBeCloseTo(2 / 3 - 2 / 5, 12);
  });

  test('losing less than half, or wrong edges, is no collapse', () => {
    const held: EdgeText[] = ['a b IMPORTS', 'a c IMPORTS', 'b c IMPORTS'];
    expect(stabilityOf(beliefOf([...held, 'a z IMPORTS'], 3), beliefOf(held.slice(1), 6))).toMatchObject({
      lost: [1],
      collapses: 0,
    });
  });

  test('an agent that never knew anything cannot collapse', () => {
    expect(stabilityOf(beliefOf([], 3), beliefOf([], 6))).toMatchObject({ lost: [0], collapses: 0, monotone: true });
  });
});

describe('externalisation', () => {
  const truth = truthOf([edge('a b IMPORTS', ['a']), edge('a c CALLS_API', ['a', 'config.json']), edge('b c IMPORTS')]);

  test('an edge is attainable once all its evidence was opened; without evidence its source is enough', () => {
    expect(scoreExternalisation(beliefOf(['a b IMPORTS']), new Set(['a', 'b']), truth)).toEqual({
      attainable_recall: 2 / 3,
      externalised: 1 / 2,
      inferred: 0,
    });
  });

  test('a correct edge held without its evidence is inferred, a wrong one is not', () => {
    const belief = beliefOf(['a c CALLS_API', 'b a IMPORTS']);
    expect(scoreExternalisation(belief, new Set(['a']), truth)).toMatchObject({ externalised: 0, inferred: 1 });
  });

  test('nothing opened leaves no value, not a zero', () => {
    expect(scoreExternalisation(beliefOf([]), new Set(), truth)).toEqual({
      attainable_recall: 0,
      externalised: null,
      inferred: 0,
    });
  });
});

describe('type confusion', () => {
  const truth = truthOf([edge('a b IMPORTS'), edge('a b CALLS_API'), edge('a c REGISTRY_WIRES')]);

  test('a wrong type counts under every type that the pair has, a right one under its own alone', () => {
    const matrix = confuseTypes(beliefOf(['a b IMPORTS', 'a b DATA_FLOWS_TO']), truth);
    expect(matrix.IMPORTS.true_types).toEqual({ IMPORTS: 1, CALLS_API: 0, DATA_FLOWS_TO: 0, REGISTRY_WIRES: 0 });
    expect(matrix.DATA_FLOWS_TO.true_types).toEqual({ IMPORTS: 1, CALLS_API: 1, DATA_FLOWS_TO: 0, REGISTRY_WIRES: 0 });
  });

  test.each([
    ['b::run', 'symbol_target'],
    ['b#run', 'symbol_target'],
    ['dir', 'directory_target'],
    ['dir/', 'directory_target'],
    ['c', 'no_edge'],
    ['nowhere', 'no_edge'],
  ] as const)('a target %s counts as %s', (target, column) => {
    expect(confuseTypes(beliefOf([`b ${target} IMPORTS`]), truth).IMPORTS[column]).toBe(1);
  });

  test('without regard to type, the right pair is enough', () => {
    const belief = beliefOf(['a b DATA_FLOWS_TO']);
    expect(scoreEdges(belief, truth).f1).toBe(0);
    expect(scoreUntypedEdges(belief, truth)).toMatchObject({ precision: 1, recall: 0.5 });
  });
});

describe('curves', () => {
  const probes = [
    { step: 3, f1: 0.4, recall: 0.5 },
    { step: 6, f1: 0.8, recall: 0.7 },
  ];

  test('the curve is zero before the first belief and holds the last one', () => {
    expect(actionCurve(probes, 7)).toEqual([0, 0, 0.4, 0.4, 0.4, 0.8, 0.8]);
  });

  test('the area of a perfect curve is (n − 1) / n, that of a single point 0', () => {
    expect(areaUnderCurve([1, 1, 1, 1])).toBeCloseTo(0.75, 12);
    expect(areaUnderCurve([1])).toBe(0);
    expect(areaUnderCurve([])).toBe(0);
  });

  test('a recall that is never reached has no step', () => {
    expect([stepsToRecall(probes, 0.5), stepsToRecall(probes, 0.7), stepsToRecall(probes, 0.8)]).toEqual([3, 6, null]);
  });
});

describe('invariants', () => {
  const rule = (src: string | null, dst: string | null) => ({
    type: 'FORBIDDEN_EDGE',
    src,
    dst,
    via: null,
    pattern: null,
  });
  const place = fc.option(fc.constantFrom('x/a', 'x/b', 'x/c'));
  const rules = fc.array(fc.tuple(place, place), { maxLength: 6 });

  test('the relaxed score does not depend on the order of either side', () => {
    const scoreOf = (said: [string | null, string | null][], planted: [string | null, string | null][]) => {
      const truth = truthOf([]);
      truth.invariants = planted.map(([src, dst], i) => ({
        id: String(i),
        type: 'BOUNDARY',
        description: '',
        structured: rule(src, dst),
        involved_modules: [],
        rationale: '',
        evidence_types: [],
        evidence_locations: [],
      }));
      const belief = emptyBelief();
      belief.invariants = said.map(([src, dst]) => ({
        type: 'BOUNDARY',
        description: '',
        structured: rule(src, dst),
        evidence: [],
        confidence: 1,
      }));
      return scoreInvariantsRelaxed(belief, truth);
    };
    fc.assert(
      fc.property(rules, rules, (said, planted) => {
        expect(scoreOf(said.toReversed(), planted.toReversed())).toEqual(scoreOf(said, planted));
      }),
    );
  });
});

describe('claimed gullibility', () => {
  const claimed = [edge('a b IMPORTS'), edge('a c IMPORTS')];

  test('counts only what the evidence names', () => {
    const before = beliefOf(['a b IMPORTS']);
    const after = beliefOf(['a c IMPORTS', 'b c IMPORTS']);
    expect(claimedGullibility(before, after, claimed)).toBe(1);
    expect(claimedGullibility(before, beliefOf(['a b IMPORTS', 'b c IMPORTS']), claimed)).toBe(0);
  });

  test('has no value when the evidence names nothing', () => {
    expect(claimedGullibility(beliefOf([]), beliefOf([]), [])).toBeNull();
  });
});

describe('aggregation', () => {
  test('trials are averaged inside a codebase and are no samples of their own', () => {
    const samples = [
      { codebase: 'one', value: 0 },
      { codebase: 'one', value: 1 },
      { codebase: 'one', value: 0.5 },
      { codebase: 'two', value: 0.7 },
    ];
    const { n, mean, half_range } = aggregate(samples);
    expect(n).toBe(2);
    expect(mean).toBeCloseTo(0.6, 12);
    expect(half_range).toBeCloseTo(0.1, 12);
  });

  test('the interval is Student’s t over codebases', () => {
    const values = [1, 2, 3.5].map((value, i) => ({ codebase: String(i), value }));
    // t(0.975, 2) = 4.302653; sd = 1.258306; n = 3
    const margin = (4.302653 * 1.258306) / Math.sqrt(3);
    const { interval } = aggregate(values);
    expect(interval?.[0]).toBeCloseTo(6.5 / 3 - margin, 5);
    expect(interval?.[1]).toBeCloseTo(6.5 / 3 + margin, 5);
  });

  test('one codebase has a mean and no interval, none has neither', () => {
    expect(aggregate([{ codebase: 'one', value: 0.5 }])).toEqual({ n: 1, mean: 0.5, half_range: 0, interval: null });
    expect(aggregate([{ codebase: 'one', value: null }])).toEqual({
      n: 0,
      mean: null,
      half_range: null,
      interval: null,
    });
  });

  test('the order of samples changes not one bit', () => {
    const sample = fc.record({
      codebase: fc.constantFrom('a', 'b', 'c'),
      value: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(sample), (samples) => {
        expect(aggregate(samples.toReversed())).toEqual(aggregate(samples));
      }),
    );
  });
});

describe('the Active-Passive Gap', () => {
  const of = (values: Record<string, number | null>) =>
    Object.entries(values).map(([codebase, value]) => ({ codebase, value }));

  test('is taken over the codebases that both conditions have', () => {
    const gap = activePassiveGap({
      active: of({ x: 0.5, y: 0.1 }),
      'passive-full': of({ x: 0.7, z: 0.9 }),
      'passive-oracle': of({ x: 0.4, y: 0.4 }),
      'passive-replay': of({ x: 0.6, y: null }),
    });
    expect(gap.total).toEqual({ value: expect.closeTo(0.2, 12), n: 1 });
    expect(gap.selection).toEqual({ value: expect.closeTo(0.1, 12), n: 2 });
    expect(gap.decision).toEqual({ value: expect.closeTo(-0.1, 12), n: 1 });
  });

  test('has no value where a condition is missing', () => {
    expect(activePassiveGap({ active: of({ x: 1 }) }).total).toEqual({ value: null, n: 0 });
  });
});
