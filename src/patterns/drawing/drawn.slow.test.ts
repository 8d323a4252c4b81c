import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Codebase } from '../../codebase/codebase.ts';
import { writeCodebase } from '../../codebase/directory.ts';
import { describeVerification } from '../../verify/verification.ts';
import { verify } from '../../verify/verify.ts';
import type { Blueprint } from '../blueprint/blueprint.ts';
import { runChecks } from '../checks/checks.ts';
import { generate } from '../generate.ts';
import { hasPlace, mutate } from '../mutations/mutate.ts';
import { MUTATION_TYPES, type MutationType, VARIANTS } from '../mutations/mutation.ts';
import { LANGUAGES } from '../pattern.ts';
import { PATTERN_NAMES } from '../patterns.ts';

async function within<T>(codebase: Codebase, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tocs-drawn-'));
  try {
    writeCodebase(codebase, join(folder, 'code'));
    return await use(join(folder, 'code'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the command line of a codebase prints. */
async function printed(codebase: Codebase): Promise<string[]> {
  const { entries, files } = codebase.blueprint as Blueprint;
  return within(codebase, (cwd) =>
    Promise.all(
      entries.map(async ({ unit: { from } }) => {
        const [program, args] =
          codebase.language === 'python'
            ? ['python3', ['-B', '-m', `${files.package}.${from.replaceAll('/', '.')}`]]
            : [process.execPath, ['--disable-warning=ExperimentalWarning', `src/${from}.ts`]];
        return (await promisify(execFile)(program as string, args as string[], { cwd })).stdout;
      }),
    ),
  );
}

describe.each(PATTERN_NAMES)('drawn %s codebases', (pattern) => {
  const all = LANGUAGES.flatMap((language) =>
    (['small', 'medium', 'large'] as const).flatMap((complexity, i) =>
      generate({
        pattern,
        language,
        complexity,
        // verify:all takes others every day.
        seeds: [5 + i],
      }),
    ),
  );
  test.each(all.map((codebase) => [codebase.id, codebase] as const))(
    '%s: every edge and contract is confirmed, none is missing',
    async (_, codebase) => {
      const verification = await within(codebase, verify);
      expect(verification.ok, describeVerification(verification).join('\n')).toBe(true);
    },
  );

  test('print the same in both languages', async () => {
    const [typescript, python] = LANGUAGES.map(
      (language) => generate({ pattern, language, complexity: 'small', seeds: [4] })[0] as Codebase,
    ) as [Codebase, Codebase];
    const [one, other] = [await printed(typescript), await printed(python)];
    expect(one.join('').length).toBeGreaterThan(0);
    expect(other).toEqual(one);
  });

  test('show every edge by the command line alone', async () => {
    const [bare] = generate({
      pattern,
      complexity: 'small',
      tests: 'absent',
      comments: 'none',
      naming: 'neutral',
      seeds: [8],
    }) as [Codebase];
    const verification = await within(bare, verify);
    expect(verification.ok, describeVerification(verification).join('\n')).toBe(true);
  });

  test.each(
    LANGUAGES.flatMap((language, l) =>
      VARIANTS.map(
        (variant, v) =>
          [
            language,
            MUTATION_TYPES[(PATTERN_NAMES.indexOf(pattern) + l + 2 * v) % 4] as MutationType,
            variant,
          ] as const,
      ),
    ),
  )('change in %s by %s, %s: the truth after it is confirmed', async (language, type, variant) => {
    const all = generate({ pattern, language, complexity: 'small', seeds: [12, 13, 14] });
    const [before] = all.filter((one) => hasPlace(one, type)) as [Codebase];
    const { codebase, mutation } = mutate(before, type, variant);
    const { edges, contracts } = mutation.claimed_elements;
    expect(edges.length + contracts.length).toBeGreaterThan(0);
    const verification = await within(codebase, (folder) => verify(folder, { broken: variant === 'broken' }));
    expect(verification.ok, describeVerification(verification).join('\n')).toBe(true);
    // What has nothing to do with the change keeps its bytes.
    const kept = [...before.files].filter(([path, text]) => codebase.files.get(path) === text);
    expect(kept.length).toBeGreaterThan(before.files.size / 3);
    const failing = (await runChecks(codebase)).filter(({ exitCode }) => exitCode !== 0);
    expect(failing.length > 0, failing.map(({ output }) => output).join('\n')).toBe(variant === 'broken');
  });
});
