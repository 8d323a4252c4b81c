import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Codebase } from '../../codebase/codebase.ts';
import { writeCodebase } from '../../codebase/directory.ts';
import { describeVerification } from '../../verify/verification.ts';
import { verify } from '../../verify/verify.ts';
import { runChecks } from '../checks/checks.ts';
import { generate } from '../generate.ts';
import { COMPLEXITIES, LANGUAGES } from '../pattern.ts';
import { evidenceOf } from './evidence.ts';
import { mutate, shamOf } from './mutate.ts';
import { MUTATION_TYPES, VARIANTS } from './mutation.ts';

const [typescript] = generate({ pattern: 'layered', complexity: 'small', seeds: [3] }) as [Codebase];
const [python] = generate({ pattern: 'layered', language: 'python', complexity: 'small', seeds: [3] }) as [Codebase];

describe.each(MUTATION_TYPES)('%s', (type) => {
  test.each([
    ['typescript', typescript],
    ['python', python],
  ] as const)('has its new truth confirmed by the verifier, broken and repaired, in %s', async (_, codebase) => {
    for (const variant of VARIANTS) {
      const directory = mkdtempSync(join(tmpdir(), 'tocs-mutated-'));
      writeCodebase(mutate(codebase, type, variant).codebase, directory);
      const verification = await verify(directory, { broken: variant === 'broken' });
      expect(describeVerification(verification).at(-1)).toBe('verified');
    }
  });

  test.each([
    ['typescript', typescript],
    ['python', python],
  ] as const)('leaves a check of the codebase failing unless others follow, in %s', async (_, codebase) => {
    const exits = async (of: Codebase) => (await runChecks(of)).map(({ exitCode }) => exitCode);
    expect(Math.max(...(await exits(mutate(codebase, type).codebase)))).toBeGreaterThan(0);
    expect(Math.max(...(await exits(mutate(codebase, type, 'repaired').codebase)))).toBe(0);
  });

  test('has evidence that is the same on every run, and that of a sham is the real one', async () => {
    for (const codebase of [typescript, python]) {
      const real = mutate(codebase, type);
      const { language } = codebase;
      const [same] = generate({
        pattern: 'layered',
        language: language as 'python',
        complexity: 'small',
        seeds: [3],
      }) as [Codebase];
      const again = mutate(same, type);
      const evidence = await evidenceOf(codebase, real.codebase, 'broken');
      expect(await evidenceOf(codebase, again.codebase, 'broken')).toBe(evidence);
      expect(evidence).not.toContain(tmpdir());
      expect(evidence).not.toMatch(/\d ?ms\b|\d\.\d+s\b|Node\.js v/);
      const sham = shamOf(codebase, real);
      expect(sham.codebase).toBe(codebase);
      expect(sham.mutation).toEqual({ ...real.mutation, id: `${real.mutation.id} sham`, is_sham: true });
    }
  });
});

test.each(LANGUAGES)('codebases of every size and shape pass all checks of their own, in %s', async (language) => {
  const all = COMPLEXITIES.flatMap((complexity) => [
    ...generate({ pattern: 'all', language, complexity, seeds: [104] }),
    ...generate({ language, complexity, diversity: 'published', seeds: [1, 104] }),
  ]);
  for (const codebase of all) expect((await runChecks(codebase)).filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
});
