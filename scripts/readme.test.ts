import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { METRICS } from '../src/phases/phases.ts';
import { calibrate, DESIGNS, type Design } from './calibrate/simulation.ts';
import { calibrationTable } from './calibrate.ts';
import { README_RUNS, README_SEED } from './readme.ts';

const ROOT = join(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The code blocks of the README by what stands after the fence. */
const blocks = [...readme.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  kind: match[1] as string,
  text: match[2] as string,
}));
const ofKind = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ text }) => text);

/** Commands that `.ci/run` runs as they stand. */
const ciScript = readFileSync(join(ROOT, '.ci/run'), 'utf8');

test('every code block is of a kind that is checked', () => {
  const checked = new Set([
    'ts eval',
    'ts config',
    'ts models',
    'ts run',
    'ts type',
    'sh',
    'sh no-run',
    'text',
    'yaml workflow',
  ]);
  expect(blocks.filter(({ kind }) => !checked.has(kind))).toEqual([]);
  expect(ofKind('ts eval').length).toBeGreaterThanOrEqual(3);
});

test('the first two commands are what CI runs', () => {
  const [first] = ofKind('sh');
  const scripts = [...(first ?? '').matchAll(/^npm ci && (npm (?:run \w+|test))/gm)].map((match) => match[1] as string);
  expect(scripts).toEqual(['npm run evals', 'npm test']);
  for (const script of ['npm ci', ...scripts]) expect(ciScript).toContain(script);
});

test('every npm script that the README names is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] as string);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the calibration is what the gate gives', () => {
  const [design] = DESIGNS as [Design];
  const [, , row] = calibrationTable([calibrate(design, README_RUNS, README_SEED)]).split('\n');
  const cells = (line: string | undefined) => line?.split('|').map((cell) => cell.trim());
  expect(readme.split('\n').map(cells)).toContainEqual(cells(row));
});

test('the list of metrics is the one of the code', () => {
  for (const name of METRICS.keys()) expect(readme).toContain(`\`${name}\``);
});
