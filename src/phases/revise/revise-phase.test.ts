import { describe, expect, test } from 'vitest';
import { runRevision } from '../../../fixtures/run-phases.ts';
import { baselines } from '../../agents/baselines/baselines.ts';
import { type Belief, emptyBelief } from '../../belief/belief.ts';
import type { Codebase } from '../../codebase/codebase.ts';
import type { GroundTruth } from '../../codebase/ground-truth.ts';
import type { Agent, Explorer, Observation } from '../../episode/agent.ts';
import { readTranscript, type Transcript } from '../../episode/transcript.ts';
import { languageOf } from '../../languages/languages.ts';
import { generate } from '../../patterns/generate.ts';
import { evidenceOf } from '../../patterns/mutations/evidence.ts';
import { mutate, shamOf } from '../../patterns/mutations/mutate.ts';
import { MUTATION_TYPES, type Mutated, type MutationType } from '../../patterns/mutations/mutation.ts';
import { runEpisode } from '../construct/run-episode.ts';
import { mutationOf } from './run-revision.ts';
import { scoreRevisePhase } from './score-revision.ts';
import type { ReviseScores } from './scores.ts';

// All of them are in the slow tests: the checks of each are run.
const seeds = process.env.TOCS_EVERY_SEED ? [1, 2, 3, 4, 5] : [1];
const codebases = generate({ complexity: 'small', seeds });
const [codebase] = codebases as [Codebase];

interface Phase {
  transcript: Transcript;
  scores: ReviseScores;
}

/** An active episode and, from it, one revise phase. */
async function revise(agent: Agent, on: Codebase, type: MutationType, is_sham = false, budget = 5): Promise<Phase> {
  let explorer: Explorer | null = null;
  const construct = await runEpisode(
    { agent, codebase: on, condition: 'active' },
    {
      onExplorer: (at) => {
        explorer = at;
      },
    },
  );
  const real = mutate(on, type);
  const { codebase: after, mutation } = is_sham ? shamOf(on, real) : real;
  const evidence = await evidenceOf(on, real.codebase, 'broken');
  const transcript = await runRevision(
    { agent, codebase: on, budget },
    { after, mutation, evidence, construct: { transcript: construct, explorer } },
  );
  return { transcript, scores: scoreRevisePhase(transcript, on.groundTruth, after.groundTruth) };
}

const oracleBelief = async (truth: GroundTruth): Promise<Belief> => {
  const explorer = await baselines.oracle().explore({} as never, truth);
  return explorer.believe({ step: 0, left: 0, final: true }) as Belief;
};

/** Knows all that was true, and does what the test says with evidence. */
function knowing(name: string, revise: (belief: Belief, evidence: string) => Belief | Promise<Belief>): Agent {
  const at = (belief: Belief): Explorer => {
    let current = belief;
    return {
      act: () => ({ type: 'done' }),
      observe: () => {},
      believe: ({ step }) => ({ ...current, step }),
      fork: () => at(current),
      learn: async ({ evidence }) => {
        current = await revise(structuredClone(current), evidence);
      },
    };
  };
  return { name, seesTruth: true, explore: async (_, truth) => at(await oracleBelief(truth as GroundTruth)) };
}

const ignores = knowing('ignores evidence', (belief) => belief);

/** Believes whatever the evidence claims: of whichever change has that evidence, real or not. */
const believesAll = (twins: ReadonlyMap<string, Mutated>) =>
  knowing('believes any evidence', async (_, evidence) =>
    oracleBelief((twins.get(evidence) as Mutated).codebase.groundTruth),
  );

/** Re-reads the files that the evidence names, and believes their imports, and that new ones are called; else it holds on to what it knew. */
const rereads: Agent = {
  name: 're-reads',
  seesTruth: true,
  explore: async (task, truth) => {
    const make = (belief: Belief): Explorer => {
      let named: string[] = [];
      return {
        act: () => {
          const path = named.shift();
          return path === undefined ? { type: 'done' } : { type: 'open', argument: path };
        },
        observe: (observations: readonly Observation[]) => {
          for (const { action, output, ok } of observations) {
            if (action.type !== 'open' || !ok) continue;
            const component = belief.components[action.argument];
            if (!component) continue;
            const context = { exists: (path: string) => path in belief.components };
            const targets = languageOf(task.language).imports(action.argument, output, context);
            const others = component.edges.filter(({ type }) => type !== 'IMPORTS');
            const known = component.edges.map(({ target }) => target);
            component.edges = [
              ...others,
              ...targets.map((target) => ({ target, type: 'IMPORTS' as const, confidence: 1 })),
              // What is new is called, it takes it.
              ...targets
                .filter((target) => !known.includes(target))
                .map((target) => ({ target, type: 'CALLS_API' as const, confidence: 1 })),
            ];
          }
        },
        believe: ({ step }) => ({ ...structuredClone(belief), step }),
        fork: () => make(structuredClone(belief)),
        learn: ({ evidence }) => {
          named = Object.keys(belief.components).filter((path) => evidence.includes(path));
        },
      };
    };
    return make(await oracleBelief(truth as GroundTruth));
  },
};

describe('the measure', () => {
  test.each(MUTATION_TYPES)(
    'of %s: who ignores evidence has inertia 1 on what it knew, and no gullibility',
    async (type) => {
      for (const on of codebases) {
        const { revision } = (await revise(ignores, on, type)).scores;
        expect(revision).toMatchObject({
          inertia_proper: 1,
          impact_discovery: null,
          score: 0,
          latency: null,
          unknown: 0,
        });
        const sham = (await revise(ignores, on, type, true)).scores.revision;
        expect(sham).toMatchObject({ claimed_gullibility: 0, gullibility: 0, score: 1 });
      }
    },
  );

  test.each(MUTATION_TYPES)('of %s: who believes any evidence revises all, and falls for every sham', async (type) => {
    for (const on of codebases) {
      const real = mutate(on, type);
      const agent = believesAll(new Map([[await evidenceOf(on, real.codebase, 'broken'), real]]));
      const { scores } = await revise(agent, on, type);
      expect(scores.revision).toMatchObject({ score: 1, inertia_proper: 0, latency: 0 });
      expect(scores.dependency_f1).toBe(1);
      expect((await revise(agent, on, type, true)).scores.revision).toMatchObject({ claimed_gullibility: 1 });
    }
  });

  test('of boundary_breach: who re-reads the named files does well at both', async () => {
    for (const on of codebases) {
      expect((await revise(rereads, on, 'boundary_breach')).scores.revision).toMatchObject({
        score: 1,
        inertia_proper: 0,
      });
      const sham = (await revise(rereads, on, 'boundary_breach', true)).scores.revision;
      expect(sham).toMatchObject({ claimed_gullibility: 0, score: 1 });
    }
  });

  test('gives an empty belief what it is right of by saying nothing, and nothing over what was seen', async () => {
    const { revision } = (await revise(baselines.null(), codebase, 'dependency_shift')).scores;
    const { edges } = mutate(codebase, 'dependency_shift').mutation.claimed_elements;
    const old = new Set(
      codebase.groundTruth.dependency_edges.map(({ source, target, type }) => `${source}${target}${type}`),
    );
    const appears = edges.filter(({ source, target, type }) => !old.has(`${source}${target}${type}`)).length;
    expect(revision.known).toBe(appears);
    expect(revision.score).toBe((edges.length - appears) / edges.length);
    expect(revision).toMatchObject({ observed: 0, observed_score: null });
  });

  test('is at its best for the oracle', async () => {
    for (const type of MUTATION_TYPES) {
      const { scores } = await revise(baselines.oracle(), codebase, type);
      expect(scores).toMatchObject({ dependency_f1: 1, revision: { score: 1, inertia_proper: 0 } });
      expect(scores.revision.f1_before).toBeLessThanOrEqual(1);
    }
  });
});

describe('a revise phase', () => {
  test('goes on in the same conversation, on the changed code, with its own budget', async () => {
    const { transcript } = await revise(baselines.bfsImport(), codebase, 'boundary_breach', false, 9);
    expect(transcript.start).toMatchObject({ set_up: { budget: 9 }, axes: { change: 'boundary_breach real' } });
    expect(mutationOf(transcript)).toMatchObject({ type: 'boundary_breach', is_sham: false });
    const kinds = transcript.events.map(({ type }) => type);
    expect(kinds.slice(0, 2)).toEqual(['probe', 'note']);
    expect(kinds.filter((kind) => kind === 'action')).toHaveLength(9);
    const { target_module } = mutate(codebase, 'boundary_breach').mutation;
    // It opens what the evidence names, and sees it as it is now.
    const opened = transcript.events.find(
      (event) => event.type === 'action' && event.action.type === 'open' && event.action.argument === target_module,
    );
    expect(opened).toMatchObject({ output: mutate(codebase, 'boundary_breach').codebase.files.get(target_module) });
  });

  test('shows the code as it was where the evidence is a sham', async () => {
    const { transcript } = await revise(baselines.bfsImport(), codebase, 'boundary_breach', true);
    for (const event of transcript.events) {
      if (event.type !== 'action' || event.action.type !== 'open') continue;
      expect(event.output).toBe(codebase.files.get(event.action.argument));
    }
  });

  test('reads back from its lines, and scores the same', async () => {
    const { transcript, scores } = await revise(baselines.followImports(), codebase, 'dependency_shift');
    const lines = [transcript.start, ...transcript.events].map((line) => JSON.stringify(line));
    const read = readTranscript(lines.join('\n'));
    const after = mutate(codebase, 'dependency_shift').codebase.groundTruth;
    expect(scoreRevisePhase(read, codebase.groundTruth, after)).toEqual(scores);
  });

  test('changes nothing for another phase that goes on from the same episode', async () => {
    let explorer: Explorer | null = null;
    const agent = baselines.configAware();
    const construct = await runEpisode(
      { agent, codebase, condition: 'active' },
      {
        onExplorer: (at) => {
          explorer = at;
        },
      },
    );
    const phase = async (type: MutationType) => {
      const { codebase: after, mutation } = mutate(codebase, type);
      const revision = { after, mutation, evidence: 'src/cli.ts', construct: { transcript: construct, explorer } };
      return (await runRevision({ agent, codebase, budget: 5 }, revision)).events;
    };
    const alone = await phase('boundary_breach');
    await phase('dependency_shift');
    expect(await phase('boundary_breach')).toEqual(alone);
  });

  test('of an agent that stopped keeps its last belief, and of a failed episode fails with the cause', async () => {
    const { codebase: after, mutation } = mutate(codebase, 'boundary_breach');
    const start = (await runEpisode({ agent: ignores, codebase, condition: 'active' })).start;
    const from = (outcome: Transcript['outcome']) =>
      runRevision(
        { agent: ignores, codebase, budget: 5 },
        { after, mutation, evidence: '', construct: { transcript: { start, events: [], outcome }, explorer: null } },
      );
    const stopped = await from({ status: 'stopped', reason: 'refusal', message: 'no' });
    expect(stopped.outcome).toMatchObject({ status: 'stopped', reason: 'refusal' });
    expect(scoreRevisePhase(stopped, codebase.groundTruth, after.groundTruth).dependency_f1).toBe(0);
    const failed = await from({ status: 'failed', kind: 'provider', message: 'down' });
    expect(failed.outcome).toEqual({
      status: 'failed',
      kind: 'provider',
      message: 'the active episode to go on from failed: down',
    });
  });
});

test('claims of an interface break are about the signature', async () => {
  const tells = knowing('tells', (belief) => ({ ...emptyBelief(), components: {}, invariants: belief.invariants }));
  const { scores } = await revise(tells, codebase, 'interface_break', true);
  expect(scores.revision.claimed_gullibility).toBe(1);
  expect(mutate(codebase, 'interface_break').mutation.claimed_elements.contracts).toHaveLength(1);
});
