import fc from 'fast-check';
import jStat from 'jstat';
import { describe, expect, test } from 'vitest';
import { METRICS } from '../phases/phases.ts';
import type { Result } from '../scoring/result.ts';
import { type Baseline, type Measurement, parseBaseline, renderBaseline, rounded } from './baseline.ts';
import { compare, type GatedMetric, type Sides } from './compare.ts';
import { describeComparison } from './describe-comparison.ts';
import { measure } from './measurement.ts';
import { holm, pairedTest, smallestDetectableDrop } from './paired-test.ts';
import { changeAdvice, differencesOfSetUp } from './set-up.ts';
import { fails, judge, judgeDeterministic, VERDICTS, warns } from './verdict.ts';

const gated = (name: string, margin = 0.02): GatedMetric => ({
  metric: METRICS.get(name) as GatedMetric['metric'],
  margin,
});
type Values = Record<string, Record<string, (number | null)[]>>;
const measurement = (codebases: Values, set: Partial<Measurement> = {}): Measurement => ({
  agent: 'a',
  agent_config: '',
  prompt_hash: '',
  phase: 'construct',
  axes: { condition: 'active', track: 'scratchpad' },
  set_up: { budget: 20, probe_every: 3 },
  package: '1.0.0',
  codebases: Object.fromEntries(
    Object.entries(codebases).map(([id, values]) => [id, { hash: `hash of ${id}`, values }]),
  ),
  ...set,
});
const f1Of = (values: readonly (number | null)[]) =>
  measurement(Object.fromEntries(values.map((value, i) => [`c${i}`, { dependency_f1: [value] }])));
const f1Compared = (
  before: readonly (number | null)[],
  after: readonly (number | null)[],
  rest: Partial<Sides> = {},
) => {
  const [comparison] = compare({ before: f1Of(before), after: f1Of(after), deterministic: false, ...rest }, [
    gated('dependency_f1'),
  ]);
  return comparison as NonNullable<typeof comparison>;
};

describe('the paired test', () => {
  test('is the one-sided Student t test of a textbook', () => {
    // Differences −0.05, −0.03, −0.07, −0.01, −0.04: mean −0.04, sd √0.0005, t = (−0.04 + 0.02) / (sd / √5) = −2.
    const { mean, sd, p, interval } = pairedTest([-0.05, -0.03, -0.07, -0.01, -0.04], 0.02);
    expect(mean).toBeCloseTo(-0.04, 12);
    expect(sd).toBeCloseTo(Math.sqrt(0.0005), 12);
    // P(T₄ < −2) and t₀.₉₅,₄, from tables.
    expect(p).toBeCloseTo(0.05806, 5);
    expect(interval[0]).toBeCloseTo(-0.04 - 2.13185 * 0.01, 6);
    expect(interval[1]).toBeCloseTo(-0.04 + 2.13185 * 0.01, 6);
  });

  test('does not depend on the order of codebases', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 }), (values) => {
        expect(pairedTest(values.toReversed(), 0.02)).toEqual(pairedTest(values, 0.02));
      }),
    );
  });

  test('decides by the mean alone where nothing scatters', () => {
    expect(pairedTest([-0.1, -0.1, -0.1], 0.02)).toMatchObject({ sd: 0, p: 0 });
    expect(pairedTest([-0.02, -0.02, -0.02], 0.02)).toMatchObject({ sd: 0, p: 1 });
  });

  test('states the smallest drop by the formula that keeps its promise', () => {
    const result = { n: 5, mean: 0, sd: 0.07, interval: [0, 0] as const, p: 1 };
    // (t₀.₉₅,₄ + t₀.₈,₄) · 0.07 · √(4 / χ²₀.₄,₄) / √5 + 0.02
    const expected = 0.02 + ((2.131847 + 0.940965) * 0.07 * Math.sqrt(4 / jStat.chisquare.inv(0.4, 4))) / Math.sqrt(5);
    expect(smallestDetectableDrop(result, 0.02, 1)).toBeCloseTo(expected, 6);
    expect(smallestDetectableDrop(result, 0.02, 3)).toBeGreaterThan(expected);
  });
});

describe('Holm’s method', () => {
  test('multiplies the smallest by all, and never falls behind', () => {
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
    expect(holm([0.5, 0.6])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });

  test('never gives less than the p-value itself, nor more than Bonferroni', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 }), (values) => {
        for (const [i, adjusted] of holm(values).entries()) {
          expect(adjusted).toBeGreaterThanOrEqual(values[i] as number);
          const least = Math.min(...values.filter((value) => value <= (values[i] as number)));
          expect(adjusted).toBeLessThanOrEqual(Math.max(Math.min(1, values.length * (values[i] as number)), least));
        }
      }),
    );
  });
});

describe('the verdict', () => {
  const at = (mean: number, half: number, n = 10) => ({
    n,
    mean,
    sd: 1,
    interval: [mean - half, mean + half] as const,
    p: 1,
  });
  test.each([
    ['underpowered', null, 1, 0],
    ['underpowered', at(-0.5, 0.01, 4), 0, 0],
    ['underpowered', at(-0.5, 0.01), 0, 0.21],
    ['regressed', at(-0.1, 0.01), 0.01, 0.2],
    ['improved', at(0.1, 0.05), 1, 0],
    ['held', at(0, 0.01), 1, 0],
    ['suspect', at(-0.05, 0.1), 0.2, 0],
    ['inconclusive', at(-0.01, 0.1), 0.9, 0],
  ] as const)('is %s', (verdict, result, adjusted, lost) => {
    expect(judge(result, adjusted, 0.02, lost)).toBe(verdict);
  });

  test.each([
    ['regressed', [0.1, 0.2, -2e-9], 0],
    ['held', [0, 0, 5e-10, -5e-10], 0],
    ['improved', [0, 2e-9], 0],
    ['underpowered', [], 0],
    ['underpowered', [0, 0], 0.5],
    ['suspect', [0, 0], 0.1],
  ] as const)('of a deterministic agent is %s', (verdict, differences, lost) => {
    expect(judgeDeterministic(differences, lost)).toBe(verdict);
  });

  test('fails for regressions alone, and for suspect and underpowered when strict', () => {
    expect(VERDICTS.filter((verdict) => fails(verdict, false))).toEqual(['regressed']);
    expect(VERDICTS.filter((verdict) => fails(verdict, true))).toEqual(['underpowered', 'regressed', 'suspect']);
    expect(VERDICTS.filter(warns)).toEqual(['underpowered', 'suspect', 'inconclusive']);
  });
});

describe('a comparison', () => {
  const before = [0.5, 0.52, 0.48, 0.55, 0.45, 0.5, 0.51, 0.53];

  test('of the same values holds', () => {
    expect(f1Compared(before, before)).toMatchObject({ verdict: 'held', n: 8, change: 0, fell: [], rose: [] });
  });

  test('averages trials within a codebase and never counts them as samples', () => {
    const trials = measurement(
      Object.fromEntries(before.map((v, i) => [`c${i}`, { dependency_f1: [v - 0.1, v + 0.1] }])),
    );
    const [comparison] = compare({ before: f1Of(before), after: trials, deterministic: false }, [
      gated('dependency_f1'),
    ]);
    expect(comparison).toMatchObject({ n: 8, verdict: 'held' });
    expect(comparison?.change).toBeCloseTo(0, 12);
  });

  test('finds a drop, names the codebases that fell most, and turns round where less is better', () => {
    const after = before.map((value, i) => value - 0.1 - 0.01 * i);
    const drop = f1Compared(before, after);
    expect(drop.verdict).toBe('regressed');
    expect(drop.fell.map(({ codebase }) => codebase).slice(0, 3)).toEqual(['c7', 'c6', 'c5']);
    const ece = (values: readonly number[]) =>
      measurement(Object.fromEntries(values.map((value, i) => [`c${i}`, { confidence_ece: [value] }])));
    const [less] = compare({ before: ece(before), after: ece(after), deterministic: false }, [gated('confidence_ece')]);
    expect(less?.verdict).toBe('improved');
    const [more] = compare({ before: ece(after), after: ece(before), deterministic: false }, [gated('confidence_ece')]);
    expect(more?.verdict).toBe('regressed');
    expect(more?.change).toBeGreaterThan(0);
    expect(more?.interval?.[0]).toBeLessThan(more?.interval?.[1] as number);
  });

  test('leaves out codebases on which an episode failed, and decides nothing where they are many', () => {
    const failed = new Map([['c0', 'timeout']]);
    expect(f1Compared(before, before, { failed })).toMatchObject({
      verdict: 'held',
      n: 7,
      left_out: [{ codebase: 'c0', reason: 'an episode failed: timeout' }],
    });
    const many = new Map(['c0', 'c1'].map((id) => [id, 'timeout']));
    expect(f1Compared(before, before, { failed: many }).verdict).toBe('underpowered');
  });

  test('counts a value that only one side has as lost', () => {
    expect(f1Compared(before, [null, null, ...before.slice(2)])).toMatchObject({ verdict: 'underpowered', n: 6 });
    const none = [null, null, ...before.slice(2)];
    expect(f1Compared(none, none)).toMatchObject({ verdict: 'held', n: 6 });
    // Nor do trials that kept theirs stand for those that lost it.
    const some = measurement(Object.fromEntries(before.map((v, i) => [`c${i}`, { dependency_f1: [0.9, null, v] }])));
    const [partly] = compare({ before: f1Of(before), after: some, deterministic: false }, [gated('dependency_f1')]);
    expect(partly?.verdict).toBe('underpowered');
    expect(partly?.detectable).toBeNull();
  });

  test('pairs the codebases that both sides have', () => {
    const { n, left_out } = f1Compared(before, before.slice(0, 6));
    expect(n).toBe(6);
    expect(left_out).toContainEqual({ codebase: 'c7', reason: 'it is in the baseline alone' });
  });

  test('of a deterministic agent lists falls and rises', () => {
    const after = before.with(0, 0.4).with(1, 0.6);
    const comparison = f1Compared(before, after, { deterministic: true });
    expect(comparison).toMatchObject({ verdict: 'regressed', p: null, detectable: null });
    expect(describeComparison(comparison).join('\n')).toMatch(
      /fell most: c0 0\.500 → 0\.400\n {2}rose most: c1 0\.520 → 0\.600/,
    );
  });

  test('of a metric on the scale of ratios compares logarithms, and averages geometrically', () => {
    const bytes: GatedMetric = {
      metric: { ...gated('steps_taken').metric, scale: 'log-ratio', better: 'lower' },
      margin: 0.05,
    };
    const of = (factor: number) =>
      measurement(
        Object.fromEntries(before.map((v, i) => [`c${i}`, { steps_taken: [100 * v * factor, 400 * v * factor] }])),
      );
    const [twice] = compare({ before: of(1), after: of(2), deterministic: false }, [bytes]);
    expect(twice).toMatchObject({ verdict: 'regressed', n: 8 });
    expect(twice?.change).toBeCloseTo(Math.LN2, 12);
    // √(100 · 400) = 200: the mean of 250 would weigh the larger one more.
    expect(Math.max(...(twice?.fell.map((pair) => pair.before) ?? []))).toBeCloseTo(200 * 0.55, 9);
    const [same] = compare({ before: of(1), after: of(1), deterministic: false }, [bytes]);
    expect(same?.verdict).toBe('held');
    // Nothing is a multiple of nothing.
    const zero = measurement(Object.fromEntries(before.map((_, i) => [`c${i}`, { steps_taken: [0] }])));
    expect(compare({ before: zero, after: zero, deterministic: false }, [bytes])[0]).toMatchObject({ n: 0 });
  });

  test('adjusts for all metrics of the case together', () => {
    const values = (shift: (i: number) => number) =>
      measurement(
        Object.fromEntries(
          before.map((value, i) => [`c${i}`, { dependency_f1: [value + shift(i)], invariant_f1: [value + shift(i)] }]),
        ),
      );
    const sides = { before: values(() => 0), after: values((i) => -0.03 - 0.02 * (i % 3)), deterministic: false };
    const [alone] = compare(sides, [gated('dependency_f1')]);
    const [together] = compare(sides, [gated('dependency_f1'), gated('invariant_f1')]);
    expect(together?.p).toBeCloseTo(2 * (alone?.p as number), 12);
  });
});

describe('a measurement', () => {
  test('is taken over the unit of the phase, which may be another than the subject', () => {
    const result = (subject: string, unit: string | null, value: number) =>
      ({
        agent: 'a',
        phase: 'construct',
        axes: {},
        set_up: {},
        agent_config: '',
        prompt_hash: '',
        trial: 1,
        subject: { id: subject, hash: `hash of ${subject}` },
        ...(unit ? { unit: { id: unit, hash: `hash of ${unit}` } } : {}),
        outcome: { status: 'finished' },
        scores: { dependency_f1: value },
      }) as unknown as Result;
    const tasks = [result('task 2', 'code', 0.4), result('task 1', 'code', 0.2), result('task 3', 'other', 1)];
    const { codebases } = measure(tasks, [gated('dependency_f1')]).measurement;
    expect(codebases).toEqual({
      code: { hash: 'hash of code', values: { dependency_f1: [0.2, 0.4] } },
      other: { hash: 'hash of other', values: { dependency_f1: [1] } },
    });
    const alone = measure([result('task 1', null, 0.2)], [gated('dependency_f1')]).measurement;
    expect(Object.keys(alone.codebases)).toEqual(['task 1']);
  });
});

describe('set-ups', () => {
  test('differ by what the figures depend on, unless that is the change under test', () => {
    const one = f1Of([0.5, 0.6]);
    const other = { ...one, set_up: { ...one.set_up, budget: 10 }, agent_config: 'c2', package: '1.1.0' };
    expect(differencesOfSetUp(one, other, []).map(({ text }) => text)).toEqual([
      "the hash of the agent's config was none and is c2",
      'the budget was 20 and is 10',
      'the version of vitest-tocs was 1.0.0 and is 1.1.0',
    ]);
    expect(differencesOfSetUp(one, { ...one, agent_config: 'c2' }, ['agent_config'])).toEqual([]);
  });

  test('differ where a codebase of the same name is another', () => {
    const one = f1Of([0.5]);
    const other = { ...one, codebases: { c0: { hash: 'new', values: {} }, c9: { hash: 'x', values: {} } } };
    const differences = differencesOfSetUp(one, other, []);
    expect(differences.map(({ text }) => text)).toEqual(['codebase c0 was hash of c0 and is new']);
    // Nobody can declare that to be the change under test.
    expect(changeAdvice(differences, '--across')).toBe('');
    expect(changeAdvice([{ field: 'package', text: '' }], '--across')).toContain('--across');
  });
});

describe('a baseline file', () => {
  const baseline: Baseline = {
    format: 'vitest-tocs baseline',
    version: 2,
    eval: 'a.eval.ts',
    groups: { 's > b > active': f1Of([0.5, null]), 's > a > active': measurement({ 'm-10': {}, 'm-2': {} }) },
  };

  test('reads back as it was written, and is written the same again', () => {
    const text = renderBaseline(baseline);
    expect(parseBaseline(text, 'file')).toEqual(baseline);
    expect(renderBaseline(parseBaseline(text, 'file'))).toBe(text);
  });

  test('is sorted, numbers as numbers', () => {
    const text = renderBaseline(baseline);
    const order = ['s > a > active', '"m-2"', '"m-10"', 's > b > active', '"c0"', '"c1"'].map((part) =>
      text.indexOf(part),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });

  test('keeps values so exactly that rounding is no change for a deterministic agent', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        expect(Math.abs((rounded(value) as number) - value)).toBeLessThan(1e-10);
      }),
    );
  });

  test.each([
    ['{', /file is no JSON .*vitest -u/],
    ['{}', /file is no baseline file: format: .*vitest -u/],
    ['{"version": 1}', /file is of version 1 of the format, .* measure it anew with vitest -u/],
    [JSON.stringify({ ...baseline, groups: { x: {} } }), /groups\.x\.agent/],
    [
      JSON.stringify({ ...baseline, groups: { x: measurement({ c: { dependency_f1: [1e308] } }) } }),
      /groups\.x\.codebases\.c\.values\.dependency_f1\.0/,
    ],
    [JSON.stringify({ ...baseline, groups: { x: measurement({ c: { dependency_f1: [] } }) } }), /dependency_f1/],
  ])('that is damaged is refused: %s', (text, message) => {
    expect(() => parseBaseline(text, 'file')).toThrow(message);
  });
});
