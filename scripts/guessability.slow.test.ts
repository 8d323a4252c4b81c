import { describe, expect, test } from 'vitest';
import { mean } from '../src/base/mean.ts';
import { PATTERN_NAMES } from '../src/patterns/patterns.ts';
import { measure } from './guessability.ts';

/** Fewer than the table has, and other seeds to be tested on would do as well. */
const SAMPLE = { learn: 40, test: 40 };

const all = PATTERN_NAMES.map((pattern) => measure(pattern, 'typescript', 'medium', SAMPLE));

describe.each(all.map((medium) => [medium.pattern, medium] as const))('%s codebases', (_, medium) => {
  test('can hardly be guessed by names', () => {
    expect(medium.names).toBeLessThanOrEqual(0.3);
    expect(medium.one).toBeLessThanOrEqual(0.28);
    expect(medium.threeFiles).toBeLessThanOrEqual(0.4);
    expect(medium.nearest).toBeLessThanOrEqual(0.3);
    expect(medium.byHand).toBeLessThanOrEqual(0.3);
  });

  test('have rules and contracts that nobody gets by names, nor by listing the rules that hold', () => {
    expect(medium.holdingRules).toBeLessThanOrEqual(0.4);
    expect(medium.rules).toBeLessThanOrEqual(0.25);
    expect(medium.signatures).toBeLessThanOrEqual(0.3);
    expect(medium.callers).toBeLessThanOrEqual(0.3);
  });

  test('differ in their graphs, as real code does', () => {
    expect(medium.usual).toBeLessThanOrEqual(0.5);
    expect(medium.forced).toBeLessThanOrEqual(0.2);
    expect(medium.distinct).toBeGreaterThanOrEqual(20);
    expect(medium.commonest).toBeLessThanOrEqual(0.15);
    expect(medium.depth).toBeGreaterThanOrEqual(5);
    expect(medium.depth).toBeLessThanOrEqual(12);
    expect(medium.depthSd).toBeGreaterThanOrEqual(1.5);
    expect(medium.circles).toBeGreaterThanOrEqual(0.3);
    expect(medium.barrels).toBeGreaterThanOrEqual(0.4);
    expect(medium.inDegree).toBeLessThanOrEqual(0.5);
    expect(medium.withinFolder).toBeGreaterThanOrEqual(0.3);
    expect(medium.withinFolder).toBeLessThanOrEqual(0.8);
    expect(medium.commonLines).toBeLessThanOrEqual(0.15);
  });
});

test.each(['boundaries', 'interfaces', 'orders', 'thumb'] as const)(
  'questions are not answered by their texts: %s',
  (form) => {
    const shares = all.flatMap((medium) => medium[form] ?? []);
    expect(shares.length).toBeGreaterThanOrEqual(3);
    // One pattern has too few questions to be judged alone.
    expect(mean(shares)).toBeLessThanOrEqual(0.35);
  },
);

test('the same measure finds the published pipelines easy to guess', () => {
  const published = measure('pipeline', 'typescript', 'medium', { ...SAMPLE, diversity: 'published' });
  expect(published.names).toBeGreaterThan(0.85);
});
