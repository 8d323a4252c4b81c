import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { runVitest } from '../../fixtures/run-vitest.ts';
import { parseBaseline } from '../gate/baseline.ts';
import { METRICS } from '../phases/phases.ts';

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
    expect(messageOf(run, FEW)).toMatch(/dependency_f1_beyond_names underpowered: .*n = 3/);
    expect(messageOf(run, FEW)).toContain('strict asks for at least 3 trials in the baseline, and it has 1');
  });

  test('that cannot be read fails with what to do', async () => {
    const run = await runGate(newBaseline('{"format": "vitest-tocs baseline"'));
    expect(messageOf(run, EXACT)).toMatch(
      /baseline\.json is no JSON \(.*\): restore it, or delete it and run vitest -u/,
    );
  });
});

describe('a baseline that was written', () => {
  const path = newBaseline();
  beforeAll(async () => {
    await runGate(path);
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
    expect(xml).toMatch(
      /<property name="scores" value="dependency_f1_beyond_names 0\.\d{3}, dependency_f1 0\.\d{3}, dependency_precision /,
    );
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
    expect(verdictsOf(alone, FEW)?.[0]).toBe('dependency_f1_beyond_names underpowered');
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
});
