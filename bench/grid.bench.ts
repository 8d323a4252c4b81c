import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'vitest';
import { runVitest } from '../fixtures/run-vitest.ts';

const BARE_LOOP = join(import.meta.dirname, 'bare-loop.ts');

/** Both in processes of their own, start included, in one run: their ratio is what counts. */
test('1,200 cases: under Vitest and in a bare loop', { timeout: 300_000 }, async ({ bench }) => {
  await bench.compare(
    bench('bare loop', () => void execFileSync(process.execPath, [BARE_LOOP])),
    bench('vitest run', async () => {
      const { exitCode } = await runVitest('large');
      if (exitCode !== 0) throw new Error('the run failed');
    }),
    { iterations: 3, time: 0, warmup: false },
  );
});
