import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../codebase/generate.ts';
import type { Agent } from '../episode/agent.ts';
import { Clock } from './clock.ts';
import { EpisodeStore } from './episode-store.ts';
import { type Cell, checkGrid } from './grid.ts';

const codebases = generate({ complexity: 'small', seeds: [1] });

/** Waits for its `release` before its first action, and counts how often it began. */
function waiting() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  let aborted = false;
  const agent: Agent = {
    name: 'waiting',
    explore: ({ signal }) => {
      begun++;
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return { act: () => promise.then(() => 'DONE()'), observe: () => {}, believe: () => ({ components: {} }) };
    },
  };
  return { agent, release: resolve, begun: () => begun, aborted: () => aborted };
}

function open(agent: Agent, timeout = 10_000) {
  const folder = mkdtempSync(join(tmpdir(), 'tocs-store-'));
  const grid = checkGrid('suite', { agents: [agent], codebases });
  const store = new EpisodeStore(grid, folder, 'suite', timeout);
  const cell: Cell = {
    agent,
    codebase: codebases[0] as Cell['codebase'],
    condition: 'active',
    track: 'scratchpad',
    trial: 1,
  };
  return { store, cell, replay: { ...cell, condition: 'passive-replay' } satisfies Cell, folder };
}

describe('a shared episode', () => {
  test('runs once for all who ask for it, its replay included', async () => {
    const { agent, release, begun } = waiting();
    const { store, cell, replay } = open(agent);
    const { signal } = new AbortController();
    const all = [store.get(cell, { signal }), store.get(cell, { signal }), store.get(replay, { signal })];
    release();
    const [first, second, third] = await Promise.all(all);
    expect(first).toBe(second);
    expect(third?.scores).not.toBeNull();
    // Once for the active episode, once for its replay.
    expect(begun()).toBe(2);
  });

  test('goes on when one of its waiters is cancelled', async () => {
    const { agent, release, aborted } = waiting();
    const { store, cell } = open(agent);
    const [one, other] = [new AbortController(), new AbortController()];
    void store.get(cell, { signal: one.signal });
    const ended = store.get(cell, { signal: other.signal });
    one.abort(new DOMException('gone', 'AbortError'));
    release();
    expect((await ended).transcript.outcome).toEqual({ status: 'finished' });
    expect(aborted()).toBe(false);
  });

  test('is cancelled when its last waiter is', async () => {
    const { agent, aborted } = waiting();
    const { store, cell, replay } = open(agent);
    const [one, other] = [new AbortController(), new AbortController()];
    const all = [store.get(cell, { signal: one.signal }), store.get(replay, { signal: other.signal })];
    // By then the replay waits for the active episode.
    await new Promise((resolve) => setTimeout(resolve, 10));
    one.abort(new DOMException('gone', 'AbortError'));
    expect(aborted()).toBe(false);
    other.abort(new DOMException('gone', 'AbortError'));
    for (const { transcript } of await Promise.all(all))
      expect(transcript.outcome).toMatchObject({ status: 'failed', kind: 'aborted' });
    expect(aborted()).toBe(true);
  });

  test('that failed is run again for a retry alone, and keeps the transcript of each attempt', async () => {
    let calls = 0;
    const agent: Agent = {
      name: 'flaky',
      explore: () => {
        if (calls++ === 0) throw new Error('down');
        return { act: () => 'DONE()', observe: () => {}, believe: () => ({ components: {} }) };
      },
    };
    const { store, cell, folder } = open(agent);
    const { signal } = new AbortController();
    expect((await store.get(cell, { signal })).scores).toBeNull();
    expect((await store.get(cell, { signal })).scores).toBeNull();
    const again = await store.get(cell, { signal, again: true });
    expect(again.scores).not.toBeNull();
    expect(again.path).toMatch(/attempt-2\.jsonl$/);
    expect(readFileSync(join(folder, again.path.replace('.attempt-2', '')), 'utf8')).toContain('down');
    expect((await store.get(cell, { signal, again: true })).path).toBe(again.path);
  });
});

describe('the clock', () => {
  const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

  test('runs out', async () => {
    const over = Promise.withResolvers<Error>();
    new Clock(20, over.resolve);
    expect(await over.promise).toMatchObject({
      name: 'EpisodeTimeoutError',
      message: 'the episode took longer than 20 ms',
    });
  });

  test('stands still while something is waited for that does not count', async () => {
    let error: Error | undefined;
    const clock = new Clock(60, (timeout) => {
      error = timeout;
    });
    await clock.pauseWhile(() => Promise.all([clock.pauseWhile(() => sleep(100)), sleep(120)]));
    expect(error).toBeUndefined();
    expect(() => clock.check()).not.toThrow();
    await sleep(90);
    expect(error?.name).toBe('EpisodeTimeoutError');
  });

  test('has no end when there is no limit', async () => {
    const clock = new Clock(0, () => {
      throw new Error('there is no limit');
    });
    await sleep(10);
    expect(() => clock.check()).not.toThrow();
  });
});
