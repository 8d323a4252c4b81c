import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Case, CHECKS } from './conformance/checks.ts';
import { differences } from './conformance/differences.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/conformance');
const SCRIPT = join(import.meta.dirname, 'conformance.ts');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test('there is a check for every conformance file', () => {
  expect(files.toSorted()).toEqual(Object.keys(CHECKS).toSorted());
});

describe.each(files)('%s', (file) => {
  const cases = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Case[];
  test.each(cases.map((input, i) => [String(input.name ?? `${i}: ${input.text}`), input] as const))(
    '%s',
    (_, input) => {
      expect(differences(input.expected, CHECKS[file]?.(input))).toEqual([]);
    },
  );
});

test('the command passes on the right answers', () => {
  expect(execFileSync(process.execPath, [SCRIPT, FOLDER], { encoding: 'utf8' })).toMatch(/196 cases, 0 differ/);
});

test('the command prints a line for each wrong answer and exits 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocs-conformance-'));
  cpSync(FOLDER, folder, { recursive: true });
  const file = join(folder, 'exploration.json');
  const cases = JSON.parse(readFileSync(file, 'utf8')) as { name: string; expected: { action_auc: number } }[];
  for (const wrong of cases.slice(0, 2)) wrong.expected.action_auc += 1e-6;
  writeFileSync(file, JSON.stringify(cases));
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout.match(/^exploration\.json: .*action_auc/gm)).toHaveLength(2);
  expect(stdout).toMatch(/196 cases, 2 differ/);
});
