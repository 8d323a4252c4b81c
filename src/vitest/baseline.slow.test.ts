import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXACT, FEW, failedCases, messageOf, newBaseline, runGate, SAMPLED } from '../../fixtures/gate-runs.ts';
import { runVitest } from '../../fixtures/run-vitest.ts';
import { parseBaseline } from '../gate/baseline.ts';

describe('a baseline', () => {
  const path = newBaseline();
  let text: string;
  beforeAll(async () => {
    await runGate(path);
    text = readFileSync(path, 'utf8');
  });

  test('does not fail an agent that samples for another draw', async () => {
    for (const draw of ['2', '3']) {
      const other = await runGate(path, { GATE_DRAW: draw });
      expect(other.exitCode).toBe(0);
    }
  });

  test('is not pruned by a run of a part, nor written by a dry run', async () => {
    const copy = newBaseline(text);
    const keys = () => Object.keys(parseBaseline(readFileSync(copy, 'utf8'), copy).groups);
    await runGate(copy, { GATE_ONLY: 'exact' }, { args: ['gate.eval.ts:46', '-u'] });
    expect(keys()).toHaveLength(3);
    await runGate(copy, { GATE_ONLY: 'exact', TOCS_DRY_RUN: '1' }, { args: ['-u'] });
    expect(readFileSync(copy, 'utf8')).toContain('gate > sampled');
  });

  test('is not replaced by a filtered -u where it cannot be read', async () => {
    const broken = text.replace(/"hash":"\w+"/, '"hash":7');
    const copy = newBaseline(broken);
    const filtered = await runGate(copy, {}, { args: ['-u', '-t', '^few > sampled > active > holds'] });
    expect(filtered.exitCode).toBe(1);
    expect(filtered.output).toMatch(/was not written: .* is no baseline file: .*hash/);
    expect(readFileSync(copy, 'utf8')).toBe(broken);
    expect((await runGate(copy, {}, { args: ['-u'] })).exitCode).toBe(0);
    expect(Object.keys(parseBaseline(readFileSync(copy, 'utf8'), copy).groups)).toHaveLength(3);
  });

  test('that lacks a metric on some codebases fails under CI, and is filled locally', async () => {
    const lacking = text.replace(/"dependency_f1":\[[\d.,]+\],("hallucinated_edges":\[[\d,]+\])/, '$1');
    expect(lacking).not.toBe(text);
    const copy = newBaseline(lacking);
    const run = await runGate(copy, { CI: 'true' });
    expect(run.exitCode).toBe(1);
    expect(messageOf(run, EXACT)).toMatch(/has no baseline for dependency_f1/);
    expect((await runGate(copy)).exitCode).toBe(0);
    expect(readFileSync(copy, 'utf8')).toBe(text);
  });

  test('belongs to one eval file: two that name one file are told so, and nothing is written', async () => {
    const shared = newBaseline();
    const run = await runVitest('shared-baseline', { env: { GATE_BASELINE: shared } });
    expect(run.exitCode).toBe(1);
    expect(run.output).toMatch(/was not written: it is the baseline of \S*a\.eval\.ts and of \S*b\.eval\.ts/);
    expect(existsSync(shared)).toBe(false);
    const other = await runVitest('shared-baseline', { env: { GATE_BASELINE: path }, args: ['-u', 'a.eval'] });
    expect(other.exitCode).toBe(1);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('is written anew by -u, by a filtered run for what it gathered alone', async () => {
    const copy = newBaseline(text);
    const written = await runGate(
      copy,
      { GATE_WORSE: '1' },
      { args: ['-u', '-t', '^gate > sampled > active > holds'] },
    );
    expect(written.exitCode).toBe(0);
    expect(written.output).toContain('Baselines: 1 written');
    const [before, after] = [text, readFileSync(copy, 'utf8')].map((file) => parseBaseline(file, copy).groups);
    expect(after?.['gate > exact > construct > active > scratchpad']).toEqual(
      before?.['gate > exact > construct > active > scratchpad'],
    );
    expect(after?.['gate > sampled > construct > active > scratchpad']).not.toEqual(
      before?.['gate > sampled > construct > active > scratchpad'],
    );
  });

  test('loses entries of cases that no longer exist by an unfiltered -u alone', async () => {
    const copy = newBaseline(text);
    const keys = () => Object.keys(parseBaseline(readFileSync(copy, 'utf8'), copy).groups);
    const plain = await runGate(copy, { GATE_ONLY: 'exact' });
    expect(plain.output).toContain('Baselines: 1 of no case any more');
    await runGate(copy, { GATE_ONLY: 'exact' }, { args: ['-u', '-t', 'exact'] });
    expect(keys()).toHaveLength(3);
    const update = await runGate(copy, { GATE_ONLY: 'exact' }, { args: ['-u'] });
    expect(update.output).toContain('Baselines: 2 written, 1 removed');
    expect(keys()).toEqual([
      'few > sampled > construct > active > scratchpad',
      'gate > exact > construct > active > scratchpad',
    ]);
  });

  test('is refused, with the difference named, where the set-up is another', async () => {
    const other = await runGate(path, { GATE_BUDGET: '12' });
    expect(failedCases(other)).toEqual([EXACT, SAMPLED]);
    expect(messageOf(other, EXACT)).toContain(
      'the baseline was measured with another set-up, so no comparison was made: the budget was 20 and is 12',
    );
  });

  test('asks for three trials, and for enough codebases, when strict', async () => {
    const run = await runGate(path, { GATE_STRICT: '1' });
    expect(failedCases(run)).toEqual([FEW]);
    const update = await runGate(newBaseline(text), { GATE_STRICT: '1' }, { args: ['-u'] });
    expect(messageOf(update, FEW)).toMatch(/no baseline is written: strict asks for at least 3 trials/);
    expect(messageOf(run, FEW)).toMatch(/dependency_f1 underpowered: .*n = 3/);
    expect(messageOf(run, FEW)).toContain('strict asks for at least 3 trials in the baseline, and it has 1');
  });

  test('that cannot be read fails with what to do', async () => {
    const run = await runGate(newBaseline('{"format": "vitest-tocs baseline"'));
    expect(messageOf(run, EXACT)).toMatch(
      /baseline\.json is no JSON \(.*\): restore it, or delete it and run vitest -u/,
    );
  });
});
