import { describe, expect, test } from 'vitest';
import type { Codebase } from '../../codebase/codebase.ts';
import type { Constraint } from '../../codebase/ground-truth.ts';
import { generate } from '../generate.ts';
import { hasPlace, mutate } from '../mutations/mutate.ts';
import { LANGUAGES } from '../pattern.ts';
import { checkCompliance, type Files } from './compliance.ts';

const every = LANGUAGES.flatMap((language) =>
  (['small', 'medium'] as const).flatMap((complexity) =>
    generate({ pattern: 'all', language, complexity, seeds: [1, 2, 3, 4] }),
  ),
);
const broken = (files: Files, of: Codebase) =>
  checkCompliance(files, of.groundTruth.invariants).filter(({ violations }) => violations.length > 0);

describe('compliance', () => {
  test('untouched codebases hold all attested rules', () => {
    for (const codebase of every) {
      const checked = checkCompliance(codebase, codebase.groundTruth.invariants);
      expect(checked).toHaveLength(codebase.groundTruth.invariants.length);
      expect(checked.filter(({ violations }) => violations.length > 0)).toEqual([]);
    }
  });

  test.each(['boundary_breach', 'invariant_violation'] as const)('every rule that a %s breaks is found', (type) => {
    let found = 0;
    for (const codebase of every.filter((one) => hasPlace(one, type))) {
      const { codebase: after, mutation } = mutate(codebase, type);
      const ids = broken(after, codebase).map(({ invariant }) => invariant.id);
      expect(ids.toSorted()).toEqual(mutation.affected_invariants.toSorted());
      found += ids.length;
    }
    expect(found).toBeGreaterThan(20);
  });

  test('a new signature, and a function that moves, break none', () => {
    for (const codebase of every) {
      for (const type of ['interface_break', 'dependency_shift'] as const) {
        if (hasPlace(codebase, type)) expect(broken(mutate(codebase, type).codebase, codebase)).toEqual([]);
      }
    }
  });

  const small = (files: Record<string, string>, structured: Constraint) =>
    checkCompliance({ files: new Map(Object.entries(files)), language: 'typescript' }, [
      { ...(every[0]?.groundTruth.invariants[0] as never as object), structured } as never,
    ])[0]?.violations;

  test('finds what is behind an abstract class, and a name that follows no convention', () => {
    const files = {
      'src/port.ts': 'export abstract class Port {}',
      'src/one.ts': "import { Port } from './port.ts';\nexport class One extends Port {}",
      'src/user.ts': "import { One } from './one.ts';",
    };
    expect(small(files, { type: 'INTERFACE_ONLY', src: 'src/user.ts', via: 'src/port.ts' })).toEqual([
      'src/user.ts imports src/one.ts, which is behind src/port.ts',
    ]);
    expect(
      small({ 'src/a/b_x.ts': '', 'src/a/tidy.ts': '' }, { type: 'NAMING_CONVENTION', src: 'src/a', pattern: 'b_*' }),
    ).toEqual(['src/a/tidy.ts does not follow b_*']);
  });
});
