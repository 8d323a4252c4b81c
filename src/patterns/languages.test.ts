import { describe, expect, test } from 'vitest';
import { type Codebase, codebaseHash } from '../codebase/codebase.ts';
import { generate } from './generate.ts';

const seeds = Array.from({ length: 30 }, (_, i) => i + 1);

/** A path without its folder of sources and its extension: what both languages share. */
const neutral = (path: string) => path.replace(/^\w+\//, '').replace(/\.(ts|py)$/, '');
const edgesOf = ({ groundTruth }: Codebase) =>
  groundTruth.dependency_edges
    .map(({ source, target, type }) => `${neutral(source)} ${neutral(target)} ${type}`)
    .toSorted();

describe.each(['small', 'medium', 'large'] as const)('%s codebases of one seed', (complexity) => {
  const [typescript, python] = (['typescript', 'python'] as const).map((language) =>
    generate({ language, complexity, seeds }),
  ) as [Codebase[], Codebase[]];

  test('have the same edges in both languages, up to the names of files', () => {
    for (const [i, codebase] of typescript.entries()) expect(edgesOf(python[i] as Codebase)).toEqual(edgesOf(codebase));
  });

  test('have the same contracts and invariants', () => {
    for (const [i, { groundTruth }] of typescript.entries()) {
      const other = (python[i] as Codebase).groundTruth;
      expect(other.contracts.map(({ module, callers }) => [neutral(module), callers.map(neutral)])).toEqual(
        groundTruth.contracts.map(({ module, callers }) => [neutral(module), callers.map(neutral)]),
      );
      expect(other.invariants.map(({ description }) => description)).toEqual(
        groundTruth.invariants.map(({ description }) => description),
      );
    }
  });

  test('differ in modules by the initialisers of packages alone', () => {
    for (const [i, { groundTruth }] of typescript.entries()) {
      const paths = Object.keys((python[i] as Codebase).groundTruth.modules);
      const others = paths.filter((path) => !path.endsWith('__init__.py'));
      expect(others).toHaveLength(Object.keys(groundTruth.modules).length);
      expect(paths.length).toBeGreaterThan(others.length);
    }
  });
});

test('the bytes of Python codebases are what this version gives on every machine', () => {
  const hashes = generate({ language: 'python', seeds }).map(codebaseHash);
  expect(hashes[0]).toMatchSnapshot();
});
