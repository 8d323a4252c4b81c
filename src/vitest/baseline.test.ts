import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXACT, FEW, failedCases, messageOf, newBaseline, runGate, SAMPLED } from '../../fixtures/gate-runs.ts';
import type { VitestRun } from '../../fixtures/run-vitest.ts';
import { parseBaseline } from '../gate/baseline.ts';
import { METRICS } from '../phases/phases.ts';

const verdictsOf = ({ cases }: VitestRun, name: string) =>
  cases
    .find(({ fullName }) => fullName === name)
    ?.meta?.tocsVerdicts?.comparisons.map(({ metric, verdict }) => `${metric} ${verdict}`);

describe('a baseline', () => {
  const path = newBaseline();
  let first: VitestRun;
  let text: string;
  beforeAll(async () => {
    first = await runGate(path);
    text = readFileSync(path, 'utf8');
  });

  test('is written by a first local run, which passes', () => {
    expect(first.exitCode).toBe(0);
    expect(first.output).toContain('Baselines: 3 written');
    expect(Object.keys(parseBaseline(text, path).groups)).toEqual([
      'few > sampled > construct > active > scratchpad',
      'gate > exact > construct > active > scratchpad',
      'gate > sampled > construct > active > scratchpad',
    ]);
  });

  test('holds every trial of every metric, one line a codebase, and what the figures depend on', () => {
    const group = parseBaseline(text, path).groups['gate > sampled > construct > active > scratchpad'];
    expect(group).toMatchObject({ agent: 'sampled', phase: 'construct', set_up: { budget: 20, probe_every: 3 } });
    expect(Object.keys(group?.codebases ?? {})).toHaveLength(10);
    for (const { hash, values } of Object.values(group?.codebases ?? {})) {
      expect(hash).not.toBe('');
      expect(Object.keys(values)).toEqual(['dependency_f1', 'hallucinated_edges']);
      expect(values.dependency_f1).toHaveLength(2);
    }
    const lines = text.split('\n').filter((line) => line.includes('"pipeline-typescript-small-10"'));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"dependency_f1":[');
  });

  test('holds on the same inputs, and the file stays as it is', async () => {
    const again = await runGate(path);
    expect(again.exitCode).toBe(0);
    expect(verdictsOf(again, EXACT)).toEqual(['dependency_f1 held', 'hallucinated_edges held']);
    expect(verdictsOf(again, SAMPLED)).toEqual(['dependency_f1 held', 'hallucinated_edges held']);
    expect(verdictsOf(again, FEW)?.[0]).toBe('dependency_f1 underpowered');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('fails on a real regression, says by how much and where, and writes nothing', async () => {
    const worse = await runGate(path, { GATE_WORSE: '1' });
    expect(worse.exitCode).toBe(1);
    expect(failedCases(worse)).toEqual([EXACT, SAMPLED]);
    expect(messageOf(worse, SAMPLED)).toMatch(
      /BaselineError: dependency_f1 regressed: mean change -0\.\d{3}, interval -0\.\d{3} to -0\.\d{3} \(unadjusted\), n = 10, margin 0\.02, adjusted p < 0\.001 \(more is better\)\n {2}the smallest worsening that this design finds in 80 % of runs: 0\.\d{3}\n {2}fell most: pipeline-typescript-small-\d+ 0\.\d{3} → 0\.\d{3}, (pipeline\S+ 0\.\d{3} → 0\.\d{3}, ){2}and \d more/,
    );
    expect(messageOf(worse, SAMPLED)).toContain('gate.eval.ts:46:1');
    expect(messageOf(worse, EXACT)).toContain('dependency_f1 regressed');
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect((await runGate(path)).exitCode).toBe(0);
  });

  test('shows where CI looks: job summary, JUnit, JSON and CSV', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocs-ci-'));
    const [summary, junit] = [join(folder, 'summary.md'), join(folder, 'junit.xml')];
    const run = await runGate(
      path,
      { GATE_WORSE: '1', GITHUB_STEP_SUMMARY: summary },
      { args: ['--reporter=junit', `--outputFile.junit=${junit}`] },
    );
    const text = readFileSync(summary, 'utf8');
    expect(text).toMatch(/^### Verdicts against the baseline\n/);
    expect(text.split('\n')[4]).toMatch(/\| regressed +\|/);
    expect(text).toContain('### Performance');
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toMatch(/<property name="scores" value="dependency_f1 0\.\d{3}, dependency_precision /);
    expect(xml).toMatch(/<property name="error" value="dependency_f1 regressed: /);
    expect(run.cases.find(({ meta }) => meta?.tocs)?.meta?.tocs?.scores).toHaveProperty('dependency_f1');
    expect(run.results?.suites[0]?.verdicts[0]?.comparisons[0]?.verdict).toBe('regressed');
    const [head, ...rows] = readFileSync(join(run.runDirectory, 'results.csv'), 'utf8').trim().split('\n');
    expect(head?.split(',')).toEqual(
      expect.arrayContaining(['agent', 'subject', 'trial', 'condition', 'budget', ...METRICS.keys()]),
    );
    expect(rows).toHaveLength(2 * 10 * 2 + 3);
  });

  test('is compared when its case runs alone', async () => {
    const alone = await runGate(path, { GATE_WORSE: '1' }, { args: ['-t', 'sampled > active > holds the baseline'] });
    expect(failedCases(alone)).toEqual([SAMPLED]);
    expect(verdictsOf(alone, FEW)?.[0]).toBe('dependency_f1 underpowered');
    // Episodes that were gathered without cases of their own are in the results all the same.
    expect(alone.results?.suites.map(({ suite, results }) => [suite, results.length])).toEqual([
      ['gate', 20],
      ['few', 3],
    ]);
  });

  test('under CI holds what it has, and fails for what it lacks', async () => {
    expect((await runGate(path, { CI: 'true' })).exitCode).toBe(0);
    const missing = newBaseline();
    const run = await runGate(missing, { CI: 'true' });
    expect(failedCases(run)).toEqual([EXACT, SAMPLED, FEW]);
    expect(messageOf(run, EXACT)).toContain(`${missing} has no baseline for this group: run vitest -u`);
    expect(existsSync(missing)).toBe(false);
  });

  test('is never written for a group with failed episodes, which are left out of the comparison', async () => {
    const failing = { GATE_FAIL: 'sampled' };
    const compared = await runGate(path, failing);
    const group = compared.cases.find(({ fullName }) => fullName === SAMPLED)?.meta?.tocsVerdicts;
    const failed = group?.comparisons[0]?.left_out ?? [];
    expect(failed.length).toBeGreaterThan(0);
    for (const { reason } of failed) expect(reason).toMatch(/^an episode failed: .*no such model/);
    expect(group?.comparisons[0]?.n).toBe(10 - failed.length);

    const copy = newBaseline();
    const run = await runGate(copy, failing, { args: ['-u'] });
    expect(messageOf(run, SAMPLED)).toMatch(/EpisodeFailedError: no baseline is written: on \d of the codebases/);
    expect(Object.keys(parseBaseline(readFileSync(copy, 'utf8'), copy).groups)).not.toContain(
      'gate > sampled > construct > active > scratchpad',
    );
  });
});
