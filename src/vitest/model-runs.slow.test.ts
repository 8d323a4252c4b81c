import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { ModelRuns, scoresOf } from '../../fixtures/model-runs.ts';
import { killRun, runVitest } from '../../fixtures/run-vitest.ts';
import { startModelServer } from '../../fixtures/scripted-models/server.ts';

const runs = new ModelRuns();

describe('a run of models', () => {
  test('leaves no key anywhere on disk', async () => {
    const { outputDirectory } = await runs.run();
    const files = [runs.calls, outputDirectory].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/sk-hidden|authorization/i);
  });

  test('without a key skips its cases with the reason, and fails them in CI', async () => {
    const local = await runs.run({ env: { OPENAI_API_KEY: '' } });
    expect(local.exitCode).toBe(0);
    expect(local.output).toContain('4 cases skipped: scripted: careful cannot run: OPENAI_API_KEY is not set');
    expect(local.cases.every(({ status }) => status === 'skipped' || status === 'pending')).toBe(true);
    expect(runs.server.received).toHaveLength(0);
    const ci = await runs.run({ env: { OPENAI_API_KEY: '', CI: 'true' } });
    expect(ci.exitCode).toBe(1);
    expect(ci.cases[0]?.failureMessages.join()).toContain('scripted: careful cannot run: OPENAI_API_KEY is not set');
  });
});

describe('recordings', () => {
  test('give the same scores without a call, also without a key', async () => {
    const live = await runs.run();
    const made = runs.server.received.length;
    const replay = await runs.run({ env: { TOCS_CALLS: 'replay', OPENAI_API_KEY: '', CI: 'true' } });
    expect(replay.exitCode).toBe(0);
    expect(runs.server.received).toHaveLength(made);
    expect(scoresOf(replay)).toEqual(scoresOf(live));
    expect(runs.recordedKeys()).toHaveLength(made);
  });

  test('survive a kill at any moment: nothing that was recorded is called again, and the scores are the same', {
    timeout: 240_000,
  }, async () => {
    const whole = await runs.run();
    const perRun = runs.server.received.length;
    const moment = seedrandom('kill at any moment');
    // Each round is two runs; every night there are more of them.
    const rounds = process.env.TOCS_NIGHTLY ? 20 : 5;
    for (let round = 0; round < rounds; round++) {
      runs.beginRecordings();
      const begun = runs.server.received.length;
      const killAt = begun + 1 + Math.floor(moment() * (perRun - 1));
      await runs.run({
        onSpawn: (child) => {
          const timer = setInterval(() => {
            if (runs.server.received.length < killAt && child.exitCode === null) return;
            clearInterval(timer);
            killRun(child);
          }, 1);
        },
      });
      const before = runs.recordedKeys();
      const sent = runs.server.received.length;
      const resumed = await runs.run({ env: { TOCS_CALLS: 'resume' } });
      const after = runs.recordedKeys();
      expect(scoresOf(resumed)).toEqual(scoresOf(whole));
      // Each call is in the recordings once: those from before the kill were neither lost nor made again.
      expect(new Set(after).size).toBe(after.length);
      expect(after).toEqual(expect.arrayContaining(before));
      expect(runs.server.received.length - sent).toBe(perRun - before.length);
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
    env: runs.environment(busy),
  });
  await busy.close();
  expect(exitCode).toBe(0);
  expect(busy.received.length).toBe(4 * 3 * 8);
  expect(most).toBe(2);
});
