import { describe, expect, test } from 'vitest';
import { conventions } from '../agents/baselines/conventions.ts';
import { type Codebase, createCodebase } from '../codebase/codebase.ts';
import { edgeKey } from '../codebase/ground-truth.ts';
import { actionsOf, beliefsOf } from '../episode/transcript.ts';
import { generate } from '../patterns/generate.ts';
import { runEpisode } from '../phases/construct/run-episode.ts';
import { score } from '../scoring/score.ts';
import { likelyByNames, priorOf } from './prior.ts';
import { evenOdds } from './threshold.ts';

const [drawn, other] = generate({ pattern: 'layered', complexity: 'small', seeds: [1, 2] }) as [Codebase, Codebase];
const [published] = generate({ diversity: 'published', seeds: [1] }) as [Codebase];

describe('the prior', () => {
  test('finds the published shape easy to guess, and a drawn codebase hard', () => {
    expect(priorOf(published.generated as never).f1).toBeGreaterThan(0.85);
    expect(priorOf(drawn.generated as never).f1).toBeLessThan(0.45);
  });

  test('takes true edges alone to be given away', () => {
    const likely = likelyByNames(published) as ReadonlySet<string>;
    const truth = new Set(published.groundTruth.dependency_edges.map(edgeKey));
    expect(likely.size).toBeGreaterThan(truth.size / 2);
    for (const key of likely) expect(truth.has(key)).toBe(true);
  });

  test('knows nothing of codebases that were not generated', () => {
    expect(likelyByNames(createCodebase(drawn.files, drawn.groundTruth))).toBeNull();
  });

  test('does not learn from the codebase itself, whatever its seed is', () => {
    const [inside] = generate({ pattern: 'layered', complexity: 'small', seeds: [7_000_003] }) as [Codebase];
    const [own, shared] = [inside, drawn].map(({ generated }) => priorOf(generated as never));
    expect(own).not.toBe(shared);
    expect(priorOf(other.generated as never)).toBe(shared);
  });
});

test('even odds are where held-out guesses are right as often as not', () => {
  const guesses = [0.1, 0.2, 0.3, 0.6, 0.7, 0.9].flatMap((probability, i) =>
    [0, 1, 2, 3].map((k) => ({ probability, right: k < i - 1 })),
  );
  expect(evenOdds(guesses)).toBe(0.6);
  expect(evenOdds(guesses.map((guess) => ({ ...guess, right: false })))).toBeGreaterThan(1);
  const tied = Array.from({ length: 10 }, (_, i) => ({ probability: 0.3, right: i === 9 }));
  for (const order of [tied, tied.toReversed()]) expect(evenOdds(order)).toBeGreaterThan(1);
});

describe('conventions', () => {
  test('lists, opens nothing, and states edges of which some are right', async () => {
    const transcript = await runEpisode({ agent: conventions(), codebase: published, condition: 'active' });
    expect(new Set(actionsOf(transcript).map(({ action }) => action.type))).toEqual(new Set(['list']));
    expect(score(transcript, published.groundTruth).dependency_f1).toBeGreaterThan(0.8);
  });

  test('sees neither truth nor text: other texts under the same names, and another truth, change nothing that it believes', async () => {
    const blind: Codebase = {
      ...drawn,
      files: new Map([...drawn.files].map(([path]) => [path, ''])),
      groundTruth: { ...drawn.groundTruth, dependency_edges: [], invariants: [], contracts: [] },
    };
    const beliefs = async (codebase: Codebase) =>
      beliefsOf(await runEpisode({ agent: conventions(), codebase, condition: 'active' }));
    expect(await beliefs(blind)).toEqual(await beliefs(drawn));
  });

  test('fails, and is not scored, on a codebase that was not generated', async () => {
    const foreign = createCodebase(drawn.files, drawn.groundTruth);
    const { outcome } = await runEpisode({ agent: conventions(), codebase: foreign, condition: 'active' });
    expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('was not generated') });
  });
});
