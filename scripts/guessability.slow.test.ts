import { describe, expect, test } from 'vitest';
import { PATTERN_NAMES } from '../src/patterns/patterns.ts';
import { measure } from './guessability.ts';

/** Fewer than the table has, and other seeds to be tested on would do as well. */
const SAMPLE = { learn: 40, test: 24 };

describe.each(PATTERN_NAMES)('%s codebases', (pattern) => {
  const medium = measure(pattern, 'typescript', 'medium', SAMPLE);

  test('can hardly be guessed by names', () => {
    expect(medium.names).toBeLessThanOrEqual(0.3);
    expect(medium.one).toBeLessThanOrEqual(0.28);
    expect(medium.threeFiles).toBeLessThanOrEqual(0.4);
    expect(medium.nearest).toBeLessThanOrEqual(0.3);
    expect(medium.byHand).toBeLessThanOrEqual(0.3);
  });

  test('have rules that nobody gets by listing those that hold', () => {
    expect(medium.holdingRules).toBeLessThanOrEqual(0.4);
  });

  test('differ in their graphs, as real code does', () => {
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

test('the same measure finds the published pipelines easy to guess', () => {
  const published = measure('pipeline', 'typescript', 'medium', { ...SAMPLE, diversity: 'published' });
  expect(published.names).toBeGreaterThan(0.85);
});
