import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Disturbance,
  type ModelServer,
  type Received,
  startModelServer,
} from '../../../../fixtures/scripted-models/server.ts';
import type { Codebase } from '../../../codebase/codebase.ts';
import type { Agent } from '../../../episode/agent.ts';
import type { Episode } from '../../../episode/explore-run.ts';
import { actionsOf, beliefsOf, callsOf, type Transcript } from '../../../episode/transcript.ts';
import { generate } from '../../../patterns/generate.ts';
import { runEpisode } from '../../../phases/construct/run-episode.ts';
import { score } from '../../../scoring/score.ts';
import type { AgentOptions } from '../model-agent.ts';
import { anthropic, google, openai } from '../models.ts';
import { configureRun } from '../run.ts';
import { anthropicMessages } from './anthropic.ts';
import { googleGenerate } from './google.ts';

const [codebase] = generate({ complexity: 'small', seeds: [1] }) as [Codebase];

interface Api {
  name: string;
  agent(server: ModelServer, options?: AgentOptions): Agent;
  /** The API's own forms of what can go wrong. */
  parallel: unknown;
  refusal: unknown;
  /** A refusal that carries text. */
  refuseWith(text: string): unknown;
  cutOff(text: string): unknown;
  overflow: Disturbance;
  badKey: Disturbance;
  /** Where a key must be. */
  keyOf(received: Received): unknown;
}

const OPTIONS: AgentOptions = { apiKey: 'sk-test', retryDelay: 1, retries: 2 };
const call = (name: string, args: object, id: string) => ({ name, args, id });
const two = [call('list', { dir: '' }, 'c1'), call('open', { file: 'package.json' }, 'c2')];
const MESSAGE = { id: 'm', model: 'x', usage: { input_tokens: 1, output_tokens: 1 } };

const APIS: Api[] = [
  {
    name: 'OpenAI Responses',
    agent: (server, options) =>
      openai('scripted-careful', { ...OPTIONS, ...options, baseURL: server.openai, api: 'responses' }),
    parallel: {
      status: 'completed',
      output: two.map(({ name, args, id }) => ({
        type: 'function_call',
        call_id: id,
        id: `fc_${id}`,
        name,
        arguments: JSON.stringify(args),
        status: 'completed',
      })),
    },
    refusal: {
      status: 'completed',
      output: [
        {
          type: 'message',
          id: 'm',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'refusal', refusal: 'I will not.' }],
        },
      ],
    },
    refuseWith: (text) => ({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
      output: [
        { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
      ],
    }),
    cutOff: (text) => ({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [
        {
          type: 'message',
          id: 'm',
          role: 'assistant',
          status: 'incomplete',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
    }),
    overflow: {
      status: 400,
      body: {
        error: {
          code: 'context_length_exceeded',
          message: 'Your input exceeds the context window of this model.',
          type: 'invalid_request_error',
        },
      },
    },
    badKey: { status: 401, body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } } },
    keyOf: ({ headers }) => headers.authorization,
  },
  {
    name: 'OpenAI Chat Completions',
    agent: (server, options) =>
      openai('scripted-careful', { ...OPTIONS, ...options, baseURL: server.openai, api: 'chat' }),
    parallel: {
      choices: [
        {
          index: 0,
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: null,
            tool_calls: two.map(({ name, args, id }) => ({
              id,
              type: 'function',
              function: { name, arguments: JSON.stringify(args) },
            })),
          },
        },
      ],
    },
    refusal: {
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, refusal: 'I will not.' } },
      ],
    },
    refuseWith: (text) => ({
      choices: [{ index: 0, finish_reason: 'content_filter', message: { role: 'assistant', content: text } }],
    }),
    cutOff: (text) => ({
      choices: [{ index: 0, finish_reason: 'length', message: { role: 'assistant', content: text } }],
    }),
    overflow: {
      status: 400,
      body: {
        error: { code: 'context_length_exceeded', message: "This model's maximum context length is 10 tokens." },
      },
    },
    badKey: { status: 401, body: { error: { message: 'Incorrect API key provided' } } },
    keyOf: ({ headers }) => headers.authorization,
  },
  {
    name: 'Anthropic Messages',
    agent: (server, options) => anthropic('scripted-careful', { ...OPTIONS, ...options, baseURL: server.anthropic }),
    parallel: {
      ...MESSAGE,
      stop_reason: 'tool_use',
      content: two.map(({ name, args, id }) => ({ type: 'tool_use', id, name, input: args })),
    },
    refusal: { ...MESSAGE, stop_reason: 'refusal', content: [{ type: 'text', text: 'I will not.' }] },
    refuseWith: (text) => ({ ...MESSAGE, stop_reason: 'refusal', content: [{ type: 'text', text }] }),
    cutOff: (text) => ({ ...MESSAGE, stop_reason: 'max_tokens', content: [{ type: 'text', text }] }),
    overflow: {
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 250000 tokens > 200000 maximum' },
      },
    },
    badKey: {
      status: 401,
      body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    },
    keyOf: ({ headers }) => headers.authorization,
  },
  {
    name: 'Google generateContent',
    agent: (server, options) => google('scripted-careful', { ...OPTIONS, ...options, baseURL: server.google }),
    parallel: {
      candidates: [
        {
          finishReason: 'STOP',
          content: { role: 'model', parts: two.map(({ name, args }) => ({ functionCall: { name, args } })) },
        },
      ],
    },
    refusal: { candidates: [{ finishReason: 'SAFETY' }] },
    refuseWith: (text) => ({ candidates: [{ finishReason: 'SAFETY', content: { role: 'model', parts: [{ text }] } }] }),
    cutOff: (text) => ({ candidates: [{ finishReason: 'MAX_TOKENS', content: { role: 'model', parts: [{ text }] } }] }),
    overflow: {
      status: 400,
      body: {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: 'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).',
        },
      },
    },
    badKey: {
      status: 400,
      body: {
        error: { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' },
      },
    },
    keyOf: ({ headers }) => headers['x-goog-api-key'],
  },
];

let server: ModelServer;
afterEach(() => server.close());

describe.each(APIS)('$name', (api) => {
  async function run(
    disturb: (received: Received, count: number) => Disturbance | null,
    more: Partial<Episode> & { options?: AgentOptions; signal?: AbortSignal } = {},
  ): Promise<Transcript> {
    server = await startModelServer({ disturb });
    configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
    const { options, signal, ...episode } = more;
    return runEpisode(
      { agent: api.agent(server, options), codebase, condition: 'active', budget: 6, ...episode },
      { signal },
    );
  }
  const undisturbed = () => null;
  const first = (disturbance: Disturbance) => (_: Received, count: number) => (count === 0 ? disturbance : null);
  const always = (disturbance: Disturbance) => () => disturbance;
  const firstBelief = (disturbance: Disturbance) => {
    let done = false;
    return ({ conversation }: Received) => {
      if (done || conversation.wants !== 'belief') return null;
      done = true;
      return disturbance;
    };
  };

  test.each(['tools', 'text'] as const)('explores and believes in the %s protocol', async (protocol) => {
    const transcript = await run(undisturbed, { options: { protocol } });
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(actionsOf(transcript)).toHaveLength(6);
    expect(beliefsOf(transcript).map(({ step }) => step)).toEqual([3, 6]);
    expect(server.received.some(({ conversation }) => conversation.tools)).toBe(protocol === 'tools');
    expect(server.received.filter(({ conversation }) => conversation.structured).length).toBe(
      protocol === 'tools' ? 2 : 0,
    );
    for (const received of server.received) expect(String(api.keyOf(received))).toContain('sk-test');
  });

  test('counts tokens, cached ones apart', async () => {
    const [{ usage, recorded, retries } = { usage: null }] = callsOf(await run(undisturbed, { budget: 1 }));
    expect(usage).toMatchObject({ input: expect.any(Number), cached: expect.any(Number), output: expect.any(Number) });
    expect(usage?.cached).toBe(Math.floor((usage?.input ?? 0) / 2));
    expect({ recorded, retries }).toEqual({ recorded: false, retries: 0 });
  });

  test('a second call in one turn is told so and costs nothing', async () => {
    const transcript = await run(first({ raw: api.parallel }), { budget: 2 });
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(actionsOf(transcript).map(({ action }) => action.type)).toEqual(['list', 'list']);
    const next = JSON.stringify(server.received[1]?.body);
    expect(next).toContain('One action per turn');
    expect(next).toContain('[1 of 2 actions used]');
  });

  test('a refusal to act stops the episode', async () => {
    const { outcome } = await run((_, count) => (count === 4 ? { raw: api.refusal } : null));
    expect(outcome).toMatchObject({ status: 'stopped', reason: 'refusal' });
  });

  test('a refused belief is noted, and the next one counts', async () => {
    const transcript = await run(firstBelief({ raw: api.refusal }));
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(transcript.events.flatMap((event) => (event.type === 'probe' ? [event.belief === null] : []))).toEqual([
      true,
      false,
    ]);
  });

  test('a refusal that looks like a belief leaves the last good one standing', async () => {
    let beliefs = 0;
    const text = '{"components":[';
    const transcript = await run(({ conversation }) =>
      conversation.wants === 'belief' && beliefs++ === 1 ? { raw: api.refuseWith(text) } : null,
    );
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(beliefsOf(transcript).map(({ step }) => step)).toEqual([3]);
    expect(transcript.events.findLast((event) => event.type === 'probe')).toMatchObject({
      belief: null,
      answer: expect.stringContaining('components'),
    });
  });

  test('a belief that is cut off keeps what was complete', async () => {
    const text =
      '{"components":[{"filepath":"src/cli.ts","edges":[{"target":"src/runner.ts","type":"IMPORTS","confidence":1},{"target":"src/con';
    const transcript = await run(firstBelief({ raw: api.cutOff(text) }), { budget: 3 });
    expect(callsOf(transcript).at(-1)?.stop).toBe('length');
    expect(beliefsOf(transcript)[0]?.components['src/cli.ts']?.edges).toEqual([
      { target: 'src/runner.ts', type: 'IMPORTS', confidence: 1 },
    ]);
    expect(score(transcript, codebase.groundTruth).dropped).toBeGreaterThan(0);
  });

  test.each([
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['408', { status: 408 }],
    ['409', { status: 409 }],
    ['500', { status: 500 }],
    ['529', { status: 529 }],
    ['a reset', 'reset'],
    ['a reset in the middle of the answer', 'reset-midway'],
  ] as [string, Disturbance][])('%s is tried again, and counted once', async (_, disturbance) => {
    const transcript = await run(first(disturbance), { budget: 1 });
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(callsOf(transcript).map(({ retries }) => retries)).toEqual([1, 0]);
    expect(server.received).toHaveLength(3);
  });

  test('Retry-After is honoured', async () => {
    const started = performance.now();
    await run(first({ status: 429, headers: { 'retry-after': '0.3' } }), { budget: 1 });
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test.each([
    ['server', { status: 500 }, 3],
    ['rate-limit', { status: 429, headers: { 'retry-after': '0' } }, 3],
    ['connection', 'reset', 3],
  ] as [string, Disturbance, number][])(
    'a %s failure that stays fails the episode',
    async (kind, disturbance, requests) => {
      const { outcome } = await run(always(disturbance));
      expect(outcome).toMatchObject({ status: 'failed', kind, message: expect.stringContaining('after 2 retries') });
      expect(server.received).toHaveLength(requests);
    },
  );

  test('a bad key fails at once, with the provider’s message', async () => {
    const { outcome } = await run(always(api.badKey));
    expect(outcome).toMatchObject({ status: 'failed', kind: 'auth', message: expect.stringMatching(/api.key/i) });
    expect(server.received).toHaveLength(1);
  });

  test('a context overflow stops the episode, and its last belief is scored', async () => {
    const transcript = await run((_, count) => (count >= 5 ? api.overflow : null));
    expect(transcript.outcome).toMatchObject({ status: 'stopped', reason: 'context-overflow' });
    expect(beliefsOf(transcript)).toHaveLength(1);
  });

  test('cancelling aborts the call under way', async () => {
    const controller = new AbortController();
    const running = run(always('hang'), { signal: controller.signal });
    setTimeout(() => controller.abort(new DOMException('too slow', 'TimeoutError')), 150);
    const started = performance.now();
    const { outcome } = await running;
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(outcome).toMatchObject({ status: 'failed', kind: 'timeout' });
  });
});

describe('a failure that comes with status 200', () => {
  test.each([
    [
      'responses',
      {
        status: 'failed',
        error: { code: 'server_error', message: 'The server had an error.' },
        usage: null,
        output: [],
      },
    ],
    ['chat', { error: { code: 502, message: 'Upstream failed.' } }],
  ] as const)('over %s is a failure of infrastructure, and is not recorded', async (api, raw) => {
    server = await startModelServer({ disturb: () => ({ raw }) });
    const directory = mkdtempSync(join(tmpdir(), 'tocs-calls-'));
    configureRun({ directory });
    const agent = openai('scripted-careful', { ...OPTIONS, baseURL: server.openai, api });
    const { outcome } = await runEpisode({ agent, codebase, condition: 'active' });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'server' });
    expect(server.received).toHaveLength(3);
    expect(readdirSync(directory).filter((name) => name !== 'run.lock')).toEqual([]);
  });
});

test('an answer that is nothing but reasoning is handed back in a form that the API takes', async () => {
  const thought = {
    ...MESSAGE,
    stop_reason: 'max_tokens',
    content: [{ type: 'thinking', thinking: 'hm', signature: 's' }],
  };
  server = await startModelServer({ disturb: (_, count) => (count === 0 ? { raw: thought } : null) });
  configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
  const agent = anthropic('scripted-careful', { ...OPTIONS, baseURL: server.anthropic });
  await runEpisode({ agent, codebase, condition: 'active', budget: 1 });
  const turns = server.received[1]?.body.messages as { role: string; content: { type: string }[] }[];
  expect(turns[1]?.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
});

test('the paper preset leaves a temperature out that the model refuses', async () => {
  const refuse = {
    status: 400,
    body: { error: { message: "Unsupported parameter: 'temperature' is not supported with this model." } },
  };
  server = await startModelServer({ disturb: ({ body }) => ('temperature' in body ? refuse : null) });
  configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
  const options = { ...OPTIONS, baseURL: server.openai };
  const run = (more: AgentOptions) =>
    runEpisode({
      agent: openai('scripted-careful', { ...options, ...more }),
      codebase,
      condition: 'active',
      budget: 2,
    });
  expect((await run({ preset: 'paper' })).outcome).toEqual({ status: 'finished' });
  expect((await run({ temperature: 0 })).outcome).toMatchObject({ status: 'failed', kind: 'request' });
});

test.each([
  ['authentication_error', 'stream of bad keys', 'auth'],
  ['invalid_request_error', 'prompt is too long: 3 tokens > 2 maximum', 'context-overflow'],
  ['overloaded_error', 'Overloaded', 'server'],
  ['rate_limit_error', 'slow down', 'rate-limit'],
])('an error of type %s in the middle of a stream is one of kind %3$s', (type, message, kind) => {
  const failure = anthropicMessages('m', {}).failureOf(
    new Error(JSON.stringify({ type: 'error', error: { type, message } })),
  );
  expect(failure).toMatchObject({ kind });
});

test('Google’s own retry delay is honoured', () => {
  const error = Object.assign(new Error('{"error":{"details":[{"retryDelay": "37s"}]}}'), { status: 429 });
  expect(googleGenerate('m', {}).failureOf(error)).toMatchObject({ kind: 'rate-limit', retryAfter: 37_000 });
});

describe('what is sent', () => {
  const bodies = async (api: Api, options: AgentOptions = {}, track: Episode['track'] = 'scratchpad') => {
    server = await startModelServer();
    configureRun({ directory: mkdtempSync(join(tmpdir(), 'tocs-calls-')) });
    await runEpisode({ agent: api.agent(server, options), codebase, condition: 'active', budget: 4, track });
    return server.received.map(({ body }) => body);
  };
  const [responses, chat, messages, generate_] = APIS as [Api, Api, Api, Api];
  const textOf = (body: unknown) => JSON.stringify(body);

  test('Responses: strict tools, one at a time, nothing stored, components as a list', async () => {
    const [action, , , belief] = await bodies(responses);
    expect(action).toMatchObject({
      store: false,
      tool_choice: 'required',
      parallel_tool_calls: false,
      instructions: expect.any(String),
    });
    expect(
      (action?.tools as { name: string; strict: boolean }[] | undefined)?.map(({ name, strict }) => [name, strict]),
    ).toEqual(['list', 'open', 'search', 'inspect', 'done'].map((name) => [name, true]));
    expect(belief).toMatchObject({ tool_choice: 'none', text: { format: { type: 'json_schema', strict: true } } });
    const format = belief?.text as { format: { schema: Record<string, unknown> } } | undefined;
    expect(format?.format.schema).toMatchObject({ type: 'object' });
    assertStrict(format?.format.schema);
  });

  test('Chat: roles and tool results by id', async () => {
    const all = await bodies(chat);
    const last = all.at(-1)?.messages as { role: string; tool_call_id?: string; tool_calls?: { id: string }[] }[];
    expect(last[0]?.role).toBe('system');
    const asked = last.flatMap(({ tool_calls }) => tool_calls?.map(({ id }) => id) ?? []);
    const answered = last.flatMap(({ tool_call_id }) => tool_call_id ?? []);
    expect(answered).toEqual(asked);
    expect(all[0]).toMatchObject({ max_tokens: 32_000 });
  });

  test('Messages: streamed, cache breakpoints on the system prompt and the last turn, roles in turn', async () => {
    const all = await bodies(messages);
    for (const body of all) {
      expect(body.stream).toBe(true);
      expect(body.system).toMatchObject([{ cache_control: { type: 'ephemeral' } }]);
      const turns = body.messages as { role: string; content: { cache_control?: unknown }[] }[];
      expect(turns.map(({ role }) => role)).toEqual(turns.map((_, i) => (i % 2 === 0 ? 'user' : 'assistant')));
      expect(turns.at(-1)?.content.at(-1)?.cache_control).toEqual({ type: 'ephemeral' });
      expect(textOf(turns).match(/cache_control/g)).toHaveLength(1);
    }
    expect(all[0]).toMatchObject({ tool_choice: { type: 'auto', disable_parallel_tool_use: true } });
    expect(all[3]).toMatchObject({ output_config: { format: { type: 'json_schema' } } });
  });

  test('generateContent: tools for actions, a schema and no tools for beliefs', async () => {
    const [action, , , belief] = await bodies(generate_);
    expect(action).toMatchObject({ toolConfig: { functionCallingConfig: { mode: 'ANY' } } });
    expect(belief?.tools).toBeUndefined();
    expect(belief).toMatchObject({ generationConfig: { responseMimeType: 'application/json' } });
  });

  test('each turn sends the history, which grows', async () => {
    const lengths = (await bodies(chat)).map((body) => (body.messages as unknown[]).length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  });

  test.each(APIS)('on the scratchpad track $name sees its beliefs again, on probe-only it does not', async (api) => {
    const marker = 'Write down now';
    const scratchpad = (await bodies(api, {}, 'scratchpad')).at(-1);
    await server.close();
    const probeOnly = (await bodies(api, {}, 'probe-only')).at(-1);
    expect(textOf(scratchpad).split(marker)).toHaveLength(3);
    expect(textOf(probeOnly).split(marker)).toHaveLength(2);
    // Observations stay.
    expect(textOf(probeOnly)).toContain('[3 of 4 actions used]');
  });

  test('the prompt names types made from the schema, and one’s own prompts take the place of ours', async () => {
    const [body] = await bodies(chat, { prompts: { start: 'Los geht’s: {{budget}} Aktionen.' } });
    const text = textOf(body);
    expect(text).toContain("type: 'IMPORTS' | 'CALLS_API' | 'DATA_FLOWS_TO' | 'REGISTRY_WIRES'");
    expect(text).toContain('Los geht’s: 4 Aktionen.');
    expect(text).not.toMatch(/\{\{\w+\}\}/);
  });
});

/** OpenAI's strict schemas: every property required, and no free keys. */
function assertStrict(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  if (type === 'object') {
    expect(additionalProperties).toBe(false);
    expect((required as string[]).toSorted()).toEqual(Object.keys(properties as object).toSorted());
  }
  for (const part of Object.values(schema)) assertStrict(part);
}
