import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { startModelServer } from '../fixtures/scripted-models/server.ts';
import { openai } from '../src/agents/llm/models.ts';
import { configureRun } from '../src/agents/llm/run.ts';
import type { Codebase } from '../src/codebase/codebase.ts';
import { callsOf } from '../src/episode/transcript.ts';
import { generate } from '../src/patterns/generate.ts';
import { runEpisode } from '../src/phases/construct/run-episode.ts';

const LATENCY = 200;
const CONCURRENCY = 16;

/** 32 episodes at once: the wall time over max(longest episode, total latency ÷ concurrency). Aim: at most 1.1. */
test('32 episodes against a server with 200 ms latency', { timeout: 120_000 }, async ({ bench }) => {
  const server = await startModelServer({ latency: LATENCY });
  const codebases = generate({ complexity: 'small', seeds: Array.from({ length: 32 }, (_, i) => i + 1) });
  const episode = async (codebase: Codebase) => {
    const agent = openai('scripted-careful', {
      baseURL: server.openai,
      apiKey: 'none',
      limits: { concurrency: CONCURRENCY },
    });
    return callsOf(await runEpisode({ agent, codebase, condition: 'active', budget: 8 })).length;
  };
  configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
  await episode(codebases[0] as Codebase);
  let last = '';
  await bench('32 episodes', async () => {
    configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
    const started = performance.now();
    const counts = await Promise.all(codebases.map(episode));
    const wall = performance.now() - started;
    const total = counts.reduce((sum, count) => sum + count, 0);
    const ideal = Math.max(Math.max(...counts) * LATENCY, (total * LATENCY) / CONCURRENCY);
    last = `${total} calls: ${wall.toFixed(0)} ms, ideal ${ideal.toFixed(0)} ms, ratio ${(wall / ideal).toFixed(3)}`;
  }).run({ iterations: 2, time: 0, warmup: false });
  console.log(last);
  await server.close();
});
