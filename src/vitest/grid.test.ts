import { describe, expect, test } from 'vitest';
import { baselines } from '../agents/baselines/baselines.ts';
import { fileName } from '../base/file-name.ts';
import type { Condition } from '../episode/condition.ts';
import { generate } from '../patterns/generate.ts';
import { checkGrid, type Grid, GridError } from './grid.ts';
import { describeMiss, meets } from './thresholds.ts';

const codebases = generate({ complexity: 'small', seeds: [1, 2] });
const grid: Grid = { agents: [baselines.random()], codebases };
const check = (changes: object) => checkGrid('suite', { ...grid, ...changes } as Grid);

describe('a grid without mistakes', () => {
  test('has the usual defaults', () => {
    const { trials, options } = check({});
    expect(trials).toBe(1);
    expect(options.get('construct')).toEqual({
      conditions: ['active'],
      tracks: ['scratchpad'],
      budget: 20,
      probeEvery: 3,
    });
    expect(options.get('revise')).toMatchObject({ variants: ['broken'], budget: 5 });
  });
});

describe('a mistake', () => {
  test.each([
    [{ agents: [] }, 'agents is empty: name at least one'],
    [{ agents: [{}] }, 'agents has something that is no agent'],
    [{ agents: [baselines.random(), baselines.random(2)] }, 'agents has random twice: names must be unique'],
    [{ codebases: undefined }, 'codebases is empty: name at least one'],
    [{ codebases: [{}] }, 'codebases has something that is no codebase'],
    [{ codebases: [...codebases, codebases[0]] }, 'codebases has pipeline-typescript-small-1 twice'],
    [
      { conditions: ['passive'] },
      'there is no condition passive: known are active, passive-full, passive-oracle, passive-replay',
    ],
    [{ conditions: ['active', 'active'] }, 'conditions has active twice'],
    [{ tracks: ['notes'] }, 'there is no track notes: known are scratchpad, probe-only, no-probe'],
    [{ budget: 0 }, 'budget is 0: it must be a whole number of at least 1'],
    [{ probeEvery: 1.5 }, 'probeEvery is 1.5: it must be a whole number of at least 1'],
    [{ trials: -1 }, 'trials is -1'],
    [{ phases: ['rewrite'] }, 'there is no phase rewrite: known are construct, revise, exploit'],
    [{ revise: { budget: 3 } }, 'revise: revise is not among phases'],
    [{ phases: ['revise'], revise: { budget: 0 } }, 'revise.budget is 0: it must be a whole number of at least 1'],
    [{ phases: ['revise'], revise: { variants: [] } }, 'revise.variants is empty: name at least one'],
    [{ phases: ['revise'], revise: { mutations: ['x'] } }, 'there is no revise.mutation x: known are interface_break'],
    [{ phases: ['revise'], revise: { actions: 3 } }, 'there is no option revise.actions'],
    [{ thresholds: { 'revision.score': 0.5 } }, 'it is of the phase revise, which is not among phases'],
    [
      { phases: ['construct', 'revise'], thresholds: { active: { 'revision.score': 0.5 } } },
      'thresholds.active.revision.score: it is of the phase revise',
    ],
    [{ thresholds: { revise: {} } }, 'thresholds.revise: revise is not among phases'],
    [{ treshold: {} }, 'there is no option treshold: known are agents'],
    [{ thresholds: { f1: 0.5 } }, 'thresholds.f1: there is no metric f1: known are dependency_f1'],
    [
      { thresholds: { files_opened: 5 } },
      'thresholds.files_opened: more is neither better nor worse here: give { min } or { max }',
    ],
    [{ thresholds: { dependency_f1: '0.5' } }, 'thresholds.dependency_f1: "0.5" is no bound'],
    [{ thresholds: { dependency_f1: { min: null } } }, 'is no bound'],
    [{ thresholds: { dependency_f1: { mim: 0.5, max: 1 } } }, 'is no bound'],
    [{ thresholds: { dependency_f1: { min: 0.9, max: 0.1 } } }, 'is no bound'],
    [{ thresholds: { dependency_f1: {} } }, 'is no bound'],
    [{ thresholds: { dependency_f1: Number.NaN } }, 'is no bound'],
    [{ thresholds: 0.99 }, 'thresholds: 0.99 is no map of metrics'],
    [{ thresholds: { active: 0.99 } }, 'thresholds.active: 0.99 is no map of metrics'],
    [{ thresholds: { 'passive-full': {} } }, 'thresholds.passive-full: the condition is not among conditions'],
    [
      { conditions: ['passive-full'], thresholds: { action_auc: 0.1 } },
      'thresholds.action_auc: passive-full has no action curve, and there is no other condition',
    ],
    [
      { conditions: ['active', 'passive-full'], groupThresholds: { 'passive-full': { action_auc: 0.1 } } },
      'groupThresholds.passive-full.action_auc: passive-full has no action curve',
    ],
  ])('%# %j is one line that says what to change', (changes, message) => {
    expect(() => check(changes)).toThrow(GridError);
    expect(() => check(changes)).toThrow(`describeEpisodes("suite"): `);
    expect(() => check(changes)).toThrow(message);
    expect(() => check(changes)).toThrow(/^[^\n]+$/);
  });

  test.each([undefined, null, 3])('a grid that is %s is refused', (nothing) => {
    expect(() => checkGrid('suite', nothing as never)).toThrow('there is no grid: give it agents and codebases');
  });
});

describe('thresholds', () => {
  const bounds = (thresholds: object, condition: Condition) =>
    check({ conditions: ['active', 'passive-full'], thresholds })
      .thresholds.get(condition)
      ?.map(({ metric, min, max }) => [metric.name, min, max]);
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

  test('a number is the least or the most, as the metric has it', () => {
    expect(bounds({ dependency_f1: 0.4, confidence_ece: 0.1 }, 'active')).toEqual([
      ['dependency_f1', 0.4, high],
      ['confidence_ece', low, 0.1],
    ]);
  });

  test('a condition’s own takes the place of one for all', () => {
    const thresholds = { dependency_f1: 0.4, 'passive-full': { dependency_f1: 0.7 } };
    expect(bounds(thresholds, 'active')).toEqual([['dependency_f1', 0.4, high]]);
    expect(bounds(thresholds, 'passive-full')).toEqual([['dependency_f1', 0.7, high]]);
  });

  test('one on the action curve for all conditions is asked of those that have a curve', () => {
    expect(bounds({ action_auc: 0.1 }, 'active')).toHaveLength(1);
    expect(bounds({ action_auc: 0.1 }, 'passive-full')).toEqual([]);
  });

  test('a figure without a value meets none', () => {
    const [threshold] = check({ thresholds: { confidence_ece: 1 } }).thresholds.get('active') ?? [];
    if (!threshold) throw new Error('there is no threshold');
    expect(meets(threshold, null)).toBe(false);
    expect(describeMiss(threshold, null)).toBe('confidence_ece: wanted at most 1, got no value');
  });
});

test('different names never share a file', () => {
  const names = ['gpt 4', 'gpt+4', 'gpt-4', '模型一', '模型二', 'a/b', 'a\\b', '..', '.'];
  expect(new Set(names.map(fileName)).size).toBe(names.length);
  expect(fileName('gpt-4')).toBe('gpt-4');
});
