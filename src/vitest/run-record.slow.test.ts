import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killRun, runVitest } from '../../fixtures/run-vitest.ts';
import { Results } from '../../reporters/results.ts';

test('a run that was killed has results of what its transcripts hold once the next one begins', async () => {
  const output = mkdtempSync(join(tmpdir(), 'tocs-killed-'));
  const env = { TOCS_FIXTURE_OUTPUT: output };
  await runVitest('failing', {
    args: ['-t', '^(hanging|stopped)', '--testTimeout=60000'],
    env: { ...env, TOCS_HANG: '1' },
    onSpawn: (child) => {
      const timer = setInterval(() => {
        if (!existsSync(join(output, 'runs'))) return;
        const [id] = readdirSync(join(output, 'runs'));
        const folder = join(output, 'runs', String(id), 'episodes/failing.eval.ts');
        if (!existsSync(join(folder, 'hanging')) || !existsSync(join(folder, 'stopped'))) return;
        clearInterval(timer);
        setTimeout(() => killRun(child), 1_000);
      }, 20);
    },
  });
  const [killed] = readdirSync(join(output, 'runs')) as [string];
  expect(existsSync(join(output, 'runs', killed, 'results.json'))).toBe(false);
  const next = await runVitest('record', { args: ['-t', 'holds'], env });
  expect(next.output).toContain(`The run ${killed} was interrupted`);
  const results = Results.parse(JSON.parse(readFileSync(join(output, 'runs', killed, 'results.json'), 'utf8')));
  expect(results.status).toBe('interrupted');
  expect(results.suites.map(({ suite }) => suite)).toContain('stopped');
});
