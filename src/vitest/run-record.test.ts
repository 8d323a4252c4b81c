import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../../fixtures/run-vitest.ts';
import { Results } from '../../reporters/results.ts';

describe('a run', () => {
  const output = mkdtempSync(join(tmpdir(), 'tocs-record-'));
  const again = (...args: string[]) => runVitest('record', { args, env: { TOCS_FIXTURE_OUTPUT: output } });
  const latest = () => readFileSync(join(output, 'latest/run.txt'), 'utf8').trim();
  const runs = () => readdirSync(join(output, 'runs')).toSorted();
  let first: VitestRun;
  beforeAll(async () => {
    first = await again();
  });

  test('ends in at most 15 lines that hold it all, and prints no table', () => {
    const lines = first.output.split('\n');
    const from = lines.findIndex((line) => line.startsWith('tocs  '));
    const to = lines.findIndex((line) => line.startsWith('report  '));
    expect(to - from).toBeLessThan(15);
    const end = lines.slice(from, to + 1).join('\n');
    expect(end).toMatch(/^tocs {5}FAILED {3}4 cases: 3 passed, 1 failed {3}\d+ s\n/);
    // Who has something to say comes first.
    expect(end).toMatch(
      /\n {9}misses {3}null .*\n {9}\w+ {3}(?:follow-imports|listing) {3}active dependency_f1_beyond_names 0\.\d{3}/,
    );
    expect(end).toMatch(
      /\nfailed {3}misses > null > active > pipeline-typescript-small-1: .*wanted at least 0\.1, got 0/,
    );
    expect(end).toMatch(/\nreport {3}\S+latest\/report\.html {3}run \d{8}-\d{6}-[0-9a-f]{4}$/);
    expect(first.output).not.toContain('Recall by edge type');
  });

  test('keeps a record with what it was, and what became of each case', () => {
    const [id] = runs() as [string];
    const results = Results.parse(JSON.parse(readFileSync(join(output, 'runs', id, 'results.json'), 'utf8')));
    expect(results).toMatchObject({ format: 'vitest-tocs results', version: 2, status: 'complete' });
    expect(results.run).toMatchObject({ id, filters: [], shard: null, wrote_baseline: false });
    expect(results.run?.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(results.run?.end).not.toBeNull();
    expect(results.run?.options).toMatchObject({ reporter: { tables: 'none', keep: 2 } });
    expect(results.cases[2]?.thresholds).toEqual({ dependency_f1: { min: 0.1, max: null } });
    expect(results.cases.map(({ name, state, reason }) => [name, state, reason !== ''])).toEqual([
      ['holds > follow-imports > active > pipeline-typescript-small-1', 'passed', false],
      ['holds > follow-imports > active > pipeline-typescript-small-2', 'passed', false],
      ['misses > null > active > pipeline-typescript-small-1', 'failed', true],
      ['misses > listing > active > pipeline-typescript-small-1', 'passed', false],
    ]);
    expect(latest()).toBe(id);
    for (const file of ['report.html', 'report.md', 'results.json', 'results.csv'])
      expect(readFileSync(join(output, 'latest', file))).toEqual(readFileSync(join(output, 'runs', id, file)));
  });

  test('that is filtered has a folder, and does not become the latest', async () => {
    const before = latest();
    const filtered = await again('-t', 'holds');
    expect(filtered.output).toMatch(/report {3}\S+runs\/\d{8}-\d{6}-[0-9a-f]{4}\/report\.html/);
    expect(latest()).toBe(before);
    expect(runs()).toHaveLength(2);
  });

  test('beyond the number to keep removes the oldest', async () => {
    const [whole, filtered] = runs();
    expect(whole).toBe(latest());
    await again('-t', 'holds');
    expect(runs()).toHaveLength(2);
    // The latest stays, whatever its age.
    expect(runs()).toContain(whole);
    expect(runs()).not.toContain(filtered);
  });

  test('that puts others together names its parts', async () => {
    const blobs = mkdtempSync(join(tmpdir(), 'tocs-blobs-'));
    await again('--reporter=blob', `--outputFile.blob=${join(blobs, 'one.json')}`);
    const part = runs().at(-1) as string;
    await again(`--merge-reports=${blobs}`);
    const id = runs().at(-1) as string;
    expect(id).not.toBe(part);
    const { run, cases } = Results.parse(JSON.parse(readFileSync(join(output, 'runs', id, 'results.json'), 'utf8')));
    expect(cases).toHaveLength(4);
    expect(run?.parts).toEqual([part]);
    expect(latest()).toBe(id);
  });

  test('leaves stdout to a reporter whose output a program reads', async () => {
    const { stdout, output } = await again('--reporter=tap-flat', '--outputFile.json=', '-t', 'holds');
    for (const line of stdout.trim().split('\n')) expect(line).toMatch(/^(?:TAP version|1\.\.|(?:not )?ok |\s+|$)/);
    expect(stdout).toMatch(/^ok /m);
    expect(output).toContain('report   ');
  });
});

test('that failed beside its cases does not say that it passed', async () => {
  const run = await runVitest('broken', { env: { TOCS_FIXTURE_OUTPUT: mkdtempSync(join(tmpdir(), 'tocs-broken-')) } });
  expect(run.exitCode).toBe(1);
  expect(run.output).toMatch(/\ntocs {5}FAILED /);
  expect(run.output).toMatch(/\nfailed {3}missing\.eval\.ts: /);
  expect(existsSync(join(run.outputDirectory, 'latest'))).toBe(false);
});
