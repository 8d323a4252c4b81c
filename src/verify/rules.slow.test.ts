import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Codebase, createCodebase } from '../codebase/codebase.ts';
import { writeCodebase } from '../codebase/directory.ts';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import { generate } from '../patterns/generate.ts';
import { LANGUAGES } from '../patterns/pattern.ts';
import { checkRules } from './rules.ts';

async function check(codebase: Codebase, change: (folder: string) => void = () => {}): Promise<string[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'tocs-rules-'));
  try {
    writeCodebase(codebase, join(folder, 'code'));
    change(join(folder, 'code'));
    return await checkRules(join(folder, 'code'), codebase.groundTruth);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const changed = (codebase: Codebase, change: (truth: GroundTruth) => void): Codebase => {
  const truth = structuredClone(codebase.groundTruth);
  change(truth);
  return createCodebase(codebase.files, truth);
};

describe.each(LANGUAGES)('the rules of a drawn %s codebase', (language) => {
  const [codebase] = generate({ pattern: 'repository', language, complexity: 'medium', seeds: [9] }) as [Codebase];

  test('are those that its files attest, and what attests them notices when they are broken', async () => {
    expect(codebase.groundTruth.invariants.length).toBeGreaterThan(4);
    expect(await check(codebase)).toEqual([]);
  });

  test('are too few where one that is attested is left out, and too many where one merely holds', async () => {
    const [first] = codebase.groundTruth.invariants;
    const fewer = await check(changed(codebase, (truth) => truth.invariants.shift()));
    expect(fewer).toHaveLength(first?.evidence_types.length as number);
    expect(fewer?.[0]).toMatch(/^rule missing from the ground truth: /);
    const more = await check(
      changed(codebase, (truth) => {
        truth.invariants.push({
          ...(first as (typeof truth.invariants)[number]),
          id: 'inv-999',
          structured: { type: 'FORBIDDEN_EDGE', src: 'a', dst: 'b' },
        });
      }),
    );
    expect(more?.[0]).toMatch(/^rule not attested by the files: FORBIDDEN_EDGE a b /);
  });

  test('are not attested by a test that cannot fail', async () => {
    const path = [...codebase.files].find(
      ([file, text]) => file.startsWith('tests/') && /def apart|function apart/.test(text),
    )?.[0] as string;
    const lines = await check(codebase, (folder) => {
      const text = readFileSync(join(folder, path), 'utf8');
      writeFileSync(
        join(folder, path),
        text
          .replace(/apart\((["']?\w)/g, 'ignored($1')
          .replace('function ignored(from', 'function apart(from')
          .replace('def ignored(self', 'def apart(self')
          .concat(language === 'python' ? '' : '\nfunction ignored(..._: unknown[]) {}\n')
          .replace(
            'class Rules(unittest.TestCase):',
            'class Rules(unittest.TestCase):\n    def ignored(self, *_):\n        pass\n',
          ),
      );
    });
    expect(
      lines?.some((line) => /is broken by .*does not fail$/.test(line)),
      lines?.join('\n'),
    ).toBe(true);
  });
});

test('rules that are not stated in the grammar are left alone', async () => {
  const [published] = generate({ diversity: 'published', complexity: 'small', seeds: [1] }) as [Codebase];
  expect(await check(published)).toBeNull();
});
