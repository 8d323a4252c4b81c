import { describe, expect, test } from 'vitest';
import { generate } from '../generate.ts';
import { mutate } from '../mutations/mutate.ts';
import { LANGUAGES } from '../pattern.ts';
import { COMPLEXITIES } from '../pipeline/blueprint.ts';
import { checkCompliance, type Files } from './compliance.ts';

const seeds = Array.from({ length: 20 }, (_, i) => i + 1);
const every = LANGUAGES.flatMap((language) =>
  COMPLEXITIES.flatMap((complexity) =>
    (['varied', 'published'] as const).flatMap((diversity) => generate({ language, complexity, diversity, seeds })),
  ),
);
const broken = (files: Files, of: (typeof every)[number]) =>
  checkCompliance(files, of.groundTruth.invariants).filter(({ violations }) => violations.length > 0);

describe('compliance', () => {
  test('untouched codebases hold all invariants that can be checked', () => {
    for (const codebase of every) {
      const checked = checkCompliance(codebase, codebase.groundTruth.invariants);
      expect(checked.length).toBeGreaterThan(5);
      expect(
        broken(codebase, codebase).map(({ invariant, violations }) => [invariant.description, violations]),
      ).toEqual([]);
    }
  });

  test('every breach of a boundary is found, and is the only one', () => {
    for (const codebase of every) {
      const { codebase: after, mutation } = mutate(codebase, 'boundary_breach');
      const found = broken(after, codebase).filter(({ invariant }) => invariant.structured?.type === 'FORBIDDEN_EDGE');
      expect(found.map(({ invariant }) => invariant.id)).toEqual(mutation.affected_invariants);
      expect(found[0]?.violations[0]).toContain(mutation.target_module);
    }
  });

  test('every lost order is found', () => {
    for (const codebase of every) {
      const { codebase: after, mutation } = mutate(codebase, 'invariant_violation');
      const found = broken(after, codebase).map(({ invariant }) => invariant.id);
      expect(found.toSorted()).toEqual(mutation.affected_invariants.toSorted());
    }
  });

  test('a new signature, and a function that moves, break none', () => {
    for (const codebase of every.slice(0, 60)) {
      for (const type of ['interface_break', 'dependency_shift'] as const) {
        expect(broken(mutate(codebase, type).codebase, codebase)).toEqual([]);
      }
    }
  });

  test.each([
    ['INTERFACE_ONLY', 'runner', "import { X } from './stages/mod_a.ts';"],
    ['NAMING_CONVENTION', 'stages', null],
  ] as const)('finds a violation of %s', (type, where, line) => {
    for (const codebase of generate({ complexity: 'medium', seeds })) {
      const invariant = codebase.groundTruth.invariants.find(
        ({ structured }) => structured?.type === type && structured.src?.includes(where),
      );
      if (!invariant) continue;
      const files = new Map(codebase.files);
      if (line) files.set('src/runner.ts', `${line}\n${files.get('src/runner.ts')}`);
      else files.set('src/stages/tidy.ts', 'export function f() {}\n');
      const [result] = checkCompliance({ files, language: 'typescript' }, [invariant]);
      expect(result?.violations).toHaveLength(1);
      expect(result?.violations[0]).toMatch(line ? /src\/runner\.ts imports src\/stages\/mod_a\.ts/ : /tidy\.ts/);
    }
  });
});
