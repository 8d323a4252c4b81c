import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Codebase } from '../codebase/codebase.ts';
import { writeCodebase } from '../codebase/directory.ts';
import { generate } from './generate.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const small = generate({ complexity: 'small', seeds: range(1, 40) });
const hundred = generate({ seeds: [1, 2] });
const large = generate({ complexity: 'large', seeds: [1] });

describe('the code', () => {
  test.each(
    [hundred[0], hundred[1], large[0], ...[0, 8, 25, 30, 31, 34].map((i) => small[i])].map(
      (codebase) => [codebase?.id, codebase as Codebase] as const,
    ),
  )('of %s prints a result that depends on every stage', (_, codebase) => {
    const directory = join(mkdtempSync(join(tmpdir(), 'tocs-run-')), 'code');
    writeCodebase(codebase, directory);
    const run = () => execFileSync(process.execPath, ['src/cli.ts', 'run'], { cwd: directory, encoding: 'utf8' });
    // What middleware notes would change with any stage: the records alone must, too.
    const records = (output: string) =>
      output
        .split('\n')
        .filter((line) => !/^[a-z ]+(begins|ends|left|: \d+ records)/.test(line))
        .join('\n');
    const configFile = join(directory, 'pipeline.json');
    const config = JSON.parse(readFileSync(configFile, 'utf8')) as { stages: unknown[] };
    const whole = records(run());
    for (let left = 0; left < config.stages.length; left++) {
      writeFileSync(configFile, JSON.stringify({ stages: config.stages.filter((_, i) => i !== left) }));
      expect(records(run())).not.toBe(whole);
    }
  });
});
