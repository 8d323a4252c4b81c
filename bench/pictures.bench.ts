import { test } from 'vitest';
import { drawExploring } from '../reporters/construct/pictures.ts';
import { baselines } from '../src/agents/baselines/baselines.ts';
import type { Codebase } from '../src/codebase/codebase.ts';
import { generate } from '../src/patterns/generate.ts';
import { runEpisode } from '../src/phases/construct/run-episode.ts';
import { score } from '../src/scoring/score.ts';

/** All pictures of one episode; the aim is 60 ms. */
test('pictures of an episode', async ({ bench }) => {
  const draw = async (complexity: 'medium' | 'large') => {
    const [codebase] = generate({ complexity, seeds: [3] }) as [Codebase];
    const transcript = await runEpisode({ agent: baselines.configAware(), codebase, condition: 'active' });
    const scores = score(transcript, codebase.groundTruth);
    return async () => void (await drawExploring(transcript, codebase.groundTruth, scores));
  };
  await bench.compare(bench('medium', await draw('medium')), bench('large', await draw('large')));
});
