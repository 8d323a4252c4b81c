import { describe, expect, test } from 'vitest';
import { type Codebase, createCodebase } from '../../codebase/codebase.ts';
import { GroundTruth } from '../../codebase/ground-truth.ts';
import type { Agent } from '../../episode/agent.ts';
import { CONDITIONS } from '../../episode/condition.ts';
import { actionsOf, beliefsOf, describeActions } from '../../episode/transcript.ts';
import { generate } from '../../patterns/generate.ts';
import { runEpisode } from '../../phases/construct/run-episode.ts';
import { score } from '../../scoring/score.ts';
import { baselines } from './baselines.ts';

const codebases = generate({ complexity: 'medium', seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
const [codebase] = codebases as [Codebase];
const explorers: Agent[] = [
  baselines.configAware(),
  baselines.random(),
  baselines.bfsImport(),
  baselines.followImports(),
];
const all: Agent[] = [...explorers, baselines.oracle(), baselines.listing(), baselines.null()];

const run = (agent: Agent, on: Codebase = codebase, budget = 20) =>
  runEpisode({ agent, codebase: on, condition: 'active', budget });
const actionsTaken = async (agent: Agent, on?: Codebase, budget?: number) =>
  describeActions(await run(agent, on, budget));

describe.each(all.map((agent) => [agent.name, agent] as const))('%s', (_, agent) => {
  test.each(CONDITIONS)('finishes and can be scored under %s', async (condition) => {
    const transcript = await runEpisode({ agent, codebase, condition });
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(score(transcript, codebase.groundTruth)).toBeDefined();
  });

  test('does the same on every run', async () => {
    expect(await run(agent)).toEqual(await run(agent));
  });
});

describe.each(explorers.map((agent) => [agent.name, agent] as const))('%s', (_, agent) => {
  test('sees no ground truth: another truth for the same files changes nothing that it does or says', async () => {
    const blind = createCodebase(codebase.files, {
      ...codebase.groundTruth,
      dependency_edges: [],
      invariants: [],
      contracts: [],
    });
    expect(beliefsOf(await run(agent, blind))).toEqual(beliefsOf(await run(agent)));
    expect(agent.seesTruth).toBeUndefined();
  });

  test('believes only imports that are there', async () => {
    for (const on of codebases) {
      const { by_type } = score(await run(agent, on, 40), on.groundTruth);
      expect(by_type.IMPORTS.precision).toBe(1);
    }
  });

  test('never forgets', async () => {
    const { stability } = score(await run(agent), codebase.groundTruth);
    expect(stability.monotone).toBe(true);
  });

  test('opens no file twice', async () => {
    const actions = await actionsTaken(agent, codebase, 100);
    expect(new Set(actions).size).toBe(actions.length);
  });
});

describe('the ceiling and the floor', () => {
  test('the oracle is right in everything', async () => {
    for (const on of codebases) {
      const scores = score(await run(baselines.oracle(), on), on.groundTruth);
      expect(scores).toMatchObject({
        dependency_f1: 1,
        invariant_f1: 1,
        invariant_f1_relaxed: 1,
        hallucinated_edges: 0,
      });
      expect(scores.contracts.signature_matches).toBe(scores.contracts.total);
      expect(scores.contracts.caller_matches).toBe(scores.contracts.total);
    }
  });

  test('null scores nothing, and takes no action', async () => {
    const transcript = await run(baselines.null());
    expect(actionsOf(transcript)).toEqual([]);
    expect(score(transcript, codebase.groundTruth)).toMatchObject({
      dependency_f1: 0,
      invariant_f1: 0,
      steps_taken: 0,
    });
  });

  test('listing opens nothing', async () => {
    const [published] = generate({ diversity: 'published', seeds: [1] }) as [Codebase];
    const transcript = await run(baselines.listing(), published, 100);
    expect(actionsOf(transcript).map(({ action }) => action.type)).not.toContain('open');
    expect(score(transcript, published.groundTruth).dependency_f1).toBeGreaterThan(0);
  });
});

describe('orders of exploration', () => {
  const truth = GroundTruth.parse({
    codebase_id: 'orders',
    pattern: 'pipeline',
    complexity: 'small',
    language: 'typescript',
    modules: {},
    dependency_edges: [],
  });
  const files: [string, string][] = [
    ['package.json', '{"scripts": {"start": "node src/main.ts"}}'],
    ['pipe.json', '{"steps": ["two", "one"]}'],
    ['src/main.ts', "import './runner.ts';\nimport { z } from './z.ts';\n"],
    ['src/runner.ts', "export { one } from './parts/one.ts';\n"],
    ['src/z.ts', ''],
    ['src/registry.ts', ''],
    ['src/parts/one.ts', "import type { Z } from '../z.ts';\n"],
    ['src/parts/two.ts', ''],
    ['src/a.ts', ''],
  ];
  const small = createCodebase(files, truth);
  const listings = ['LIST()', 'LIST(src)', 'LIST(src/parts)'];

  test('bfs-import opens sources in path order', async () => {
    expect(await actionsTaken(baselines.bfsImport(), small)).toEqual([
      ...listings,
      ...['a', 'main', 'parts/one', 'parts/two', 'registry', 'runner', 'z'].map((name) => `OPEN(src/${name}.ts)`),
    ]);
  });

  test('config-aware opens configs and registries, then what they name, then the rest', async () => {
    expect(await actionsTaken(baselines.configAware(), small)).toEqual([
      ...listings,
      'OPEN(package.json)',
      'OPEN(pipe.json)',
      'OPEN(src/registry.ts)',
      'OPEN(src/parts/two.ts)',
      'OPEN(src/parts/one.ts)',
      ...['a', 'main', 'runner', 'z'].map((name) => `OPEN(src/${name}.ts)`),
    ]);
  });

  test('config-aware believes that registries and runners wire what configs name', async () => {
    const belief = beliefsOf(await run(baselines.configAware(), small)).at(-1);
    const wires = Object.entries(belief?.components ?? {}).flatMap(([source, { edges }]) =>
      edges
        .filter(({ type }) => type === 'REGISTRY_WIRES')
        .map(({ target, confidence }) => [source, target, confidence]),
    );
    expect(wires).toEqual([
      ['src/registry.ts', 'src/parts/two.ts', 0.7],
      ['src/registry.ts', 'src/parts/one.ts', 0.7],
      ['src/runner.ts', 'src/parts/two.ts', 0.7],
      ['src/runner.ts', 'src/parts/one.ts', 0.7],
    ]);
  });

  test('follow-imports walks breadth-first from the entry and opens nothing else', async () => {
    expect(await actionsTaken(baselines.followImports(), small)).toEqual([
      'LIST()',
      'OPEN(package.json)',
      ...['main', 'runner', 'z', 'parts/one'].map((name) => `OPEN(src/${name}.ts)`),
    ]);
  });

  test('follow-imports finds an entry by its name where no manifest names one', async () => {
    const bare = createCodebase(
      files.filter(([path]) => path !== 'package.json'),
      truth,
    );
    expect((await actionsTaken(baselines.followImports(), bare)).slice(0, 3)).toEqual([
      'LIST()',
      'LIST(src)',
      'OPEN(src/main.ts)',
    ]);
  });

  test('random takes another order with another seed, codebase or trial, over the same files', async () => {
    const orders = [await actionsTaken(baselines.random(1)), await actionsTaken(baselines.random(2))];
    const again = describeActions(
      await runEpisode({ agent: baselines.random(1), codebase, condition: 'active', trial: 2 }),
    );
    expect(new Set([...orders, again].map((actions) => actions.join())).size).toBe(3);
    const everything = await actionsTaken(baselines.random(), codebase, 100);
    expect(everything.toSorted()).toEqual((await actionsTaken(baselines.bfsImport(), codebase, 100)).toSorted());
  });
});

test('a user’s agent takes part with a name and three methods', async () => {
  const seen: string[] = [];
  const edge = codebase.groundTruth.dependency_edges.find(({ type }) => type === 'IMPORTS');
  const belief = { components: { [edge?.source ?? '']: { edges: [{ target: edge?.target, type: 'imports' }] } } };
  const agent: Agent = {
    name: 'mine',
    explore: () => ({
      act: ({ step }) => (step === 0 ? 'SEARCH(import )' : 'DONE()'),
      observe: ([observation]) => void seen.push(observation?.output ?? ''),
      believe: () => JSON.stringify(belief),
    }),
  };
  const scores = score(await run(agent), codebase.groundTruth);
  expect(seen[0]).toMatch(/^src\/\S+\.ts:[\d,]+$/m);
  expect(scores.dependency_precision).toBe(1);
});
