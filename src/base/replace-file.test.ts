import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';

test('a file is replaced whole, and nothing is left beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocs-replace-'));
  const path = join(folder, 'deep', 'results.json');
  replaceFile(path, 'one');
  replaceFile(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(readdirSync(join(folder, 'deep'))).toEqual(['results.json']);
});

test('what cannot be written leaves the old file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocs-replace-'));
  const path = join(folder, 'results.json');
  writeFileSync(path, 'old');
  // The place beside it is taken, as if there were no room.
  mkdirSync(`${path}.${process.pid}.new`);
  expect(() => replaceFile(path, 'new')).toThrow();
  expect(readFileSync(path, 'utf8')).toBe('old');
});
