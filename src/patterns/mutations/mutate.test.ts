import { describe, expect, test } from 'vitest';
import { type Codebase, codebaseHash, createCodebase } from '../../codebase/codebase.ts';
import { normaliseOutput } from '../checks/normalise.ts';
import { generate } from '../generate.ts';
import { COMPLEXITIES, LANGUAGES } from '../pattern.ts';
import { evidenceOf } from './evidence.ts';
import { hasPlace, mutate } from './mutate.ts';
import { MUTATION_TYPES, type MutationType, VARIANTS } from './mutation.ts';

const every = LANGUAGES.flatMap((language) =>
  COMPLEXITIES.flatMap((complexity) =>
    generate({ pattern: 'all', language, complexity, seeds: complexity === 'large' ? [1] : [1, 2, 3] }),
  ),
);
const withPlace = (type: MutationType) => every.filter((codebase) => hasPlace(codebase, type));
/** A small codebase with a place for every kind of mutation, in both languages. */
const seed = 3;
const [typescript] = generate({ pattern: 'layered', complexity: 'small', seeds: [seed] }) as [Codebase];
const [python] = generate({ pattern: 'layered', language: 'python', complexity: 'small', seeds: [seed] }) as [Codebase];
const neutral = (path: string) => path.replace(/^\w+\//, '').replace(/\.(ts|py)$/, '');

describe.each(MUTATION_TYPES)('%s', (type) => {
  test('can be made in nearly every drawn codebase, and leaves the original as it was', () => {
    expect(withPlace(type).length).toBeGreaterThan(0.85 * every.length);
    for (const codebase of withPlace(type)) {
      const before = codebaseHash(codebase);
      for (const variant of VARIANTS) {
        const { codebase: after, mutation } = mutate(codebase, type, variant);
        expect(codebaseHash(after)).not.toBe(before);
        const { edges, contracts } = mutation.claimed_elements;
        // A repaired interface break changes a signature and no edge.
        expect(edges.length + contracts.length).toBeGreaterThan(0);
        expect(contracts.length).toBe(type === 'interface_break' ? 1 : 0);
        expect(codebase.files.has(mutation.target_module)).toBe(true);
      }
      expect(codebaseHash(createCodebase(codebase.files, codebase.groundTruth))).toBe(before);
    }
  });

  test('is the same on every call, and at the same place in both languages and both variants', () => {
    const [again] = generate({ pattern: 'layered', complexity: 'small', seeds: [seed] }) as [Codebase];
    expect(codebaseHash(mutate(typescript, type).codebase)).toBe(codebaseHash(mutate(again, type).codebase));
    const places = [typescript, python].flatMap((codebase) =>
      VARIANTS.map((variant) => neutral(mutate(codebase, type, variant).mutation.target_module)),
    );
    expect(new Set(places).size).toBe(1);
  });

  test('drops the invariants that no longer hold, and no other', () => {
    for (const codebase of withPlace(type)) {
      const { codebase: after, mutation } = mutate(codebase, type);
      const left = after.groundTruth.invariants.map(({ id }) => id);
      const all = codebase.groundTruth.invariants.map(({ id }) => id);
      expect(all.filter((id) => !left.includes(id))).toEqual(mutation.affected_invariants);
      const loses = type === 'boundary_breach' || type === 'invariant_violation';
      expect(mutation.affected_invariants.length > 0).toBe(loses);
    }
  });

  test('has the files that changed as evidence where others follow', async () => {
    const { codebase, mutation } = mutate(typescript, type, 'repaired');
    const evidence = await evidenceOf(typescript, codebase, 'repaired');
    expect(evidence).toContain('All of its checks pass');
    const changed = [...codebase.files].filter(([path, text]) => typescript.files.get(path) !== text);
    for (const [path] of changed) expect(evidence).toContain(` ${path} `);
    expect(evidence).not.toContain(mutation.description);
  });
});

test('a codebase that was not drawn is refused', () => {
  const foreign = createCodebase(typescript.files, typescript.groundTruth);
  expect(() => mutate(foreign, 'interface_break')).toThrow(/was not drawn/);
  const [published] = generate({ diversity: 'published', seeds: [1] }) as [Codebase];
  expect(() => mutate(published, 'interface_break')).toThrow(/was not drawn/);
});

test('output of tools loses what differs from run to run', () => {
  const output = [
    '✔ a test (1.25ms)',
    'ℹ duration_ms 90.1',
    '    at f (file:///tmp/x/src/a.ts:1:2)',
    '    at node:internal/modules/run:1',
    'Node.js v24.1.0',
    'Traceback (most recent call last):',
    '  File "/tmp/x/app/cli.py", line 3, in <module>',
    '    main()',
    '    ~~~~^^',
    '  File "/usr/lib/python3.11/unittest/case.py", line 57, in run',
    '    self.call()',
    'Ran 3 tests in 0.012s',
  ].join('\n');
  expect(normaliseOutput(output, '/tmp/x')).toBe(
    [
      '✔ a test',
      '    at f (src/a.ts:1:2)',
      'Traceback (most recent call last):',
      '  File "app/cli.py", line 3, in <module>',
      '    main()',
      'Ran 3 tests',
    ].join('\n'),
  );
});
