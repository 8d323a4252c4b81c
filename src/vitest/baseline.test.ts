import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type RunOptions, runVitest, type VitestRun } from '../../fixtures/run-vitest.ts';
import { parseBaseline } from '../gate/baseline.ts';
import { METRICS } from '../scoring/metrics.ts';

const messageOf = ({ cases }: VitestRun, name: string) =>
  cases.find(({ fullName }) => fullName === name)?.failureMessages.join('\n') ?? '';
const failedCases = ({ cases }: VitestRun) =>
  cases.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
const verdictsOf = ({ cases }: VitestRun, name: string) =>
  cases
    .find(({ fullName }) => fullName === name)
    ?.meta?.tocsVerdicts?.comparisons.map(({ metric, verdict }) => `${metric} ${verdict}`);
const EXACT = 'gate exact active holds the baseline';
const SAMPLED = 'gate sampled active holds the baseline';
const FEW = 'few sampled active holds the baseline';

/** A baseline file of its own for each test that changes it. */
function newBaseline(text?: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'tocs-gate-')), 'baseline.json');
  if (text !== undefined) writeFileSync(path, text);
  return path;
}
const runGate = (path: string, env: Record<string, string> = {}, options: RunOptions = {}) =>
  runVitest('gate', { ...options, env: { GATE_BASELINE: path, ...env } });

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
      'few > sampled > active > scratchpad',
      'gate > exact > active > scratchpad',
      'gate > sampled > active > scratchpad',
    ]);
  });

  test('holds every trial of every metric, one line a codebase, and what the figures depend on', () => {
    const group = parseBaseline(text, path).groups['gate > sampled > active > scratchpad'];
    expect(group).toMatchObject({ agent: 'sampled', condition: 'active', budget: 20, probe_every: 3 });
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

  test('does not fail an agent that samples for another draw', async () => {
    for (const draw of ['2', '3']) {
      const other = await runGate(path, { GATE_DRAW: draw });
      expect(other.exitCode).toBe(0);
    }
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
    expect(run.cases.find(({ meta }) => meta?.tocs)?.meta?.tocs?.scores?.dependency_f1).toBeTypeOf('number');
    expect(run.results?.suites[0]?.verdicts[0]?.comparisons[0]?.verdict).toBe('regressed');
    const [head, ...rows] = readFileSync(join(run.outputDirectory, 'results.csv'), 'utf8').trim().split('\n');
    expect(head?.split(',')).toEqual(expect.arrayContaining(['agent', 'codebase', 'trial', ...METRICS.keys()]));
    expect(rows).toHaveLength(2 * 10 * 2 + 3);
  });

  test('is compared when its case runs alone', async () => {
    const alone = await runGate(path, { GATE_WORSE: '1' }, { args: ['-t', 'sampled > active > holds the baseline'] });
    expect(failedCases(alone)).toEqual([SAMPLED]);
    expect(verdictsOf(alone, FEW)?.[0]).toBe('dependency_f1 underpowered');
    // Episodes that were gathered without cases of their own are in the results all the same.
    expect(alone.results?.suites.map(({ suite, episodes }) => [suite, episodes.length])).toEqual([
      ['gate', 20],
      ['few', 3],
    ]);
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
    expect(after?.['gate > exact > active > scratchpad']).toEqual(before?.['gate > exact > active > scratchpad']);
    expect(after?.['gate > sampled > active > scratchpad']).not.toEqual(
      before?.['gate > sampled > active > scratchpad'],
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
    expect(keys()).toEqual(['few > sampled > active > scratchpad', 'gate > exact > active > scratchpad']);
  });

  test('is refused, with the difference named, where the set-up is another', async () => {
    const other = await runGate(path, { GATE_BUDGET: '12' });
    expect(failedCases(other)).toEqual([EXACT, SAMPLED]);
    expect(messageOf(other, EXACT)).toContain(
      'the baseline was measured with another set-up, so no comparison was made: the budget was 20 and is 12',
    );
  });

  test('under CI holds what it has, and fails for what it lacks', async () => {
    expect((await runGate(path, { CI: 'true' })).exitCode).toBe(0);
    const missing = newBaseline();
    const run = await runGate(missing, { CI: 'true' });
    expect(failedCases(run)).toEqual([EXACT, SAMPLED, FEW]);
    expect(messageOf(run, EXACT)).toContain(`${missing} has no baseline for this group: run vitest -u`);
    expect(existsSync(missing)).toBe(false);
  });

  test('asks for three trials, and for enough codebases, when strict', async () => {
    const run = await runGate(path, { GATE_STRICT: '1' });
    expect(failedCases(run)).toEqual([FEW]);
    const update = await runGate(newBaseline(text), { GATE_STRICT: '1' }, { args: ['-u'] });
    expect(messageOf(update, FEW)).toMatch(/no baseline is written: strict asks for at least 3 trials/);
    expect(messageOf(run, FEW)).toMatch(/dependency_f1 underpowered: .*n = 3/);
    expect(messageOf(run, FEW)).toContain('strict asks for at least 3 trials in the baseline, and it has 1');
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
      'gate > sampled > active > scratchpad',
    );
  });

  test('that cannot be read fails with what to do', async () => {
    const run = await runGate(newBaseline('{"format": "vitest-tocs baseline"'));
    expect(messageOf(run, EXACT)).toMatch(
      /baseline\.json is no JSON \(.*\): restore it, or delete it and run vitest -u/,
    );
  });
});
