import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runVitest } from '../../fixtures/run-vitest.ts';
import { describeTime } from './progress-reporter.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs Vitest in a terminal of its own, and gives what it drew there. */
async function runInTerminal(project: string): Promise<string> {
  const command = `stty rows 40 cols 120; ${process.execPath} ${join(ROOT, 'node_modules/vitest/vitest.mjs')} run`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: join(ROOT, 'fixtures/projects', project),
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(VITEST|CI$|NO_COLOR)/.test(key))),
      TERM: 'xterm',
      TOCS_FIXTURE_OUTPUT: mkdtempSync(join(tmpdir(), 'tocs-tty-')),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

describe('progress', () => {
  test('in a terminal shows each running case with step and last F1, what is done, and what is left', async () => {
    const output = await runInTerminal('slow');
    const text = stripVTControlCharacters(output);
    const steps = [
      ...text.matchAll(/❯ slow {2}active {2}pipeline-typescript-small-1 {2}(\d+)\/20 {2}F1 (–|0\.\d{3})/g),
    ];
    expect(new Set(steps.map((match) => match[1])).size).toBeGreaterThan(2);
    expect(steps.some((match) => match[2] !== '–')).toBe(true);
    expect(text).toMatch(/\d of 6 done, about \d s left/);
    // The lines are gone when the run has ended, and the tables follow.
    const end = text.slice(text.lastIndexOf('Test Files'));
    expect(end).not.toContain('❯ slow');
    expect(text.slice(text.lastIndexOf('done, about'))).toContain('Performance');
  });

  test('elsewhere is a line for each finished case that took its time, and nothing for others', async () => {
    const { output, cases } = await runVitest('slow');
    const lines = output.split('\n').filter((line) => / of 6: /.test(line));
    expect(lines).toHaveLength(3);
    expect(
      lines.filter((line) =>
        / × \d of 6: slow > slow > active > pipeline-typescript-small-\d, dependency_f1_beyond_names 0\.\d{3}$/.test(
          line,
        ),
      ),
    ).toHaveLength(3);
    expect(output).not.toMatch(/\d+\/20/);
    expect(cases).toHaveLength(6);
  });

  test.each([
    [400, '1 s'],
    [59_000, '59 s'],
    [150_000, '3 min'],
    [5_400_000, '1.5 h'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(describeTime(ms)).toBe(text);
  });
});
