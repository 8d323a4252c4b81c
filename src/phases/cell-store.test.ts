import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { baselines } from '../agents/baselines/baselines.ts';
import type { Codebase } from '../codebase/codebase.ts';
import type { Agent } from '../episode/agent.ts';
import { callsOf, readTranscript } from '../episode/transcript.ts';
import { generate } from '../patterns/generate.ts';
import { type CheckedGrid, checkGrid, settingIn } from '../vitest/grid.ts';
import { CellStore } from './cell-store.ts';
import { Clock } from './clock.ts';
import { activeCell, type ConstructCell } from './construct/construct.ts';
import type { ReviseCell } from './revise/revise.ts';
import { mutationOf } from './revise/run-revision.ts';

const codebases = generate({ complexity: 'small', seeds: [1] });
const [codebase] = codebases as [Codebase];

function storeOf(grid: CheckedGrid, directory: string, suite: string, timeout: number): CellStore {
  const settingOf = (phase: string) => settingIn(grid, phase);
  return new CellStore({ settingOf, output: { directory, folder: suite }, suite, timeout, keepsHandOver: true });
}

function reviseCell(agent: Agent, subject: Codebase): ReviseCell {
  const change = { type: 'boundary_breach', variant: 'broken', is_sham: false } as const;
  return { phase: 'revise', agent, subject, track: 'scratchpad', trial: 1, ...change };
}

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
  const store = storeOf(grid, folder, 'suite', timeout);
  const cell: ConstructCell = activeCell({ agent, subject: codebase, track: 'scratchpad', trial: 1 });
  return { store, cell, replay: { ...cell, condition: 'passive-replay' } satisfies ConstructCell, folder };
}

describe('what breaks around an episode', () => {
  test('ends it as failed, with transcript and clock closed, and is not remembered', async () => {
    const [python] = generate({ language: 'python', complexity: 'small', seeds: [1] }) as [Codebase];
    const agent = baselines.followImports();
    const grid = checkGrid('suite', {
      agents: [agent],
      codebases: [python],
      phases: ['revise'],
      revise: { mutations: ['boundary_breach'] },
    });
    const folder = mkdtempSync(join(tmpdir(), 'tocs-store-'));
    const cell = reviseCell(agent, python);
    const { signal } = new AbortController();
    vi.stubEnv('PATH', '/nowhere');
    const store = storeOf(grid, folder, 'suite', 60_000);
    const failed = await store.get(cell, { signal });
    vi.unstubAllEnvs();
    expect(failed.transcript.outcome).toMatchObject({
      status: 'failed',
      kind: 'setup',
      message: expect.stringContaining('could not be run'),
    });
    const written = readTranscript(readFileSync(join(folder, failed.path), 'utf8'));
    expect(written.start).toMatchObject({ phase: 'revise', axes: { change: 'boundary_breach real' } });
    expect(mutationOf(written)).toBeUndefined();
    expect(written.outcome).toEqual(failed.transcript.outcome);
    // Other suites, and a retry, find python3 again.
    expect((await storeOf(grid, folder, 'other', 60_000).get(cell, { signal })).scores).not.toBeNull();
    expect((await store.get(cell, { signal, again: true })).scores).not.toBeNull();
  });

  test('fails a cell of which its phase cannot say what it is about, and stops its clock', async () => {
    const agent = baselines.followImports();
    const empty: Codebase = { ...codebase, groundTruth: { ...codebase.groundTruth, invariants: null as never } };
    const grid = checkGrid('suite', { agents: [agent], codebases: [empty], phases: ['revise'] });
    const store = storeOf(grid, mkdtempSync(join(tmpdir(), 'tocs-store-')), 'suite', 60_000);
    const ended = await store.get(reviseCell(agent, empty), { signal: new AbortController().signal });
    expect(ended.transcript.outcome).toMatchObject({ status: 'failed', kind: 'setup' });
    expect(ended.transcript.start).toMatchObject({ phase: 'revise', subject: { id: codebase.id, hash: '' } });
  });

  test('counts the calls of an agent that explores once more for a revise phase', async () => {
    const call = {
      purpose: 'action' as const,
      usage: { input: 10, cached: 0, cache_write: null, output: 1, reasoning: null },
      retries: 0,
      latency_ms: 1,
      recorded: false,
      stop: 'end',
      cost: null,
    };
    const episodes: string[] = [];
    const agent: Agent = {
      name: 'no fork',
      explore: (task) => {
        episodes.push(task.episode);
        return {
          act: ({ step }) => {
            task.noteCall(call);
            return step < 4 ? 'LIST()' : 'DONE()';
          },
          observe: () => {},
          believe: () => ({ components: {} }),
        };
      },
    };
    const grid = checkGrid('suite', {
      agents: [agent],
      codebases,
      phases: ['revise'],
      revise: { mutations: ['boundary_breach'] },
    });
    const store = storeOf(grid, mkdtempSync(join(tmpdir(), 'tocs-store-')), 'suite', 60_000);
    const cell = reviseCell(agent, codebase);
    const { transcript } = await store.get(cell, { signal: new AbortController().signal });
    // Five while exploring once more, and those of the phase itself.
    expect(callsOf(transcript).length).toBeGreaterThanOrEqual(6);
    expect(new Set(episodes).size).toBe(2);
  });

  test.each([['a transcript that cannot be written', (folder: string) => join(folder, 'file')]])(
    'fails the case, and no more: %s',
    async (_, place) => {
      const folder = mkdtempSync(join(tmpdir(), 'tocs-store-'));
      writeFileSync(join(folder, 'file'), '');
      const agent = baselines.null();
      const store = storeOf(checkGrid('suite', { agents: [agent], codebases }), place(folder), 'suite', 60_000);
      const cell = activeCell({ agent, subject: codebase, track: 'scratchpad', trial: 1 });
      const ended = await store.get(cell, { signal: new AbortController().signal });
      expect(ended).toMatchObject({ scores: null, transcript: { outcome: { status: 'failed', kind: 'setup' } } });
    },
  );
});

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
