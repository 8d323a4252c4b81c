import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  EXACT,
  FEW,
  failedCases,
  messageOf,
  newBaseline,
  runGate,
  SAMPLED,
  verdictsOf,
} from '../../fixtures/gate-runs.ts';
import type { VitestRun } from '../../fixtures/run-vitest.ts';
import { parseBaseline } from '../gate/baseline.ts';

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
    expect(verdictsOf(again, FEW)?.[0]).toBe('dependency_f1_beyond_names underpowered');
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
