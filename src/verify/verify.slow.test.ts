import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Codebase, createCodebase } from '../codebase/codebase.ts';
import { writeCodebase } from '../codebase/directory.ts';
import { generate } from '../codebase/generate.ts';
import { EDGE_TYPES, type GroundTruth } from '../codebase/ground-truth.ts';
import { verify } from './verify.ts';

const TOCS = join(import.meta.dirname, '../cli/tocs.ts');
const [small] = generate({ complexity: 'small', seeds: [5] }) as [Codebase];

function write(codebase: Codebase): string {
  const directory = join(mkdtempSync(join(tmpdir(), 'tocs-verify-test-')), 'code');
  writeCodebase(codebase, directory);
  return directory;
}

/** The small codebase with a ground truth that was tampered with. */
function _tampered(change: (truth: GroundTruth) => void): string {
  const truth = structuredClone(small.groundTruth);
  change(truth);
  return write(createCodebase(small.files, truth));
}

/** The small codebase with a file that was changed. */
function edited(path: string, change: (text: string) => string): string {
  const files = [...small.files].map(([name, text]): [string, string] => [name, name === path ? change(text) : text]);
  const directory = write(createCodebase(files, small.groundTruth));
  expect(readFileSync(join(directory, path), 'utf8')).not.toBe(small.files.get(path));
  return directory;
}

function _forbid(truth: GroundTruth, src: string, dst: string): void {
  const rule = truth.invariants.find(({ structured }) => structured?.type === 'FORBIDDEN_EDGE');
  Object.assign(rule?.structured ?? {}, { src, dst });
}

function _leaveOut(truth: GroundTruth, path: string): void {
  delete truth.modules[path];
  truth.dependency_edges = truth.dependency_edges.filter(({ source, target }) => source !== path && target !== path);
}

function _turnChain(truth: GroundTruth): void {
  const chain = truth.invariants.find(({ structured }) => structured?.type === 'VALIDATION_CHAIN')?.structured;
  if (chain) Object.assign(chain, { src: chain.dst, dst: chain.src });
}

describe('generated codebases', () => {
  const cases = [
    ...generate({ complexity: 'small', seeds: [2, 11] }),
    ...generate({ complexity: 'medium', seeds: [3, 12] }),
    ...generate({ complexity: 'large', seeds: [4] }),
    ...generate({ diversity: 'published', seeds: [1, 2, 3] }),
  ];
  test.each(cases.map((codebase) => [codebase.id, codebase] as const))(
    '%s: every edge confirmed, none extra',
    async (_, codebase) => {
      const verification = await verify(write(codebase));
      expect(verification.problems).toEqual([]);
      expect(verification.skipped).toEqual([]);
      expect(verification.ok).toBe(true);
      const confirmed = EDGE_TYPES.reduce((sum, type) => sum + verification.edges[type].confirmed, 0);
      expect(confirmed).toBe(codebase.groundTruth.dependency_edges.length);
    },
  );
});

describe('code that is not what the ground truth says', () => {
  const [stage] = Object.keys(small.groundTruth.modules).filter((path) => path.startsWith('src/stages/')) as [string];

  test('a stage that lets no record live shows no flow', async () => {
    const verification = await verify(
      edited(stage, (text) => text.replace(/return records[\s\S]*?;\n {2}}/, 'return records.slice(0, 0);\n  }')),
    );
    expect(verification.ok).toBe(false);
    expect(verification.problems.join('\n')).toMatch(/no record lives through|failed/);
  });

  test('a failing test of its own is reported with what it printed', async () => {
    const verification = await verify(
      edited('tests/behaviour.test.ts', (text) => `${text}\ntest('fails', () => assert.fail('on purpose'));\n`),
    );
    expect(verification.problems.join('\n')).toMatch(/node tests\/behaviour\.test\.ts` failed:[\s\S]*fail/);
  });

  test('a type error is reported with its file', async () => {
    const verification = await verify(
      edited('src/runner.ts', (text) => `${text}\nexport const wrong: number = 'text';\n`),
    );
    expect(verification.problems.join('\n')).toMatch(/type error: src\/runner\.ts:\d+/);
  });
});

/** What the definitions of edges say about the finer cases, each on a codebase of a few lines. */

describe('the command line', () => {
  test('generates a codebase that verifies, and refuses a folder that is not empty', () => {
    const directory = join(mkdtempSync(join(tmpdir(), 'tocs-cli-')), 'out');
    const args = [
      'generate',
      '--pattern',
      'pipeline',
      '--language',
      'typescript',
      '--complexity',
      'medium',
      '--seed',
      '42',
      '--out',
      directory,
    ];
    expect(execFileSync(process.execPath, [TOCS, ...args], { encoding: 'utf8' })).toMatch(
      /^pipeline-typescript-medium-42: \d+ modules/,
    );
    expect(execFileSync(process.execPath, [TOCS, 'verify', directory], { encoding: 'utf8' })).toMatch(/\nverified\n$/);
    const again = spawnSync(process.execPath, [TOCS, ...args], { encoding: 'utf8' });
    expect(again.status).toBe(1);
    expect(again.stderr).toBe(`tocs: ${directory} is not empty: name a new or an empty folder\n`);
  });

  test.each([
    [['verify', '/nowhere'], /tocs: there is no folder \/nowhere/],
    [['generate', '--seed', 'x', '--out', '/tmp/x'], /whole number/],
    [
      ['generate', '--seed', '1', '--out', '/tmp/x', '--complexity', 'huge'],
      /Allowed choices are small, medium, large/,
    ],
  ])('of %j says what is wrong', (args, message) => {
    const { status, stderr } = spawnSync(process.execPath, [TOCS, ...args], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
  });
});
