import { describe, expect, test, vi } from 'vitest';
import { baselines } from '../../agents/baselines/baselines.ts';
import { type Codebase, createCodebase } from '../../codebase/codebase.ts';
import type { Action } from '../../episode/actions/actions.ts';
import {
  type Agent,
  AgentStopped,
  type Believed,
  EpisodeFailure,
  type Explorer,
  type Observation,
} from '../../episode/agent.ts';
import { actionsOf, beliefsOf, describeActions, readTranscript, type Transcript } from '../../episode/transcript.ts';
import { generate } from '../../patterns/generate.ts';
import { runEpisode } from './run-episode.ts';

const [codebase] = generate({ complexity: 'small', seeds: [1] }) as [Codebase];

/** An agent that takes the given actions and notes what it is told. */
function scripted(actions: (Action | string)[], told: Observation[] = [], explorer: Partial<Explorer> = {}): Agent {
  return {
    name: 'scripted',
    explore: () => {
      let next = 0;
      return {
        act: () => actions[next++] ?? { type: 'done' },
        observe: (observations) => void told.push(...observations),
        believe: () => ({ components: {} }),
        ...explorer,
      };
    },
  };
}

const list = (argument = ''): Action => ({ type: 'list', argument });
const probeSteps = (transcript: Transcript) =>
  transcript.events.flatMap((event) => (event.type === 'probe' ? [event.step] : []));

describe('budget and probes', () => {
  test.each([
    [20, 3, 7, [3, 6, 7]],
    [20, 3, 6, [3, 6]],
    [20, 3, 0, [0]],
    [6, 3, 30, [3, 6]],
    [7, 3, 30, [3, 6, 7]],
    [2, 3, 30, [2]],
    [4, 1, 4, [1, 2, 3, 4]],
  ])('budget %i, a probe every %i, %i actions: probes after %j', async (budget, probeEvery, count, steps) => {
    const agent = scripted(Array.from({ length: count }, () => list()));
    const transcript = await runEpisode({ agent, codebase, condition: 'active', budget, probeEvery });
    expect(probeSteps(transcript)).toEqual(steps);
    expect(actionsOf(transcript)).toHaveLength(Math.min(budget, count));
    expect(transcript.outcome).toEqual({ status: 'finished' });
  });

  test('without probes on the way there is one, at the end', async () => {
    const agent = scripted([list(), list(), list(), list()]);
    const transcript = await runEpisode({ agent, codebase, condition: 'active', track: 'no-probe' });
    expect(probeSteps(transcript)).toEqual([4]);
  });

  test('an action that fails costs one and is answered', async () => {
    const told: Observation[] = [];
    await runEpisode({
      agent: scripted([{ type: 'open', argument: 'nowhere.ts' }], told),
      codebase,
      condition: 'active',
    });
    expect(told).toEqual([
      {
        step: 1,
        action: { type: 'open', argument: 'nowhere.ts' },
        output: 'Error: there is no file nowhere.ts',
        ok: false,
      },
    ]);
  });

  test('the step of a belief is the harness’s, whatever the agent says', async () => {
    const agent = scripted([list(), list(), list()], [], { believe: () => ({ step: 99, components: {} }) });
    const transcript = await runEpisode({ agent, codebase, condition: 'active' });
    expect(beliefsOf(transcript).map(({ step }) => step)).toEqual([3]);
  });

  test('an answer without a belief leaves the previous one standing', async () => {
    const answers = [{ components: { 'a.ts': { edges: [] } } }, 'no idea', null] as Believed[];
    const agent = scripted([list(), list(), list()], [], { believe: () => answers.shift() as Believed });
    const transcript = await runEpisode({ agent, codebase, condition: 'active', probeEvery: 1 });
    expect(transcript.events.filter(({ type }) => type === 'probe')).toHaveLength(3);
    expect(beliefsOf(transcript).map(({ step }) => step)).toEqual([1]);
  });
});

describe('actions in text', () => {
  test('are read, and two reminders are given before an episode is stopped', async () => {
    const reminders: unknown[] = [];
    const answers = ['LIST()', 'hm', 'well', 'OPEN(package.json)', 'hm', 'hm', 'hm', 'LIST()'];
    const agent = scripted([], [], {
      act: ({ reminder }) => {
        reminders.push(reminder !== undefined);
        return answers.shift() ?? 'DONE()';
      },
    });
    const transcript = await runEpisode({ agent, codebase, condition: 'active' });
    expect(describeActions(transcript)).toEqual(['LIST()', 'OPEN(package.json)']);
    expect(reminders).toEqual([false, false, true, true, false, true, true]);
    expect(transcript.outcome).toMatchObject({ status: 'stopped', reason: 'no-action' });
  });
});

describe('conditions', () => {
  test('passive-full shows all files at once and probes once', async () => {
    const told: Observation[] = [];
    const transcript = await runEpisode({ agent: scripted([], told), codebase, condition: 'passive-full' });
    expect(told.map(({ action }) => 'argument' in action && action.argument)).toEqual([...codebase.files.keys()]);
    expect(probeSteps(transcript)).toEqual([0]);
  });

  test('passive-oracle shows the modules with the most true edges first, one a step', async () => {
    const told: Observation[] = [];
    const transcript = await runEpisode({
      agent: scripted([], told),
      codebase,
      condition: 'passive-oracle',
      budget: 5,
    });
    const degree = (path: string) =>
      codebase.groundTruth.dependency_edges.filter(({ source, target }) => source === path || target === path).length;
    const shown = told.map(({ action }) => ('argument' in action ? action.argument : ''));
    const best = Object.keys(codebase.groundTruth.modules)
      .toSorted((a, b) => degree(b) - degree(a) || (a < b ? -1 : 1))
      .slice(0, 5);
    expect(shown).toEqual(best);
    expect(told.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    expect(probeSteps(transcript)).toEqual([3, 5]);
  });

  test('passive-replay shows what the agent saw in its own active episode, failures included', async () => {
    const actions: Action[] = [list(), { type: 'open', argument: 'gone.ts' }, { type: 'search', argument: 'Stage' }];
    const told: Observation[] = [];
    await runEpisode({ agent: scripted(actions, told), codebase, condition: 'active' });
    const seen = told.splice(0);
    await runEpisode({ agent: scripted(actions, told), codebase, condition: 'passive-replay' });
    // The replay runs the active episode first, and then shows it.
    expect(told.slice(seen.length)).toEqual(seen);
  });

  test('a replay takes the active episode that it is given', async () => {
    const agent = baselines.bfsImport();
    const active = await runEpisode({ agent, codebase, condition: 'active' });
    const asked = vi.fn(async () => active);
    const replay = await runEpisode({ agent, codebase, condition: 'passive-replay' }, { active: asked });
    expect(asked).toHaveBeenCalledOnce();
    expect(describeActions(replay)).toEqual(describeActions(active));
    expect(beliefsOf(replay)).toEqual(beliefsOf(active));
  });

  test('a replay of a failed episode fails with its cause', async () => {
    const agent: Agent = { name: 'x', explore: () => Promise.reject(new EpisodeFailure('provider', 'down')) };
    const replay = await runEpisode({ agent, codebase, condition: 'passive-replay' });
    expect(replay.outcome).toMatchObject({
      status: 'failed',
      kind: 'provider',
      message: expect.stringContaining('down'),
    });
  });
});

describe('outcomes', () => {
  test('an agent that gives up is stopped, and keeps its last belief', async () => {
    const agent = scripted([list(), list(), list()], [], {
      believe: () => ({ components: { 'a.ts': {} } }),
      observe: ([observation]) => {
        if (observation?.step === 4) throw new AgentStopped('context-overflow');
      },
      act: () => list(),
    });
    const transcript = await runEpisode({ agent, codebase, condition: 'active' });
    expect(transcript.outcome).toMatchObject({ status: 'stopped', reason: 'context-overflow' });
    expect(beliefsOf(transcript).map(({ step }) => step)).toEqual([3]);
  });

  test('anything else that is thrown is a failure of infrastructure', async () => {
    const agent = scripted([], [], { act: () => Promise.reject(new TypeError('fetch failed')) });
    const { outcome } = await runEpisode({ agent, codebase, condition: 'active' });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'agent-error', message: 'TypeError: fetch failed' });
  });

  test('a cancelled episode fails at once, and an answer that comes later changes nothing', async () => {
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<Action>();
    const agent = scripted([], [], { act: () => promise });
    const running = runEpisode({ agent, codebase, condition: 'active' }, { signal: controller.signal });
    controller.abort(new DOMException('too slow', 'TimeoutError'));
    const transcript = await running;
    expect(transcript.outcome).toEqual({ status: 'failed', kind: 'timeout', message: 'too slow' });
    const events = structuredClone(transcript.events);
    resolve(list());
    await new Promise((done) => setTimeout(done, 5));
    expect(transcript.events).toEqual(events);
  });
});

describe('what an agent is told', () => {
  test('is neither the ground truth nor which codebase it is', async () => {
    const explore = vi.fn(scripted([]).explore);
    await runEpisode({ agent: { name: 'curious', explore }, codebase, condition: 'active' });
    const [task, truth] = explore.mock.calls[0] ?? [];
    expect(truth).toBeUndefined();
    expect(JSON.stringify(task)).not.toContain(codebase.id);
    expect(Object.keys(task ?? {}).toSorted()).toEqual([
      'budget',
      'condition',
      'episode',
      'language',
      'noteCall',
      'offTheClock',
      'onEnd',
      'probeEvery',
      'protocol',
      'retry',
      'seed',
      'signal',
      'track',
      'trial',
      'warn',
    ]);
  });

  test('a seed that differs between codebases and trials and is the same on every run', async () => {
    const other = createCodebase([['a.ts', '']], { ...codebase.groundTruth, codebase_id: 'other' });
    const seedOf = async (code: Codebase, trial: number) => {
      const explore = vi.fn(scripted([]).explore);
      await runEpisode({ agent: { name: 'x', explore }, codebase: code, condition: 'active', trial });
      return explore.mock.calls[0]?.[0].seed;
    };
    const seeds = [await seedOf(codebase, 1), await seedOf(codebase, 2), await seedOf(other, 1)];
    expect(new Set(seeds).size).toBe(3);
    expect(await seedOf(codebase, 1)).toBe(seeds[0]);
  });
});

describe('transcripts', () => {
  const linesOf = async (agent: Agent) => {
    const lines: string[] = [];
    const transcript = await runEpisode(
      { agent, codebase, condition: 'active' },
      { onEvent: (line) => lines.push(JSON.stringify(line)) },
    );
    return { lines, transcript };
  };

  test('read back from their lines are the same', async () => {
    const { lines, transcript } = await linesOf(baselines.configAware());
    expect(readTranscript(lines.join('\n'))).toEqual(transcript);
  });

  test('that were cut off keep what they had, and count as failed', async () => {
    const { lines, transcript } = await linesOf(baselines.configAware());
    const read = readTranscript(`${lines.slice(0, 6).join('\n')}\n${lines[6]?.slice(0, 10)}`);
    expect(read.events).toEqual(transcript.events.slice(0, 5));
    expect(read.outcome).toMatchObject({ status: 'failed', kind: 'interrupted' });
  });
});
