import { describe, expect, test } from 'vitest';
import { runExploitation, runRevision } from '../../fixtures/run-phases.ts';
import { baselines } from '../../src/agents/baselines/baselines.ts';
import { type Belief, emptyBelief } from '../../src/belief/belief.ts';
import { readBelief } from '../../src/belief/read-belief.ts';
import type { Codebase } from '../../src/codebase/codebase.ts';
import { edgeKey } from '../../src/codebase/ground-truth.ts';
import type { Agent, Explorer } from '../../src/episode/agent.ts';
import { beliefsOf, type Transcript } from '../../src/episode/transcript.ts';
import { generate } from '../../src/patterns/generate.ts';
import { mutate } from '../../src/patterns/mutations/mutate.ts';
import { questionsOf } from '../../src/patterns/questions/question.ts';
import { runEpisode } from '../../src/phases/construct/run-episode.ts';
import { choicesOf } from '../../src/phases/exploit/run-exploitation.ts';
import { scoreExploitPhase } from '../../src/phases/exploit/score-exploit.ts';
import { scoreRevisePhase } from '../../src/phases/revise/score-revision.ts';
import { trueEdgeKeys } from '../../src/scoring/edges.ts';
import { noveltiesOf } from '../../src/scoring/novelty.ts';
import { score } from '../../src/scoring/score.ts';
import { trajectoryOf } from '../../src/scoring/trajectory.ts';
import { drawExploring } from '../construct/pictures.ts';
import { escaped } from '../escaped.ts';
import { drawQuestions } from '../exploit/questions.ts';
import { picturesOf } from '../pictures-of.ts';
import { drawRevision } from '../revise/picture.ts';
import { drawActionList } from './action-list.ts';
import { drawDependencyGraph } from './dependency-graph.ts';
import { PALETTE } from './palette.ts';

const [medium] = generate({ complexity: 'medium', seeds: [1] }) as [Codebase];
const scripted = (actions: readonly string[]): Agent => {
  return {
    name: 'scripted',
    explore: () => {
      const left = [...actions];
      return { act: () => left.shift() ?? 'DONE()', observe: () => {}, believe: () => ({ components: {} }) };
    },
  };
};
const explored = (actions: readonly string[]): Promise<Transcript> =>
  runEpisode({ agent: scripted(actions), codebase: medium, condition: 'active' });

describe('pictures of an episode', () => {
  test.each(['small', 'medium', 'large'] as const)('take no more than 100 KB on %s codebases', async (complexity) => {
    for (const codebase of generate({ complexity, seeds: [1, 2, 3] })) {
      for (const agent of [baselines.oracle(), baselines.configAware(), baselines.listing()]) {
        const transcript = await runEpisode({ agent, codebase, condition: 'active' });
        const pictures = await drawExploring(transcript, codebase.groundTruth, score(transcript, codebase.groundTruth));
        expect(pictures.map(({ name }) => name)).toEqual([
          'belief trajectory',
          'dependency graph',
          'edge types and calibration',
          'actions',
        ]);
        const bytes = pictures.reduce((sum, { svg }) => sum + Buffer.byteLength(svg), 0);
        expect(bytes).toBeLessThan(100_000);
      }
    }
  });

  test('take no more than 100 KB with large budgets either', async () => {
    for (const codebase of generate({ complexity: 'large', seeds: [1, 2] })) {
      for (const agent of [baselines.configAware(), baselines.random()]) {
        const transcript = await runEpisode({ agent, codebase, condition: 'active', budget: 100 });
        const pictures = await drawExploring(transcript, codebase.groundTruth, score(transcript, codebase.groundTruth));
        expect(pictures.reduce((sum, { svg }) => sum + Buffer.byteLength(svg), 0)).toBeLessThan(100_000);
      }
    }
  });

  test('are the same on every drawing', async () => {
    const transcript = await runEpisode({ agent: baselines.configAware(), codebase: medium, condition: 'active' });
    const draw = () => drawDependencyGraph(emptyBelief(), medium.groundTruth, new Set());
    expect(await draw()).toBe(await draw());
    const list = () => drawActionList(noveltiesOf(transcript, medium.groundTruth));
    expect(list()).toBe(list());
  });

  test('of passive-full show no actions, of which there are none', async () => {
    const transcript = await runEpisode({
      agent: baselines.configAware(),
      codebase: medium,
      condition: 'passive-full',
    });
    const pictures = await drawExploring(transcript, medium.groundTruth, score(transcript, medium.groundTruth));
    expect(pictures.map(({ name }) => name)).toEqual(['dependency graph', 'edge types and calibration']);
  });
});

describe('the dependency graph', () => {
  const edges = medium.groundTruth.dependency_edges;
  const colours = (svg: string) =>
    [PALETTE.found, PALETTE.missed, PALETTE.hallucinated].map((colour) => svg.split(colour).length - 1);

  test('counts and draws what was found, missed and hallucinated', async () => {
    const [first] = edges as [(typeof edges)[number]];
    const belief = readBelief(
      {
        components: {
          [first.source]: {
            edges: [
              { target: first.target, type: first.type },
              { target: 'made-up.ts', type: 'IMPORTS' },
            ],
          },
        },
      },
      1,
    )?.belief;
    const svg = await drawDependencyGraph(belief ?? emptyBelief(), medium.groundTruth, new Set());
    expect(svg).toContain('>found (1)<');
    expect(svg).toContain(`>missed (${edges.length - 1})<`);
    expect(svg).toContain('>hallucinated (1)<');
    expect(svg).toContain('>made-up.ts<');
    expect(Math.min(...colours(svg))).toBeGreaterThan(0);
  });

  test('names every module', async () => {
    const svg = await drawDependencyGraph(emptyBelief(), medium.groundTruth, new Set());
    for (const path of Object.keys(medium.groundTruth.modules)) expect(svg).toContain(`>${path.split('/').at(-1)}<`);
  });

  test('draws no more than some of the files that a belief makes up', async () => {
    const made = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`x${i}.ts`, { edges: [{ target: `y${i}.ts`, type: 'IMPORTS' }] }]),
    );
    const belief = readBelief({ components: made }, 1)?.belief ?? emptyBelief();
    const svg = await drawDependencyGraph(belief, medium.groundTruth, new Set());
    expect(svg).toContain('>hallucinated (500, 80 drawn)<');
    expect(svg.length).toBeLessThan(80_000);
  });
});

describe('the trajectory', () => {
  test('has a point for each action, with what could have been known by then', async () => {
    const source = medium.groundTruth.dependency_edges[0]?.source as string;
    const points = trajectoryOf(
      await explored(['LIST()', `OPEN(${source})`, 'OPEN(nowhere.ts)', 'LIST(src)']),
      medium.groundTruth,
    );
    expect(points.map(({ step, ok, probed }) => [step, ok, probed])).toEqual([
      [0, true, false],
      [1, true, false],
      [2, true, false],
      [3, false, true],
      [4, true, true],
    ]);
    const shown = medium.groundTruth.dependency_edges.filter(({ evidence }) =>
      evidence?.every((path) => path === source),
    );
    expect(points.map(({ attainable }) => attainable)).toEqual([
      0,
      0,
      ...Array(3).fill(shown.length / medium.groundTruth.dependency_edges.length),
    ]);
    expect(points.map(({ f1 }) => f1)).toEqual([null, null, null, 0, 0]);
  });
});

describe('the action list', () => {
  test('says what each action brought', async () => {
    const { modules, dependency_edges, contracts } = medium.groundTruth;
    const bare = Object.keys(modules).find((path) => dependency_edges.every(({ source }) => source !== path));
    const called = contracts.find(({ name }) => !name.includes('.')) as (typeof contracts)[number];
    const transcript = await explored([
      'LIST(src)',
      'LIST(src)',
      `OPEN(${bare})`,
      `OPEN(${bare})`,
      'OPEN(nowhere.ts)',
      'SEARCH(import )',
      'SEARCH(no such text)',
      `INSPECT(${called.module}, ${called.name})`,
      `INSPECT(${called.module}, ${called.name})`,
    ]);
    const news = noveltiesOf(transcript, medium.groundTruth).map((novelty) => novelty.news);
    expect(news[0]).toMatch(/^\d+ names$/);
    expect(news.slice(1, 5)).toEqual(['nothing', 'no edge attainable', 'nothing: opened before', 'failed']);
    expect(news[5]).toMatch(/^\d+ places$/);
    expect(news.slice(6)).toEqual(['nothing', '1 signature', 'nothing: known before']);
  });

  test('counts edges that a file makes attainable', async () => {
    const opens = Object.keys(medium.groundTruth.modules).map((path) => `OPEN(${path})`);
    const transcript = await runEpisode({
      agent: scripted([
        ...opens,
        ...[...medium.files.keys()].filter((path) => path.endsWith('.json')).map((path) => `OPEN(${path})`),
      ]),
      codebase: medium,
      condition: 'active',
      budget: 100,
    });
    const counts = noveltiesOf(transcript, medium.groundTruth).map(({ news }) =>
      Number(/^(\d+) edges? attainable/.exec(news)?.[1] ?? 0),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(medium.groundTruth.dependency_edges.length);
  });

  test('writes whatever an agent names as text', async () => {
    const svg = drawActionList(noveltiesOf(await explored(['SEARCH(<script>&"\u0007)']), medium.groundTruth));
    expect(svg).toContain('SEARCH(&lt;script&gt;&amp;"');
    expect(svg).not.toContain('\u0007');
  });
});

describe('the picture of a revision', () => {
  const beliefOf = async (codebase: Codebase): Promise<Belief> => {
    const transcript = await runEpisode({ agent: baselines.oracle(), codebase, condition: 'active' });
    return beliefsOf(transcript).at(-1) as Belief;
  };
  /** How many lines the colour has, of a class that has it. */
  const linesOf = (svg: string, color: string): number => {
    const names = [...svg.matchAll(/\.(\w+)\{([^}]*)\}/g)]
      .filter(([, , look]) => look?.includes(`stroke:${color}`) && look.includes('fill:none'))
      .map(([, name]) => name);
    return [...svg.matchAll(/<path class="(\w+)"/g)].filter(([, name]) => names.includes(name)).length;
  };

  test('draws the affected edges before, after and true, and tells found, missed and hallucinated apart', async () => {
    const { codebase, mutation } = mutate(medium, 'dependency_shift', 'repaired');
    const [before, now] = [medium.groundTruth, codebase.groundTruth];
    const [old, current] = [await beliefOf(medium), await beliefOf(codebase)];
    const { edges } = mutation.claimed_elements;
    const were = edges.filter((edge) => trueEdgeKeys(before).has(edgeKey(edge))).length;
    const are = edges.length - were;
    expect(Math.min(were, are)).toBeGreaterThan(0);

    const followed = await drawRevision(mutation, old, current, before, now);
    expect(linesOf(followed, PALETTE.found)).toBe(were + are);
    expect(linesOf(followed, PALETTE.text)).toBe(are);
    expect(linesOf(followed, PALETTE.missed) + linesOf(followed, PALETTE.hallucinated)).toBe(0);

    const unmoved = await drawRevision(mutation, old, old, before, now);
    expect(linesOf(unmoved, PALETTE.found)).toBe(were);
    expect(linesOf(unmoved, PALETTE.hallucinated)).toBe(were);
    expect(linesOf(unmoved, PALETTE.missed)).toBe(are);
  });

  test('stands before those of the episode, which say nothing of what was opened before the evidence', async () => {
    const agent = baselines.followImports();
    const { codebase: after, mutation } = mutate(medium, 'boundary_breach');
    let explorer: Explorer | null = null;
    const onExplorer = (at: Explorer) => {
      explorer = at;
    };
    const active = await runEpisode({ agent, codebase: medium, condition: 'active' }, { onExplorer });
    const transcript = await runRevision(
      { agent, codebase: medium, budget: 3 },
      { after, mutation, evidence: 'a check failed', construct: { transcript: active, explorer } },
    );
    const [before, now] = [medium.groundTruth, after.groundTruth];
    const change = { type: mutation.type, variant: mutation.variant, is_sham: false };
    const cell = { phase: 'revise', agent, subject: medium, trial: 1, track: 'scratchpad', ...change };
    const scores = scoreRevisePhase(transcript, before, now);
    const pictures = await picturesOf({ cell, transcript, scores, handOver: null, path: '', wall_ms: 0 });
    expect(pictures.map(({ name }) => name)).toEqual([
      'revision',
      'belief trajectory',
      'dependency graph',
      'edge types and calibration',
      'actions',
    ]);
    expect(pictures[1]?.svg).toContain('>recall<');
    expect(pictures[1]?.svg).not.toContain('attainable');
    expect(pictures[2]?.svg).toContain('>not opened since the evidence<');
  });

  test('has no graph where a contract alone is affected', async () => {
    const { codebase, mutation } = mutate(medium, 'interface_break');
    const belief = await beliefOf(medium);
    const svg = await drawRevision(mutation, belief, belief, medium.groundTruth, codebase.groundTruth);
    expect(svg).toContain('parameters of ');
    expect(svg).not.toContain('<path');
  });
});

describe('the picture of an exploit phase', () => {
  const questions = questionsOf(medium, 1);
  const answers = (choose: (question: (typeof questions)[number]) => number | string): Promise<Transcript> => {
    let next = 0;
    const agent: Agent = {
      name: 'answers',
      explore: () => ({
        act: () => 'DONE()',
        observe: () => {},
        believe: () => ({ components: {} }),
        choose: () => choose(questions[next++] as (typeof questions)[number]),
      }),
    };
    return runExploitation({ agent, codebase: medium }, { questions, construct: null });
  };

  test('shows questions, what was chosen and what is right, and nothing of exploring', async () => {
    const transcript = await answers(({ answer }) => answer);
    const cell = { phase: 'exploit', agent: baselines.null(), subject: medium, trial: 1 };
    const scores = scoreExploitPhase(transcript, medium.groundTruth);
    const pictures = await picturesOf({ cell, transcript, scores, handOver: null, path: '', wall_ms: 0 });
    expect(pictures.map(({ name }) => name)).toEqual(['questions']);
    expect(pictures[0]?.svg).toContain(`Questions: ${questions.length} of ${questions.length} right`);
    expect(pictures[0]?.svg.match(/✓ [A-D]\. /g)).toHaveLength(questions.length);
    const wrong = await answers(({ answer }) => (answer + 1) % 4);
    const drawn = drawQuestions(choicesOf(wrong));
    expect(drawn.match(/✗ [A-D]\. /g)).toHaveLength(questions.length);
    expect(drawn.match(/○ [A-D]\. /g)).toHaveLength(questions.length);
  });

  test('says where no option was chosen', async () => {
    const none = await answers(() => 'I cannot tell');
    expect(drawQuestions(choicesOf(none))).toContain('no option was chosen');
  });
});

test('text in pictures holds no character that XML does not have', () => {
  expect(escaped('a\u0000\u001b\ufffe\uffff\ud800b<&>')).toBe('a     b&lt;&amp;&gt;');
});
