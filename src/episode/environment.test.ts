import { describe, expect, test } from 'vitest';
import { createCodebase } from '../codebase/codebase.ts';
import { GroundTruth } from '../codebase/ground-truth.ts';
import type { Action } from './actions/actions.ts';
import { perform } from './environment.ts';

const truth = GroundTruth.parse({
  codebase_id: 'c',
  pattern: 'pipeline',
  complexity: 'small',
  language: 'typescript',
  modules: {},
  dependency_edges: [],
});
const many = Array.from({ length: 12 }, (_, i): [string, string] => [
  `lib/f${String(i).padStart(2, '0')}.ts`,
  'export const many = 1;\n',
]);
const codebase = createCodebase(
  [
    ['src/b.ts', '/** Adds. */\nexport function add(a: number, b = 1): number {\n  return a + b;\n}\n'],
    ['src/a.ts', 'import { add } from "./b.ts";\n\nadd(1);\nadd(2); add(3);\n'],
    ['src/deep/c.ts', 'export class C {\n  /** Runs. */\n  run(): void {\n    secret();\n  }\n}\n'],
    ['broken.ts', 'export function ('],
    ['readme.md', 'add'],
    ...many,
  ],
  truth,
);

const output = async (action: Exclude<Action, { type: 'done' }>) => (await perform(codebase, action)).output;

describe('LIST', () => {
  test.each([
    ['', 'broken.ts\nlib/\nreadme.md\nsrc/'],
    ['.', 'broken.ts\nlib/\nreadme.md\nsrc/'],
    ['src', 'a.ts\nb.ts\ndeep/'],
    ['./src/', 'a.ts\nb.ts\ndeep/'],
    ['src/deep/..', 'a.ts\nb.ts\ndeep/'],
    ['nowhere', 'Error: there is no directory nowhere'],
    ['src/a.ts', 'Error: src/a.ts is a file: use OPEN'],
    ['..', 'Error: .. is outside of the codebase'],
    ['src/../../etc', 'Error: src/../../etc is outside of the codebase'],
  ])('of %j', async (argument, expected) => {
    expect(await output({ type: 'list', argument })).toBe(expected);
  });
});

describe('OPEN', () => {
  test('gives the whole text', async () => {
    expect(await output({ type: 'open', argument: './src/a.ts' })).toBe(codebase.files.get('src/a.ts'));
  });

  test.each([
    ['src', 'Error: src is a directory: use LIST'],
    ['', 'Error: the root is a directory: use LIST'],
    ['src/z.ts', 'Error: there is no file src/z.ts'],
    ['/etc/passwd', 'Error: there is no file etc/passwd'],
    ['../../etc/passwd', 'Error: ../../etc/passwd is outside of the codebase'],
    ['ground_truth.json', 'Error: there is no file ground_truth.json'],
  ])('of %j is answered in one line', async (argument, expected) => {
    expect(await perform(codebase, { type: 'open', argument })).toEqual({ output: expected, ok: false });
  });
});

describe('SEARCH', () => {
  test('names files in path order and lines, each once, and shows no content', async () => {
    expect(await output({ type: 'search', argument: 'add' })).toBe('readme.md:1\nsrc/a.ts:1,3,4\nsrc/b.ts:2');
  });

  test('tells case apart and takes no pattern', async () => {
    expect(await output({ type: 'search', argument: 'ADD' })).toBe('no file contains ADD');
    expect(await output({ type: 'search', argument: 'a.d' })).toBe('no file contains a.d');
  });

  test('names at most ten files', async () => {
    const lines = (await output({ type: 'search', argument: 'many' })).split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('lib/f00.ts:1');
  });

  test('needs a text', async () => {
    expect(await output({ type: 'search', argument: '' })).toBe('Error: SEARCH needs a text to look for');
  });
});

describe('INSPECT', () => {
  test.each([
    ['src/b.ts', 'add', '/** Adds. */\nexport function add(a: number, b = 1): number'],
    ['src/deep/c.ts', 'C', 'export class C {\n  /** Runs. */\n  run(): void\n}'],
    ['src/deep/c.ts', 'C.run', '/** Runs. */\nrun(): void'],
    ['src/b.ts', 'sub', 'Error: src/b.ts has no symbol sub (it has add)'],
    ['src/deep/c.ts', 'C.walk', 'Error: C in src/deep/c.ts has no member walk (it has run)'],
    ['readme.md', 'add', 'Error: readme.md is no typescript source, so it has no symbols'],
    ['src/z.ts', 'add', 'Error: there is no file src/z.ts'],
  ])('of %s %s', async (argument, symbol, expected) => {
    expect(await output({ type: 'inspect', argument, symbol })).toBe(expected);
  });

  test('of a file that does not parse says so in one line', async () => {
    const answer = await output({ type: 'inspect', argument: 'broken.ts', symbol: 'x' });
    expect(answer).toMatch(/^Error: broken\.ts cannot be parsed: line 1: .+$/);
  });

  test('never shows a body', async () => {
    expect(await output({ type: 'inspect', argument: 'src/deep/c.ts', symbol: 'C' })).not.toContain('secret');
  });
});
