import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { baselines } from '../src/agents/baselines/baselines.ts';
import type { Codebase } from '../src/codebase/codebase.ts';
import { writeCodebase } from '../src/codebase/directory.ts';
import { generate } from '../src/patterns/generate.ts';
import { runEpisode } from '../src/phases/construct/run-episode.ts';
import { score } from '../src/scoring/score.ts';

/** Published Python implementation on this kind of machine: 4.7 ms a medium codebase, 21 ms a baseline episode. */
const OPTIONS = { time: 1_000, iterations: 20 };

test('generate one codebase', async ({ bench }) => {
  let seed = 1000;
  await bench.compare(
    bench('small', () => void generate({ complexity: 'small', seeds: [seed++] })),
    bench('medium', () => void generate({ complexity: 'medium', seeds: [seed++] })),
    bench('large', () => void generate({ complexity: 'large', seeds: [seed++] })),
    OPTIONS,
  );
});

test('generate one medium codebase and write it to disk', async ({ bench }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocs-bench-'));
  let seed = 1000;
  await bench('generate and write', () => {
    const [codebase] = generate({ seeds: [seed++] }) as [Codebase];
    writeCodebase(codebase, join(folder, String(seed)));
  }).run(OPTIONS);
});

test('one active episode on a medium codebase, with its scores', async ({ bench }) => {
  const codebases = generate({ seeds: Array.from({ length: 50 }, (_, i) => i + 1) });
  let next = 0;
  const episode = (agent: ReturnType<typeof baselines.random>) => async () => {
    const codebase = codebases[next++ % codebases.length] as Codebase;
    score(await runEpisode({ agent, codebase, condition: 'active' }), codebase.groundTruth);
  };
  await bench.compare(
    ...Object.values(baselines).map((make) => {
      const agent = make();
      return bench(agent.name, episode(agent));
    }),
    OPTIONS,
  );
});

test('scoring alone', async ({ bench }) => {
  const [codebase] = generate({ seeds: [1] }) as [Codebase];
  const transcript = await runEpisode({ agent: baselines.configAware(), codebase, condition: 'active' });
  await bench('score', () => void score(transcript, codebase.groundTruth)).run(OPTIONS);
});
