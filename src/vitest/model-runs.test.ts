import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { ModelRuns, scoresOf } from '../../fixtures/model-runs.ts';
import { killRun } from '../../fixtures/run-vitest.ts';

const runs = new ModelRuns();

describe('a run of models', () => {
  test('gives tables of scores and usage, and the hash of the prompts', async () => {
    const { exitCode, report, results } = await runs.run();
    expect(exitCode).toBe(0);
    expect(report).toContain('### Usage');
    expect(report).toMatch(/Prompts [0-9a-f]{12}\./);
    const usage = results?.suites[0]?.results.map(({ usage, agent }) => [agent, usage?.calls, usage?.cost === null]);
    expect(usage).toContainEqual(['scripted: careful', 12, false]);
    expect(usage).toContainEqual(['scripted: recency', 12, true]);
  });

  test('in a dry run says how many calls it could make, and makes none', async () => {
    const { output, exitCode } = await runs.run({ env: { TOCS_DRY_RUN: '1' } });
    // 2 agents × 2 codebases × (active: 3 · 9 + 3; replay: 3)
    expect(output).toContain(
      `Dry run: 8 episodes, at most ${2 * 2 * (30 + 3)} model calls (retries aside). None was made.`,
    );
    expect(exitCode).toBe(0);
    expect(runs.server.received).toHaveLength(0);
  });

  test('stops cleanly at a limit of the whole run, with what was done', async () => {
    const { exitCode, results, cases } = await runs.run({ env: { TOCS_FIXTURE_LIMITS: '{"calls": 20}' } });
    expect(exitCode).toBe(0);
    expect(runs.server.received).toHaveLength(20);
    expect(cases.some(({ status }) => status === 'skipped' || status === 'pending')).toBe(true);
    const limited = results?.suites[0]?.results.filter(({ outcome }) => outcome.status === 'failed') ?? [];
    expect(limited.length).toBeGreaterThan(0);
    for (const { outcome } of limited)
      expect(outcome).toMatchObject({ kind: 'limit', message: expect.stringContaining('20 calls') });
  });

  test('that a limit left incomplete says so, and fails in CI by a case that names the limit', async () => {
    const env = { TOCS_FIXTURE_LIMITS: '{"calls": 20}' };
    const ci = await runs.run({ env: { ...env, CI: 'true' } });
    const { output, results, report } = ci;
    expect(results?.status).toBe('incomplete');
    expect(output).toContain('limit    the limit of 20 calls is reached');
    expect(report).toContain('the limit of 20 calls is reached');
    expect(ci.exitCode).toBe(1);
    const failed = ci.cases.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(1);
    expect(failed[0]?.failureMessages.join()).toContain('the run is incomplete: the limit of 20 calls is reached');
  });
});

describe('recordings', () => {
  test('survive a kill: nothing that was recorded is called again, and the scores are the same', {
    timeout: 240_000,
  }, async () => {
    const whole = await runs.run();
    const perRun = runs.server.received.length;
    const moment = seedrandom('one kill');
    for (let round = 0; round < 1; round++) {
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
