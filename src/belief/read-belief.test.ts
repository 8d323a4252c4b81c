import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselines } from '../agents/baselines/baselines.ts';
import { beliefsOf } from '../episode/transcript.ts';
import { generate } from '../patterns/generate.ts';
import { runEpisode } from '../phases/construct/run-episode.ts';
import { believedEdgeKeys } from '../scoring/edges.ts';
import { readBeliefText } from './read-belief-text.ts';

const [codebase] = generate({ complexity: 'small', seeds: [1] });

async function someBelief() {
  if (!codebase) throw new Error('nothing was generated');
  const transcript = await runEpisode({ agent: baselines.oracle(), codebase, condition: 'active' });
  const [belief] = beliefsOf(transcript);
  if (!belief) throw new Error('the oracle said nothing');
  return belief;
}

describe('a belief that is cut off', () => {
  test('never makes up an edge, wherever it is cut', async () => {
    const belief = await someBelief();
    const whole = believedEdgeKeys(belief);
    for (const text of [JSON.stringify(belief), `My map:\n\`\`\`json\n${JSON.stringify(belief, null, 2)}`]) {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: text.length }), (length) => {
          const read = readBeliefText(text.slice(0, length), 3);
          for (const key of read ? believedEdgeKeys(read.belief) : []) expect(whole).toContain(key);
        }),
        { numRuns: 400 },
      );
    }
  });

  test('keeps the more edges the later it is cut', async () => {
    const belief = await someBelief();
    const text = JSON.stringify(belief);
    const counts = [0.25, 0.5, 0.75, 1].map((part) => {
      const read = readBeliefText(text.slice(0, Math.floor(text.length * part)), 3);
      return read ? believedEdgeKeys(read.belief).size : 0;
    });
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(believedEdgeKeys(belief).size);
    expect(counts[1]).toBeGreaterThan(0);
  });

  test('keeps a component whose key was complete, and counts what was dropped', () => {
    const read = readBeliefText('{"components": {"a.ts": {"edges": []}, "b.ts"', 3);
    expect(Object.keys(read?.belief.components ?? {})).toEqual(['a.ts', 'b.ts']);
    expect(read?.dropped).toBeGreaterThan(0);
  });
});

test('a whole belief survives the way through text unchanged', async () => {
  const belief = await someBelief();
  const read = readBeliefText(JSON.stringify(belief), belief.step);
  expect(read).toEqual({ belief, dropped: 0, problems: {} });
});

test('any text at all is read without throwing', () => {
  const scrap = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ',',
    ':',
    '//',
    '/*',
    '\\',
    '{"components":{',
    '"a.ts":{"edges":[',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(scrap, fc.string({ maxLength: 5 })), { maxLength: 60 }).map((parts) => parts.join('')),
  );
  fc.assert(fc.property(text, (answer) => void readBeliefText(answer, 0)));
});

test.each([
  ['deep nesting', '{"components":'.repeat(5_000)],
  ['many open braces', '{'.repeat(100_000)],
  ['many brackets', '[{'.repeat(50_000)],
])('hostile text ends quickly: %s', (_, text) => {
  expect(() => readBeliefText(text, 0)).not.toThrow();
});

test('names that objects have anyway are paths like any other', () => {
  const read = readBeliefText('{"components": {"__proto__": {"edges": []}, "constructor": {"edges": []}}}', 0);
  expect(Object.keys(read?.belief.components ?? {}).toSorted()).toEqual(['__proto__', 'constructor']);
});
