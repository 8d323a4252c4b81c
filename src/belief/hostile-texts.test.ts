import { describe, expect, test } from 'vitest';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { readAction } from '../episode/read-action.ts';
import { readChoice } from '../phases/exploit/choose.ts';
import { readBeliefText } from './read-belief-text.ts';

const READERS = { action: readAction, belief: (text: string) => readBeliefText(text, 0), choice: readChoice };

/** CPU seconds, the least of some runs: others may use the machine, too. */
function cpu(action: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...runs);
}

describe.each(Object.entries(HOSTILE_TEXTS))('%s', (_, make) => {
  test.each(Object.entries(READERS))('take no more than time in proportion to their length: %s', (_, read) => {
    const [short, long] = [make(50_000), make(400_000)];
    read(short);
    // Eight times the length; a quadratic scan takes 64 times as long. What is next to nothing is not compared.
    const least = Math.min(...[1, 2, 3].map(() => cpu(() => read(long))));
    expect(least).toBeLessThan(Math.max(0.05, 24 * cpu(() => read(short))));
  });
});
