import { test } from 'vitest';
import { HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { readBeliefText } from '../src/belief/read-belief-text.ts';
import { readAction } from '../src/episode/read-action.ts';
import { readChoice } from '../src/phases/exploit/choose.ts';

/** A megabyte of anything: 200 ms at the most, by whatever reads it. */
const LENGTH = 1_000_000;
const OPTIONS = { time: 300, iterations: 2 };

for (const [name, make] of Object.entries(HOSTILE_TEXTS)) {
  test(`read a megabyte of ${name}`, async ({ bench }) => {
    const text = make(LENGTH);
    await bench.compare(
      bench('as an action', () => void readAction(text)),
      bench('as a belief', () => void readBeliefText(text, 0)),
      bench('as a choice', () => void readChoice(text)),
      OPTIONS,
    );
  });
}
