import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { killRun, runVitest, type VitestRun } from '../../fixtures/run-vitest.ts';
import { type ModelServer, startModelServer } from '../../fixtures/scripted-models/server.ts';

let server: ModelServer;
let calls: string;
beforeEach(async () => {
  server = await startModelServer({ latency: 2 });
  calls = mkdtempSync(join(tmpdir(), 'tocs-calls-'));
});
afterEach(() => server.close());

const run = (options: Parameters<typeof runVitest>[1] = {}) =>
  runVitest('models', {
    ...options,
    env: { OPENAI_BASE_URL: server.openai, TOCS_FIXTURE_CALLS: calls, OPENAI_API_KEY: 'sk-hidden', ...options.env },
  });

/** What a run found, apart from how long it took and what was recorded. */
const scoresOf = ({ results }: VitestRun) =>
  results?.suites.flatMap(({ episodes }) =>
    episodes.map(({ agent, condition, codebase, outcome, scores }) => ({
      agent,
      condition,
      codebase: codebase.id,
      outcome,
      scores,
    })),
  );

const recordedLines = () =>
  readdirSync(calls, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(join(calls, name), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    );

/** Keys of recorded calls that are whole lines. */
const recordedKeys = () =>
  recordedLines().flatMap((line) => {
    try {
      return [(JSON.parse(line) as { key: string }).key];
    } catch {
      return [];
    }
  });

describe('recordings', () => {
  test('survive a kill at any moment: nothing that was recorded is called again, and the scores are the same', {
    timeout: 240_000,
  }, async () => {
    const whole = await run();
    const perRun = server.received.length;
    const moment = seedrandom('kill at any moment');
    for (let round = 0; round < 20; round++) {
      calls = mkdtempSync(join(tmpdir(), 'tocs-calls-'));
      const begun = server.received.length;
      const killAt = begun + 1 + Math.floor(moment() * (perRun - 1));
      await run({
        onSpawn: (child) => {
          const timer = setInterval(() => {
            if (server.received.length < killAt && child.exitCode === null) return;
            clearInterval(timer);
            killRun(child);
          }, 1);
        },
      });
      const before = recordedKeys();
      const sent = server.received.length;
      const resumed = await run({ env: { TOCS_CALLS: 'resume' } });
      const after = recordedKeys();
      expect(scoresOf(resumed)).toEqual(scoresOf(whole));
      // Each call is in the recordings once: those from before the kill were neither lost nor made again.
      expect(new Set(after).size).toBe(after.length);
      expect(after).toEqual(expect.arrayContaining(before));
      expect(server.received.length - sent).toBe(perRun - before.length);
    }
  });
});

test.each(['forks', 'threads', 'vmThreads'])('a limit holds over all workers, in %s', async (pool) => {
  let under = 0;
  let most = 0;
  const busy = await startModelServer({
    latency: 15,
    disturb: () => {
      under--;
      return null;
    },
  });
  const push = busy.received.push.bind(busy.received);
  busy.received.push = (...entries) => {
    most = Math.max(most, ++under);
    return push(...entries);
  };
  const { exitCode } = await runVitest('workers', {
    args: [`--pool=${pool}`],
    env: { OPENAI_BASE_URL: busy.openai, TOCS_FIXTURE_CALLS: calls, OPENAI_API_KEY: 'sk-hidden' },
  });
  await busy.close();
  expect(exitCode).toBe(0);
  expect(busy.received.length).toBe(4 * 3 * 8);
  expect(most).toBe(2);
});
