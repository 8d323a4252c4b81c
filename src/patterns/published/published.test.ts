import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Codebase, codebaseHash } from '../../codebase/codebase.ts';
import { EDGE_TYPES } from '../../codebase/ground-truth.ts';
import { generate } from '../generate.ts';
import { COMPLEXITIES, LANGUAGES } from '../pattern.ts';

const seeds = Array.from({ length: 40 }, (_, i) => i + 1);
const pathsIn = ({ groundTruth }: Codebase, folder: string) =>
  Object.keys(groundTruth.modules).filter((path) => path.includes(`/${folder}/`) && !path.endsWith('__init__.py'));
const edgesOf = ({ groundTruth }: Codebase) =>
  EDGE_TYPES.map((type) => groundTruth.dependency_edges.filter((edge) => edge.type === type).length);

describe.each(COMPLEXITIES)('%s codebases in the published shape', (complexity) => {
  test.each(LANGUAGES)('have the published numbers of edges in %s', (language) => {
    for (const codebase of generate({ language, complexity, diversity: 'published', seeds })) {
      const [N, a, m] = ['stages', 'adapters', 'middleware'].map((folder) => pathsIn(codebase, folder).length) as [
        number,
        number,
        number,
      ];
      expect(edgesOf(codebase)).toEqual([13 + 4 * N + 3 * a + 2 * m, 2 + N + a + m, N - 1, N]);
    }
  });

  test('have 17 modules besides stages, adapters and middleware in Python', () => {
    for (const codebase of generate({ language: 'python', complexity, diversity: 'published', seeds })) {
      const roles = ['stages', 'adapters', 'middleware'].flatMap((folder) => pathsIn(codebase, folder));
      expect(Object.keys(codebase.groundTruth.modules)).toHaveLength(17 + roles.length);
    }
  });
});

test('the two published sizes come about, with 70 and 84 edges', () => {
  const codebases = generate({ language: 'python', diversity: 'published', seeds });
  const sizes = codebases.map(({ groundTruth }) => [
    Object.keys(groundTruth.modules).length,
    groundTruth.dependency_edges.length,
  ]);
  expect(sizes).toContainEqual([27, 70]);
  expect(sizes).toContainEqual([30, 84]);
});

test('stages import both helpers and call neither', () => {
  for (const codebase of generate({ language: 'python', diversity: 'published', seeds })) {
    const helpers = pathsIn(codebase, 'helpers');
    expect(helpers).toHaveLength(2);
    const toHelpers = codebase.groundTruth.dependency_edges.filter(({ target }) => helpers.includes(target));
    const stages = pathsIn(codebase, 'stages');
    expect(toHelpers.map(({ type }) => type)).toEqual(Array(2 * stages.length).fill('IMPORTS'));
  }
});

test('names tell the shape, so that results of both never mix', () => {
  const [published] = generate({ diversity: 'published', seeds: [1] }) as [Codebase];
  const [drawn] = generate({ seeds: [1] }) as [Codebase];
  expect(published.id).toBe('pipeline-published-typescript-medium-1');
  expect(drawn.id).toBe('pipeline-typescript-medium-1');
});

test('these bytes are what this version gives on every machine', () => {
  const digest = createHash('sha256');
  for (const language of LANGUAGES)
    for (const codebase of generate({ language, diversity: 'published', seeds })) digest.update(codebaseHash(codebase));
  expect(digest.digest('hex').slice(0, 16)).toMatchSnapshot();
});

test('an unknown diversity is refused', () => {
  expect(() => generate({ diversity: 'varied' as 'drawn', seeds: [1] })).toThrow(/diversity/);
});
