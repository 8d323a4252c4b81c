import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runExploitation, runRevision } from '../../../fixtures/run-phases.ts';
import { type ModelServer, type ServerOptions, startModelServer } from '../../../fixtures/scripted-models/server.ts';
import { BeliefAnswer } from '../../belief/answer-schema.ts';
import type { Codebase } from '../../codebase/codebase.ts';
import type { Agent, Explorer } from '../../episode/agent.ts';
import type { Episode } from '../../episode/explore-run.ts';
import { callsOf, type Transcript } from '../../episode/transcript.ts';
import { generate } from '../../patterns/generate.ts';
import { mutate } from '../../patterns/mutations/mutate.ts';
import { questionsOf } from '../../patterns/questions/question.ts';
import { runEpisode } from '../../phases/construct/run-episode.ts';
import { choicesOf } from '../../phases/exploit/run-exploitation.ts';
import { phaseOf } from '../../phases/phases.ts';
import { costOf } from './cost.ts';
import type { OpenAIAgentOptions } from './models.ts';
import { openai } from './models.ts';
import { fill, loadPrompts } from './prompts.ts';
import type { CallMode } from './recordings.ts';
import { configureRun } from './run.ts';

const [codebase] = generate({ complexity: 'small', seeds: [1] }) as [Codebase];
let server: ModelServer;
/** Within a test a server comes back at the same address, since recordings are of one server. */
let port = 0;
afterEach(async () => {
  await server?.close();
  port = 0;
  vi.unstubAllEnvs();
});

interface Setting extends Partial<Episode> {
  options?: OpenAIAgentOptions;
  serve?: ServerOptions;
  mode?: CallMode;
  calls?: string;
}

async function run({ options, serve, mode = 'live', calls, ...episode }: Setting = {}): Promise<Transcript> {
  server = await startModelServer({ ...serve, port });
  port = server.port;
  configureRun({ mode, directory: calls ?? mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
  return runAgain(options, episode);
}

const runAgain = (options: OpenAIAgentOptions = {}, episode: Partial<Episode> = {}) =>
  runEpisode({
    agent: openai('scripted-careful', { baseURL: server.openai, apiKey: 'sk-hidden', retryDelay: 1, ...options }),
    codebase,
    condition: 'active',
    budget: 6,
    ...episode,
  });

const essence = ({ events, outcome }: Transcript) => ({
  outcome,
  events: events.filter(({ type }) => type !== 'call'),
});

describe('recordings', () => {
  const recorded = async () => {
    const calls = mkdtempSync(join(tmpdir(), 'tocs-calls-'));
    const transcript = await run({ calls });
    const made = server.received.length;
    await server.close();
    return { calls, transcript, made };
  };
  const files = (directory: string) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(directory, name));

  test('are replayed without a call, and give the same transcript', async () => {
    const { calls, transcript, made } = await recorded();
    const replayed = await run({
      calls,
      mode: 'replay',
      options: { apiKey: undefined },
      serve: { disturb: () => ({ status: 500 }) },
    });
    // The address of the server is part of the request to the SDK, and not of the body that is compared.
    expect(essence(replayed)).toEqual(essence(transcript));
    expect(server.received).toHaveLength(0);
    expect(callsOf(replayed)).toHaveLength(made);
    expect(callsOf(replayed).every((call) => call.recorded)).toBe(true);
  });

  test('are called anew in live mode, and reused in resume mode', async () => {
    const { calls, made } = await recorded();
    await run({ calls, mode: 'resume' });
    expect(server.received).toHaveLength(0);
    await server.close();
    await run({ calls, mode: 'resume', budget: 7 });
    expect(server.received.length).toBe(made + 2);
  });

  test('are called anew on every live run, also of the same process, and reused by a retry alone', async () => {
    const { calls, made } = await recorded();
    await run({ calls });
    expect(server.received).toHaveLength(made);
    const agent = openai('scripted-careful', { baseURL: server.openai, apiKey: 'none' });
    await runEpisode({ agent, codebase, condition: 'active', budget: 6 }, { retry: true });
    expect(server.received).toHaveLength(made);
  });

  test('stay when a later live run gets no answer', async () => {
    const { calls, transcript } = await recorded();
    await run({ calls, serve: { disturb: () => ({ status: 401 }) } });
    await server.close();
    expect(essence(await run({ calls, mode: 'replay' }))).toEqual(essence(transcript));
  });

  test('of one server are not those of another', async () => {
    const { calls } = await recorded();
    port = 0;
    const { outcome } = await run({ calls, mode: 'replay' });
    expect(outcome).toMatchObject({ kind: 'replay-miss' });
  });

  test('a miss in replay mode fails and says what has changed', async () => {
    const { calls } = await recorded();
    const { outcome } = await run({ calls, mode: 'replay', options: { temperature: 0.5 } });
    expect(outcome).toMatchObject({
      status: 'failed',
      kind: 'replay-miss',
      message: expect.stringMatching(/call 1 differs from the recorded one in temperature$/),
    });
    const other = await runAgain({ prompts: { start: 'Off you go.' } });
    expect(other.outcome).toMatchObject({
      message: expect.stringMatching(/differs from the recorded one in message 2$/),
    });
  });

  test('survive a line that was half written', async () => {
    const { calls, transcript, made } = await recorded();
    const [file] = files(calls) as [string];
    appendFileSync(file, '{"key":"abc","parts":{');
    await run({ calls, mode: 'resume', budget: 7 });
    await server.close();
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.startsWith('{"key":"abc"'))).toHaveLength(1);
    const again = await run({ calls, mode: 'replay' });
    expect(essence(again)).toEqual(essence(transcript));
    expect(made).toBeGreaterThan(0);
  });

  test('hold no key and no header', async () => {
    const { calls } = await recorded();
    expect(() =>
      execFileSync('grep', ['-rilE', 'sk-hidden|authorization|bearer|user-agent|set-cookie', calls]),
    ).toThrow();
    expect(files(calls)).toHaveLength(1);
  });

  test('tell trials apart', async () => {
    const { calls } = await recorded();
    const { outcome } = await run({ calls, mode: 'replay', trial: 2 });
    expect(outcome).toMatchObject({
      kind: 'replay-miss',
      message: expect.stringContaining('nothing is recorded for this episode'),
    });
  });

  test('an answer that comes after the episode was cancelled changes nothing', async () => {
    const controller = new AbortController();
    server = await startModelServer({ latency: 100 });
    configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
    const agent = openai('scripted-careful', { baseURL: server.openai, apiKey: 'none' });
    const running = runEpisode({ agent, codebase, condition: 'active' }, { signal: controller.signal });
    setTimeout(() => controller.abort(new DOMException('enough', 'AbortError')), 150);
    const transcript = await running;
    const before = structuredClone(transcript.events);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(transcript.events).toEqual(before);
    expect(transcript.outcome).toMatchObject({ status: 'failed', kind: 'aborted' });
  });
});

describe('limits', () => {
  test('no more calls are under way at once than allowed, over all episodes', async () => {
    let under = 0;
    let most = 0;
    server = await startModelServer({
      latency: 10,
      disturb: () => {
        under--;
        return null;
      },
    });
    const { received } = server;
    const push = received.push.bind(received);
    received.push = (...entries) => {
      most = Math.max(most, ++under);
      return push(...entries);
    };
    configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
    const options = { limits: { concurrency: 3 } };
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((trial) => runAgain(options, { trial })));
    expect(most).toBe(3);
  });

  test('waiting for them is off the clock', async () => {
    server = await startModelServer({ latency: 30 });
    configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
    const agent = openai('scripted-careful', { baseURL: server.openai, apiKey: 'none', limits: { concurrency: 1 } });
    let waited = 0;
    const offTheClock = async <T>(wait: () => Promise<T>): Promise<T> => {
      const started = performance.now();
      const result = await wait();
      waited += performance.now() - started;
      return result;
    };
    const episode = (trial: number) =>
      runEpisode({ agent, codebase, condition: 'active', budget: 4, trial }, { offTheClock });
    await Promise.all([episode(1), episode(2), episode(3)]);
    expect(waited).toBeGreaterThan(200);
  });

  test.each([
    ['calls', { calls: 4 }, 4],
    ['tokens', { tokens: 5_000 }, 4],
  ])('a cap on %s ends the episode as the limit’s doing', async (_, limits, most) => {
    const { outcome } = await run({ options: { limits } });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'limit' });
    expect(server.received.length).toBeLessThanOrEqual(most);
  });

  test('costs are those of the prices given, cached input apart', () => {
    const usage = { input: 3_000_000, cached: 1_000_000, cache_write: 0, output: 500_000, reasoning: 0 };
    expect(costOf(usage, { input: 2, cached: 0.2, output: 8 })).toBeCloseTo(2 * 2 + 0.2 + 4, 9);
    expect(costOf(usage, { input: 2, output: 8 })).toBeCloseTo(6 + 4, 9);
    // What is written to a cache costs more than fresh input where the provider counts it.
    const written = { ...usage, cache_write: 1_000_000 };
    expect(costOf(written, { input: 2, cached: 0.2, output: 8 })).toBeCloseTo(2 + 0.2 + 2.5 + 4, 9);
    expect(costOf(written, { input: 2, cached: 0.2, cacheWrite: 3, output: 8 })).toBeCloseTo(2 + 0.2 + 3 + 4, 9);
    expect(costOf({ ...usage, output: null }, { input: 2, output: 8 })).toBeNull();
  });
});

describe('before anything is called', () => {
  test('a missing key is named', () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    configureRun({ mode: 'live', directory: '/tmp/none' });
    expect(openai('gpt').unavailable?.()).toBe('OPENAI_API_KEY is not set');
    configureRun({ mode: 'replay', directory: '/tmp/none' });
    expect(openai('gpt').unavailable?.()).toBeNull();
  });

  test.each([
    ['active', 'scratchpad', 3 * 20 + 7],
    ['active', 'no-probe', 3 * 20 + 1],
    ['passive-oracle', 'scratchpad', 7],
    ['passive-full', 'scratchpad', 1],
  ] as const)('the most calls under %s, %s are known', (condition, track, most) => {
    expect(openai('gpt').mostCalls?.({ condition, track, budget: 20, probeEvery: 3 })).toBe(most);
  });

  test('an unknown mode is refused', () => {
    vi.stubEnv('TOCS_CALLS', 'sometimes');
    expect(() => configureRun({ directory: '/tmp/none' })).toThrow(
      'TOCS_CALLS is sometimes: it must be one of live, resume, replay',
    );
  });
});

describe('prompts', () => {
  const prompts = loadPrompts('v2', 'all');

  test('show an example that follows the schema', () => {
    expect(BeliefAnswer.safeParse(JSON.parse(prompts.example)).error).toBeUndefined();
  });

  test('show an example that shares no name with any generated codebase', () => {
    const names = new Set(prompts.example.match(/[\w-]+\/[\w/-]+\.ts|takeMoney|Receipt/g));
    const all = generate({ complexity: 'large', seeds: [1, 2, 3, 4, 5, 6] }).flatMap(({ files }) => [...files].flat());
    for (const name of names) {
      const stem = name.split('/').at(-1)?.replace('.ts', '') ?? name;
      expect(all.filter((text) => new RegExp(`\\b${stem}\\b`).test(text))).toEqual([]);
    }
  });

  test('reasoning is part of the config that results are compared by', () => {
    const [low, high] = ['low', 'high'].map((reasoning) => openai('gpt', { reasoning }).config);
    expect(low).not.toEqual(high);
  });

  test('a hash of them is part of the episode, and changes with any of them', async () => {
    const hash = ({ promptHash }: Agent, phase = 'construct') =>
      typeof promptHash === 'function' ? promptHash(phaseOf(phase).protocol) : promptHash;
    const [usual, own] = [openai('gpt'), openai('gpt', { prompts: { probe: 'Speak.' } })];
    expect(hash(usual)).toMatch(/^[0-9a-f]{12}$/);
    expect(hash(own)).not.toBe(hash(usual));
    expect((await run()).start.prompt_hash).toBe(hash(usual));
    // What one phase alone is told outdates no other.
    const other = openai('gpt', { prompts: { choose: 'Choose: {{question}} {{options}}' } });
    expect(hash(other, 'exploit')).not.toBe(hash(usual, 'exploit'));
    for (const phase of ['construct', 'revise']) expect(hash(other, phase)).toBe(hash(usual, phase));
  });

  test('a placeholder without a value is a mistake that is named', () => {
    expect(() => fill('{{budget}} {{colour}}', { budget: 3 })).toThrow('there is no value for {{colour}}');
  });
});

test('any text at all as an answer ends the episode without a throw', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom('{', 'OPEN(', 'LIST()', 'DONE', '{"components":', '<tool>', ''),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('tools' as const, 'text' as const),
      async (answers, protocol) => {
        let next = 0;
        const policy = () => ({ text: answers[next++ % answers.length] as string });
        const { outcome } = await run({ serve: { policy }, options: { protocol }, budget: 4 });
        expect(['finished', 'stopped']).toContain(outcome.status);
        await server.close();
      },
    ),
    { numRuns: 40 },
  );
});

test('any arguments at all of a tool call end the episode without a throw', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('open', 'list', 'inspect', 'fly', ''),
      fc.dictionary(fc.constantFrom('dir', 'file', 'text', 'symbol'), fc.string({ maxLength: 8 })),
      async (action, args) => {
        const { outcome } = await run({ serve: { policy: () => ({ action, args }) }, budget: 3 });
        expect(['finished', 'stopped']).toContain(outcome.status);
        await server.close();
      },
    ),
    { numRuns: 30 },
  );
});

describe('the revise phase', () => {
  const changes = ['boundary_breach', 'dependency_shift'] as const;
  const phases = async (calls: string, mode: CallMode, serve: ServerOptions = {}) => {
    server = await startModelServer({ ...serve, port });
    port = server.port;
    configureRun({ mode, directory: calls });
    const agent = openai('scripted-careful', { baseURL: server.openai, apiKey: 'none', retryDelay: 1 });
    let explorer: Explorer | null = null;
    const construct = await runEpisode(
      { agent, codebase, condition: 'active', budget: 6 },
      {
        onExplorer: (at) => {
          explorer = at;
        },
      },
    );
    const made = server.received.length;
    const transcripts: Transcript[] = [];
    for (const type of changes) {
      const { codebase: after, mutation } = mutate(codebase, type);
      const revision = {
        after,
        mutation,
        evidence: `evidence of ${type}`,
        construct: { transcript: construct, explorer },
      };
      transcripts.push(await runRevision({ agent, codebase, budget: 2, probeEvery: 1 }, revision));
    }
    const received = server.received.map((request) => JSON.stringify(request));
    await server.close();
    return { construct, transcripts, made, received };
  };

  test('goes on in the same conversation, and each from where the episode ended', async () => {
    const { construct, transcripts, made, received } = await phases(mkdtempSync(join(tmpdir(), 'tocs-calls-')), 'live');
    expect(transcripts.map(({ outcome }) => outcome.status)).toEqual(['finished', 'finished']);
    const first = received.slice(made).filter((request) => request.includes('evidence of boundary_breach'));
    const second = received.slice(made).filter((request) => request.includes('evidence of dependency_shift'));
    expect(first.length).toBeGreaterThan(2);
    expect(second.length).toBeGreaterThan(2);
    expect(second.some((request) => request.includes('evidence of boundary_breach'))).toBe(false);
    // What was seen while exploring is still in sight.
    const seen = construct.events.find((event) => event.type === 'action' && event.action.type === 'open');
    const text = seen?.type === 'action' ? JSON.stringify(JSON.stringify(seen.output).slice(1, 60)).slice(1, -1) : '';
    for (const request of [...first, ...second]) expect(request).toContain(text.slice(0, 20));
    // Its calls are its own.
    for (const transcript of transcripts) expect(callsOf(transcript).length).toBeGreaterThan(2);
  });

  test('is replayed from recordings of its own', async () => {
    const calls = mkdtempSync(join(tmpdir(), 'tocs-calls-'));
    const live = await phases(calls, 'live');
    const replayed = await phases(calls, 'replay', { disturb: () => ({ status: 500 }) });
    expect(replayed.received).toEqual([]);
    expect(replayed.transcripts.map(essence)).toEqual(live.transcripts.map(essence));
  });
});

describe('the exploit phase', () => {
  test('asks each question on a copy of the conversation, and reads the letter', async () => {
    const [codebase] = generate({ seeds: [1] }) as [Codebase];
    const questions = questionsOf(codebase, 1).slice(0, 3);
    server = await startModelServer({
      policy: (conversation) =>
        conversation.turns.at(-1)?.text.includes('Answer with the letter')
          ? { text: 'C' }
          : conversation.wants === 'belief'
            ? { text: '{"components": {}}' }
            : { action: 'done', args: {} },
    });
    const directory = mkdtempSync(join(tmpdir(), 'tocs-calls-'));
    configureRun({ mode: 'live', directory });
    const agent = openai('scripted', { baseURL: server.openai, apiKey: 'none' });
    let explorer: Explorer | null = null;
    const transcript = await runEpisode(
      { agent, codebase, condition: 'active', budget: 3 },
      {
        onExplorer: (at) => {
          explorer = at;
        },
      },
    );
    const before = server.received.length;
    const explored = await runExploitation({ agent, codebase }, { questions, construct: { transcript, explorer } });
    const requests = server.received.slice(before).map((request) => JSON.stringify(request));
    expect(requests).toHaveLength(3);
    for (const [i, request] of requests.entries()) {
      const others = questions.filter((_, j) => j !== i).map(({ options }) => options[0] as string);
      expect(request).toContain(questions[i]?.options[3]);
      // It knows what was said while exploring, and nothing of the other questions.
      expect(request).toContain('Write down now everything');
      for (const option of others) expect(request.includes(`A. ${option}`)).toBe(false);
    }
    const chosen = choicesOf(explored).map((one) => one.chosen);
    expect(chosen).toEqual([2, 2, 2]);
    const control = await runExploitation({ agent, codebase }, { questions, construct: null });
    expect(control.start.axes.exploit).toBe('question-only');
    expect(JSON.stringify(server.received.at(-1))).not.toContain('Write down now everything');
    expect(callsOf(control).map(({ purpose }) => purpose)).toEqual(['choice', 'choice', 'choice']);

    // Each question is one call for limits, too: a cap on calls lets as many be asked.
    configureRun({ mode: 'live', directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')), caps: { calls: 3 } });
    const capped = await runExploitation({ agent, codebase }, { questions, construct: null });
    expect(capped.outcome).toEqual({ status: 'finished' });

    // Each question has recordings of its own.
    const made = server.received.length;
    configureRun({ mode: 'replay', directory });
    const again = await runExploitation({ agent, codebase }, { questions, construct: null });
    expect(essence(again)).toEqual(essence(control));
    expect(server.received).toHaveLength(made);
  });
});
