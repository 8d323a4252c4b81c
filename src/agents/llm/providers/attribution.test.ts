import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Disturbance,
  type ModelServer,
  type Received,
  type ServerOptions,
  startModelServer,
} from '../../../../fixtures/scripted-models/server.ts';
import type { Codebase } from '../../../codebase/codebase.ts';
import type { Agent } from '../../../episode/agent.ts';
import type { Episode } from '../../../episode/explore-run.ts';
import { actionsOf, beliefsOf, callsOf } from '../../../episode/transcript.ts';
import { generate } from '../../../patterns/generate.ts';
import { runEpisode } from '../../../phases/construct/run-episode.ts';
import { messagesOf, warningsOf } from '../../../scoring/warnings.ts';
import { forgetWays } from '../fallbacks.ts';
import type { AgentOptions } from '../model-agent.ts';
import { anthropic, google, type OpenAIAgentOptions, openai } from '../models.ts';
import { recordingsFolder } from '../recordings.ts';
import { configureRun } from '../run.ts';

const [codebase] = generate({ complexity: 'small', seeds: [1] }) as [Codebase];
const KEY = 'sk-very-secret-key';
const OPTIONS: AgentOptions = { apiKey: KEY, retryDelay: 1, retries: 2 };

type Make = (server: ModelServer, options?: OpenAIAgentOptions, model?: string) => Agent;
const responses: Make = (server, options, model = 'scripted-careful') =>
  openai(model, { ...OPTIONS, baseURL: server.openai, api: 'responses', ...options });
const chat: Make = (server, options, model = 'scripted-careful') =>
  openai(model, { ...OPTIONS, baseURL: server.openai, api: 'chat', ...options });
const messages: Make = (server, options, model = 'scripted-careful') =>
  anthropic(model, { ...OPTIONS, baseURL: server.anthropic, ...options });
const gemini: Make = (server, options, model = 'scripted-careful') =>
  google(model, { ...OPTIONS, baseURL: server.google, ...options });
const APIS: [name: string, make: Make][] = [
  ['Responses', responses],
  ['Chat', chat],
  ['Messages', messages],
  ['generateContent', gemini],
];

let server: ModelServer;
let calls: string;
beforeEach(() => {
  forgetWays();
  calls = mkdtempSync(join(tmpdir(), 'tocs-calls-'));
  configureRun({ directory: calls });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.close();
});

async function run(make: Make, serve: ServerOptions, options: OpenAIAgentOptions = {}, episode: Partial<Episode> = {}) {
  server = await startModelServer(serve);
  return runEpisode({ agent: make(server, options), codebase, condition: 'active', budget: 3, ...episode });
}
const first = (disturbance: Disturbance) => (_: Received, count: number) => (count === 0 ? disturbance : null);
const always = (disturbance: Disturbance) => () => disturbance;

describe('an answer with status 200 that is none', () => {
  const everywhere: [string, Disturbance][] = [
    ['nothing', { text: '' }],
    ['null', { text: 'null' }],
    ['a number', { text: '42' }],
    ['HTML', { text: '<!doctype html><title>Sign in</title>', type: 'text/html' }],
    ['half of it', { text: '{"id": "x", "choi' }],
    ['an object without an answer', { raw: {} }],
    ['a stream without an event', { text: '', type: 'text/event-stream' }],
    ['a stream of nonsense', { text: 'data: {"a":\n\n', type: 'text/event-stream' }],
  ];
  const particular: [string, Make, unknown][] = [
    ['no choice', chat, { choices: [] }],
    ['a choice that is null', chat, { choices: [null] }],
    ['a choice without a message', chat, { choices: [{ index: 0, finish_reason: 'stop' }] }],
    [
      'an error in the choice',
      chat,
      {
        choices: [
          {
            finish_reason: 'error',
            error: { code: 502, message: 'upstream' },
            message: { role: 'assistant', content: '' },
          },
        ],
      },
    ],
    ['an error beside the choices', chat, { error: 'overloaded', choices: [{ message: { content: 'DONE()' } }] }],
    ['a content that is a number', chat, { choices: [{ finish_reason: 'stop', message: { content: 7 } }] }],
    ['no output', responses, { status: 'completed' }],
    ['an output that is null', responses, { status: 'completed', output: null }],
    ['a response still in progress', responses, { status: 'in_progress', output: [] }],
    ['a response that waits in a queue', responses, { status: 'queued', output: [] }],
    ['a call without a name', responses, { status: 'completed', output: [{ type: 'function_call', call_id: 'c' }] }],
    ['no content', messages, { id: 'm', stop_reason: 'end_turn', usage: {} }],
    ['no candidate', gemini, { candidates: [] }],
    ['a candidate that is null', gemini, { candidates: [null] }],
    ['a candidate without a reason', gemini, { candidates: [{}] }],
    [
      'an answer without an end',
      messages,
      { content: [{ type: 'text', text: 'DONE()' }], stop_reason: null, usage: { input_tokens: 3, output_tokens: 1 } },
    ],
    [
      'an answer that ended with an error',
      messages,
      {
        content: [{ type: 'text', text: 'DONE()' }],
        stop_reason: 'error',
        usage: { input_tokens: 3, output_tokens: 1 },
      },
    ],
    ['half an answer', gemini, { candidates: [{ finishReason: 'OTHER', content: { parts: [{ text: 'DONE()' }] } }] }],
    [
      'an answer that is incomplete for no reason',
      responses,
      { status: 'incomplete', incomplete_details: null, output: [{ type: 'message', content: 'DONE()' }] },
    ],
    [
      'blanks, and no token counted',
      chat,
      { choices: [{ finish_reason: 'stop', message: { content: '\n' } }], usage: { completion_tokens: 0 } },
    ],
    [
      'a cut without a token',
      chat,
      { choices: [{ finish_reason: 'length', message: { content: '' } }], usage: { completion_tokens: 0 } },
    ],
    ['an empty output', responses, { output: [] }],
    ['an empty output that is complete', responses, { status: 'completed', output: [] }],
    [
      'a message without text, and no token counted',
      responses,
      { status: 'completed', output: [{ type: 'message', content: [] }], usage: { input_tokens: 9, output_tokens: 0 } },
    ],
    ...['insufficient_system_resource', 'network_error', 'abort', 'brand_new_reason'].map(
      (finish_reason): [string, Make, unknown] => [
        `an empty answer that ended with ${finish_reason}`,
        chat,
        { choices: [{ finish_reason, message: { content: '' } }], usage: { prompt_tokens: 5, completion_tokens: 3 } },
      ],
    ),
    [
      'half an answer that the server broke off',
      chat,
      { choices: [{ finish_reason: 'insufficient_system_resource', message: { content: 'DONE()' } }] },
    ],
    ['an empty text, and no token counted', chat, { choices: [{ finish_reason: 'stop', message: { content: '' } }] }],
    [
      'a content without a block',
      messages,
      { content: [], stop_reason: 'end_turn', usage: { input_tokens: 5, output_tokens: 0 } },
    ],
    ['a candidate without parts', gemini, { candidates: [{ finishReason: 'STOP' }] }],
    [
      'a candidate without a part, after thinking',
      gemini,
      { candidates: [{ finishReason: 'STOP', content: { parts: [] } }], usageMetadata: { thoughtsTokenCount: 9 } },
    ],
  ];
  const cases = [
    ...APIS.flatMap(([api, make]) => everywhere.map(([what, disturbance]) => [api, what, make, disturbance] as const)),
    ...particular.map(([what, make, raw]) => ['one API', what, make, { raw }] as const),
  ];

  test.each(cases)('over %s: %s is tried again, and then a failure of the server', async (_, __, make, disturbance) => {
    const { outcome } = await run(make, { disturb: always(disturbance) });
    expect(outcome).toMatchObject({ status: 'failed', kind: expect.stringMatching(/^(?:server|connection)$/) });
    expect(outcome).toMatchObject({
      message: expect.not.stringMatching(/Cannot (?:use|read)|is not iterable/),
    });
    expect(server.received).toHaveLength(3);
    expect(readdirSync(calls).filter((name) => name !== 'run.lock')).toEqual([]);
  });

  test.each(APIS)('over %s the try after it counts', async (_, make) => {
    const transcript = await run(make, { disturb: first({ text: '<html>' }) });
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(callsOf(transcript)[0]?.retries).toBe(1);
  });

  test('what it used counts all the same', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 7 };
    const transcript = await run(chat, { disturb: first({ raw: { choices: [null], usage } }) });
    const plain = await run(chat, {});
    expect(callsOf(transcript)[0]?.usage.input).toBe((callsOf(plain)[0]?.usage.input ?? 0) + 1000);
    const failed = await run(chat, { disturb: always({ raw: { choices: [null], usage } }) });
    expect(callsOf(failed)).toMatchObject([{ stop: 'failed', usage: { input: 3000, output: 21 } }]);
  });
});

describe('an answer that says nothing is the silence of a model', () => {
  const CASES: [string, Make, unknown][] = [
    [
      'where tokens were written',
      chat,
      { choices: [{ finish_reason: 'stop', message: { content: '' } }], usage: { completion_tokens: 1 } },
    ],
    ['where it thought', chat, { choices: [{ finish_reason: 'stop', message: { reasoning_content: 'Hm.' } }] }],
    ['where it thought', responses, { status: 'completed', output: [{ type: 'reasoning', summary: [] }] }],
    // platform.claude.com/docs/en/build-with-claude/handling-stop-reasons: two or three tokens after tool results.
    ['where tokens were written', messages, { content: [], stop_reason: 'end_turn', usage: { output_tokens: 2 } }],
    ['where its call could not be read', gemini, { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] }],
  ];
  test.each(CASES)('%s', async (_, make, raw) => {
    const transcript = await run(make, { disturb: first({ raw }) });
    expect(transcript.outcome.status).toBe('finished');
    expect(callsOf(transcript)[0]?.retries).toBe(0);
  });
});

test.each<[string, Make, unknown]>([
  ['refusal', chat, { choices: [{ finish_reason: 'refusal', message: { content: '' } }] }],
  ['SAFETY', chat, { choices: [{ finish_reason: 'SAFETY', message: { content: '' } }] }],
])('an answer that ended with %s is a refusal', async (_, make, raw) => {
  const { outcome } = await run(make, { disturb: always({ raw }) });
  expect(outcome).toMatchObject({ status: 'stopped', reason: 'refusal' });
  expect(server.received).toHaveLength(1);
});

test('an empty error beside a whole answer is none', async () => {
  const raw = { error: {}, choices: [{ finish_reason: 'stop', message: { content: 'DONE()' } }] };
  const { outcome } = await run(chat, { disturb: first({ raw }) }, { protocol: 'text' });
  expect(outcome).toEqual({ status: 'finished' });
});

test('items that the last event of a stream leaves out are those that were streamed', async () => {
  const item = { type: 'function_call', call_id: 'c', name: 'done', arguments: '{}' };
  const done = { status: 'completed', output: [], usage: { input_tokens: 9, output_tokens: 12 } };
  const events = [
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: done },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const transcript = await run(responses, { disturb: first({ text, type: 'text/event-stream' }) });
  expect(transcript.outcome).toEqual({ status: 'finished' });
  expect(actionsOf(transcript)).toEqual([]);
});

test('tokens of a minute count the most where a server does not say what it used', async () => {
  const raw = { choices: [{ finish_reason: 'stop', message: { content: 'LIST(src)' } }] };
  server = await startModelServer({ disturb: always({ raw }) });
  const agent = chat(server, { protocol: 'text', maxTokens: 1000, limits: { tokensPerMinute: 3000 } });
  const controller = new AbortController();
  const running = runEpisode({ agent, codebase, condition: 'active' }, { signal: controller.signal });
  setTimeout(() => controller.abort(new DOMException('enough', 'AbortError')), 300);
  expect(warningsOf(await running).join()).toContain('tokensPerMinute counts the most that each call may use');
  expect(server.received.length).toBeLessThan(4);
});

test('what failed tries used is noted where a limit ends the episode', async () => {
  const usage = { prompt_tokens: 1_000_000, completion_tokens: 0 };
  const raw = { choices: [{ finish_reason: 'stop', message: { content: '' } }], usage };
  const transcript = await run(chat, { disturb: always({ raw }) }, { limits: { tokens: 50_000 } });
  expect(transcript.outcome).toMatchObject({ status: 'failed', kind: 'limit' });
  expect(callsOf(transcript)).toMatchObject([{ stop: 'failed', usage: { input: 1_000_000 } }]);
});

describe('an error in an answer with status 200 means what it says', () => {
  test.each<[string, Make, unknown, string]>([
    ['vLLM’s', chat, { object: 'error', message: 'no such sampler', code: 400 }, 'request'],
    ['Anthropic’s without its type', messages, { error: { type: 'authentication_error', message: 'no' } }, 'auth'],
    ['MiniMax’s', chat, { base_resp: { status_code: 1002, status_msg: 'rate limit exceeded' } }, 'rate-limit'],
  ])('in the form of %s', async (_, make, raw, kind) => {
    const { outcome } = await run(make, { disturb: always({ raw }) }, { retries: 0, stream: false });
    expect(outcome).toMatchObject({ status: 'failed', kind });
  });

  const error = (message: string) => ({ raw: { error: { message } } });
  test.each([
    ['Rate limit reached: 12000 tokens per minute', 'rate-limit'],
    ['You exceeded your current quota', 'quota'],
    ['The model `x` does not exist', 'model'],
    ['something else', 'server'],
  ])('%s is %s', async (message, kind) => {
    const { outcome } = await run(chat, { disturb: always(error(message)) }, { retries: 0 });
    expect(outcome).toMatchObject({ status: 'failed', kind });
  });

  test('an overflow stops the episode', async () => {
    const disturb = always(error('prompt is too long: 9000 tokens'));
    const { outcome } = await run(chat, { disturb }, { retries: 0 });
    expect(outcome).toMatchObject({ status: 'stopped', reason: 'context-overflow' });
  });
});

test('content as a list of text parts is read', async () => {
  const content = [
    { type: 'thinking', thinking: 'DONE()' },
    { type: 'text', text: 'LIST' },
    { type: 'text', text: '(src)' },
  ];
  const raw = { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] };
  const transcript = await run(chat, { disturb: first({ raw }) }, { protocol: 'text' });
  expect(actionsOf(transcript)[0]?.action).toEqual({ type: 'list', argument: 'src' });
});

test.each([true, false])('answers are the same whether they are streamed (%s)', async (stream) => {
  for (const [, make] of APIS) {
    const transcript = await run(make, {}, { stream });
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(actionsOf(transcript)).toHaveLength(3);
    expect(beliefsOf(transcript)).toHaveLength(1);
    expect(callsOf(transcript)[0]?.usage.input).toBeGreaterThan(0);
    await server.close();
  }
});

describe('what a refusal means', () => {
  const openaiError = (message: string, more: object = {}, status = 400): Disturbance => ({
    status,
    body: { error: { message, type: 'invalid_request_error', code: null, ...more } },
  });
  const anthropicError = (message: string, type = 'invalid_request_error', status = 400): Disturbance => ({
    status,
    body: { type: 'error', error: { type, message } },
  });
  const googleError = (message: string, more: object = {}, status = 400): Disturbance => ({
    status,
    body: { error: { code: status, status: 'INVALID_ARGUMENT', message, ...more } },
  });
  const CASES: [Make, Disturbance, string][] = [
    [
      chat,
      openaiError(
        "This model's maximum context length is 8192 tokens. However, you requested 16534 tokens (534 in the messages, 16000 in the completion). Please reduce the length of the messages or completion.",
        { code: 'context_length_exceeded' },
      ),
      'max-tokens',
    ],
    [
      chat,
      openaiError(
        "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens (31000 in the messages, 9000 in the completion).",
      ),
      'context-overflow',
    ],
    [
      chat,
      openaiError(
        "This endpoint's maximum context length is 131072 tokens. However, you requested about 141607 tokens (10535 of text input, 131072 in the output).",
      ),
      'max-tokens',
    ],
    [
      chat,
      openaiError(
        'max_tokens=99999cannot be greater than max_model_len=max_total_tokens=8192. Please request fewer output tokens.',
      ),
      'max-tokens',
    ],
    [
      chat,
      openaiError('The decoder prompt (length 9000) is longer than the maximum model length of 8192.'),
      'context-overflow',
    ],
    [
      chat,
      openaiError('the request exceeds the available context size, try increasing it', {
        type: 'exceed_context_size_error',
      }),
      'context-overflow',
    ],
    [
      chat,
      openaiError('request (20014 tokens) exceeds the available context size (16384 tokens), try increasing it'),
      'context-overflow',
    ],
    [
      chat,
      openaiError(
        'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5228 >= n_ctx: 4096).',
      ),
      'context-overflow',
    ],
    [
      chat,
      openaiError('Prompt contains 300000 tokens and 0 images too large for model with 262144 maximum context length'),
      'context-overflow',
    ],
    [
      responses,
      openaiError('Your input exceeds the context window of this model.', { code: 'context_length_exceeded' }),
      'context-overflow',
    ],
    [
      responses,
      openaiError('Invalid prompt: your prompt was flagged as potentially violating our usage policy.', {
        code: 'invalid_prompt',
      }),
      'refusal',
    ],
    [
      chat,
      openaiError("The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", {
        code: 'content_filter',
      }),
      'refusal',
    ],
    [responses, openaiError("Unknown parameter: 'safety_identifier'.", { code: 'unknown_parameter' }), 'request'],
    [
      chat,
      openaiError(
        'Request too large for model x on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.',
        { type: 'tokens', code: 'rate_limit_exceeded' },
        413,
      ),
      'rate-limit',
    ],
    [chat, openaiError('Request too large on tokens per minute', {}, 413), 'rate-limit'],
    [chat, openaiError('Payload Too Large', {}, 413), 'context-overflow'],
    [
      chat,
      openaiError(
        "This model's maximum context length is 40960 tokens. However, you requested 53000 tokens (21000 in the messages, 32000 in the completion).",
      ),
      'max-tokens',
    ],
    [
      chat,
      openaiError(
        "This model's maximum context length is 8192 tokens. However, you requested 20534 tokens (4534 in the messages, 16000 in the completion).",
      ),
      'max-tokens',
    ],
    [
      chat,
      openaiError(
        "This model's maximum context length is 8192 tokens. However, you requested 24034 tokens (8034 in the messages, 16000 in the completion).",
      ),
      'context-overflow',
    ],
    [chat, openaiError('Input is too long for requested model.'), 'context-overflow'],
    [
      chat,
      openaiError(
        "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 40000 tokens: 8000 tokens from the input messages and 32000 tokens for the completion.",
      ),
      'max-tokens',
    ],
    [
      chat,
      openaiError(
        "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 8192 tokens and your request has 9534 input tokens.",
      ),
      'context-overflow',
    ],
    [
      chat,
      openaiError('Provider returned error', { metadata: { raw: 'prompt is too long: 9 > 8' } }),
      'context-overflow',
    ],
    [chat, openaiError('`inputs` must have less than 4095 tokens. Given: 9000', {}, 422), 'context-overflow'],
    [chat, openaiError('Input length 200000 exceeds the maximum length 131072'), 'context-overflow'],
    [chat, openaiError('Key limit exceeded (monthly limit)', {}, 403), 'quota'],
    [messages, anthropicError('input is too long for requested model'), 'context-overflow'],
    [gemini, googleError('Your prepayment credits are depleted', { status: 'RESOURCE_EXHAUSTED' }, 429), 'quota'],
    [chat, openaiError('Your input (9000 tokens) is too long'), 'context-overflow'],
    [chat, openaiError('The function description in input is too long'), 'request'],
    [chat, openaiError('worker crashed: input queue too large', {}, 500), 'server'],
    [chat, openaiError('account suspended: context length quota exceeded', {}, 403), 'auth'],
    [chat, openaiError('tool parser not found for this model'), 'request'],
    [chat, openaiError('model server: grammar not found'), 'request'],
    [chat, openaiError('the field was not found'), 'request'],
    [chat, openaiError("model 'qwen9' not found, try pulling it first", {}, 404), 'model'],
    [chat, openaiError('Model Not Exist'), 'model'],
    [chat, openaiError('Unrecognized request argument supplied: api_key'), 'request'],
    [chat, openaiError('Incorrect API key provided: x'), 'auth'],
    [
      chat,
      openaiError(
        'You exceeded your current quota, please check your plan and billing details.',
        { code: 'insufficient_quota' },
        429,
      ),
      'quota',
    ],
    [chat, openaiError('Insufficient Balance', {}, 402), 'quota'],
    [chat, openaiError('The model `gpt-9` does not exist', { code: 'model_not_found' }, 404), 'model'],
    [chat, openaiError('No endpoints found that support tool use', {}, 404), 'request'],
    [chat, openaiError('Loading model', { type: 'unavailable_error' }, 503), 'server'],
    [
      messages,
      anthropicError(
        'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
      ),
      'context-overflow',
    ],
    [
      messages,
      anthropicError(
        'input length and `max_tokens` exceed context limit: 900 + 400000 > 200000, decrease input length or `max_tokens` and try again',
      ),
      'max-tokens',
    ],
    [messages, anthropicError('prompt is too long: 213462 tokens > 200000 maximum'), 'context-overflow'],
    [messages, anthropicError('Your credit balance is too low to access the Anthropic API.'), 'quota'],
    [messages, anthropicError('model: claude-9', 'not_found_error', 404), 'model'],
    [messages, anthropicError('Output blocked by content filtering policy'), 'refusal'],
    [
      gemini,
      googleError('The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).'),
      'context-overflow',
    ],
    [gemini, googleError('API key expired. Please renew it.', { details: [{ reason: 'API_KEY_INVALID' }] }), 'auth'],
    [
      gemini,
      googleError(
        'Quota exceeded',
        {
          status: 'RESOURCE_EXHAUSTED',
          details: [{ violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] }],
        },
        429,
      ),
      'quota',
    ],
    [gemini, googleError('models/x is not found for API version v1beta', { status: 'NOT_FOUND' }, 404), 'model'],
  ];

  test.each(CASES.map(([make, disturbance, kind]) => [JSON.stringify(disturbance), kind, make, disturbance] as const))(
    '%s is %s',
    async (_, kind, make, disturbance) => {
      const { outcome } = await run(make, { disturb: always(disturbance) }, { retries: 0 });
      if (kind === 'context-overflow' || kind === 'refusal')
        expect(outcome).toMatchObject({ status: 'stopped', reason: kind });
      else expect(outcome).toMatchObject({ status: 'failed', kind });
      if (kind === 'max-tokens')
        expect(outcome).toMatchObject({ message: expect.stringContaining('lower the option maxTokens (now 32000)') });
    },
  );
});

describe('another way to ask', () => {
  const refuse = (message: string): Disturbance => ({
    status: 400,
    body: { error: { message, type: 'invalid_request_error' } },
  });

  test('serves all calls under way, is told of once, and stands in the transcript', async () => {
    server = await startModelServer({
      latency: 20,
      disturb: ({ body }) =>
        'temperature' in body ? refuse("Unsupported parameter: 'temperature' is not supported with this model.") : null,
    });
    const agent = chat(server, { preset: 'paper' });
    const trials = Array.from({ length: 16 }, (_, i) => i + 1);
    const transcripts = await Promise.all(
      trials.map((trial) => runEpisode({ agent, codebase, condition: 'active', budget: 2, trial })),
    );
    expect(transcripts.map(({ outcome }) => outcome.status)).toEqual(trials.map(() => 'finished'));
    expect(transcripts.flatMap(messagesOf)).toEqual(['openai-chat: it takes no temperature: asked without']);
    for (const call of transcripts.flatMap(callsOf)) expect(call.fallbacks).toEqual(['temperature']);
    // What was found out need not be known again to replay.
    const asked = server.received.length;
    forgetWays();
    configureRun({ directory: calls, mode: 'replay' });
    const replayed = await runEpisode({ agent, codebase, condition: 'active', budget: 2, trial: 1 });
    expect(replayed.outcome).toEqual({ status: 'finished' });
    expect(callsOf(replayed)[0]?.fallbacks).toEqual(['temperature']);
    expect(server.received).toHaveLength(asked);
  });

  test('of one model is none of another', async () => {
    server = await startModelServer({
      disturb: ({ body }) =>
        'temperature' in body && body.model === 'scripted-careful' ? refuse('temperature is refused') : null,
    });
    for (const model of ['scripted-careful', 'scripted-recency']) {
      await runEpisode({ agent: chat(server, { preset: 'paper' }, model), codebase, condition: 'active', budget: 1 });
    }
    const [of, others] = [false, true].map((other) =>
      server.received
        .filter(({ body }) => (body.model === 'scripted-recency') === other)
        .map(({ body }) => 'temperature' in body),
    );
    expect(of).toEqual([true, false, false]);
    expect(new Set(others)).toEqual(new Set([true]));
  });

  test.each<[string, Make, (body: Received['body']) => string | null, (body: Received['body']) => boolean, string?]>([
    [
      'the limit under its other name',
      chat,
      (body) =>
        'max_tokens' in body
          ? "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
          : null,
      (body) => body.max_completion_tokens === 32_000,
    ],
    [
      'fewer tokens, as the message says (OpenAI)',
      chat,
      (body) =>
        Number(body.max_tokens) > 16384
          ? 'max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.'
          : null,
      (body) => body.max_tokens === 16_384,
    ],
    [
      'fewer tokens, as the message says (DeepSeek)',
      chat,
      (body) =>
        Number(body.max_tokens) > 8192 ? 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]' : null,
      (body) => body.max_tokens === 8_192,
    ],
    [
      'fewer tokens, as the message says (Anthropic)',
      messages,
      (body) =>
        Number(body.max_tokens) > 8192
          ? 'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for claude-x'
          : null,
      (body) => body.max_tokens === 8_192,
    ],
    [
      'no forced tool',
      messages,
      (body) =>
        (body.tool_choice as { type: string } | undefined)?.type === 'any'
          ? 'tool_choice: type "tool" and "any" are not supported for this model.'
          : null,
      (body) => (body.tool_choice as { type: string }).type !== 'any',
      'scripted-careful claude-haiku-4-5',
    ],
    [
      'no stream',
      responses,
      (body) => (body.stream ? 'Your organization must be verified to stream this model.' : null),
      (body) => !('stream' in body),
    ],
    [
      'no stream options',
      chat,
      (body) => ('stream_options' in body ? 'Unrecognized request argument supplied: stream_options' : null),
      (body) => body.stream === true && !('stream_options' in body),
    ],
  ])('is found: %s', async (_, make, refusal, holds, model) => {
    server = await startModelServer({
      ...(model ? { policy: () => ({ action: 'list', args: { dir: '' } }) } : {}),
      disturb: ({ body }) => {
        const message = refusal(body);
        return message === null ? null : refuse(message);
      },
    });
    const agent = make(server, {}, model);
    const transcript = await runEpisode({ agent, codebase, condition: 'active', budget: 1 });
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(
      server.received
        .slice(1)
        .filter(({ body }) => 'tools' in body || 'max_tokens' in body)
        .every(({ body }) => holds(body)),
    ).toBe(true);
    expect(messagesOf(transcript)).toHaveLength(1);
    // It is no retry.
    expect(callsOf(transcript)[0]?.retries).toBe(0);
  });

  test('is not tried for ever where every way is refused', async () => {
    const disturb = ({ body }: Received): Disturbance => {
      const sent = 'max_tokens' in body ? 'max_tokens' : 'max_completion_tokens';
      return refuse(`Unsupported parameter: '${sent}' is not supported with this model.`);
    };
    const { outcome } = await run(chat, { disturb });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'request' });
    expect(server.received.length).toBeLessThan(6);
  });

  test('is none for a temperature that the user asks for', async () => {
    const { outcome } = await run(
      chat,
      { disturb: ({ body }) => ('temperature' in body ? refuse('temperature') : null) },
      { temperature: 0 },
    );
    expect(outcome).toMatchObject({ status: 'failed', kind: 'request' });
  });
});

test('Claude models that always think are not forced to use a tool, and others are', async () => {
  server = await startModelServer({ policy: () => ({ action: 'done', args: {} }) });
  const models = ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-4-5', 'claude-3-5-haiku-latest'];
  for (const model of models)
    await runEpisode({
      agent: messages(server, {}, model),
      codebase,
      condition: 'active',
      budget: 1,
      track: 'no-probe',
    });
  const choices = server.received
    .flatMap(({ body }) => (body.tool_choice as { type: string } | undefined)?.type ?? [])
    .filter((type) => type !== 'none');
  expect(choices).toEqual(['auto', 'auto', 'any', 'any']);
});

test.each<[Make, string, OpenAIAgentOptions['reasoning'], object]>([
  [messages, 'claude-opus-5-5', 'high', { thinking: { type: 'adaptive' } }],
  [messages, 'claude-haiku-4-5', 'low', { thinking: { type: 'enabled', budget_tokens: 4096 } }],
  [messages, 'claude-haiku-4-5', 2048, { thinking: { type: 'enabled', budget_tokens: 2048 } }],
  [gemini, 'gemini-3-pro', 'high', { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } }],
  [gemini, 'gemini-2.5-flash', 'medium', { generationConfig: { thinkingConfig: { thinkingBudget: 8192 } } }],
  [chat, 'gpt-5', 'low', { reasoning_effort: 'low' }],
  [responses, 'gpt-5', 'low', { reasoning: { effort: 'low' } }],
])('reasoning is asked for in the model’s own form (%#)', async (make, model, reasoning, expected) => {
  server = await startModelServer({ policy: () => ({ action: 'done', args: {} }) });
  await runEpisode({ agent: make(server, { reasoning }, model), codebase, condition: 'active', budget: 1 });
  const upper = JSON.stringify(server.received[0]?.body).replace(
    /"thinkingLevel":"(\w+)"/,
    (_, level: string) => `"thinkingLevel":"${level.toUpperCase()}"`,
  );
  expect(JSON.parse(upper)).toMatchObject(expected);
});

describe('request, the escape hatch', () => {
  test('is merged last, and part of the config', async () => {
    await run(chat, {}, { request: { seed: 7, max_tokens: 99 } });
    expect(server.received[0]?.body).toMatchObject({ seed: 7, max_tokens: 99, model: 'scripted-careful' });
    expect(chat(server, { request: { seed: 7 } }).config).not.toEqual(chat(server).config);
  });

  test.each<[string, Make, Record<string, unknown>]>([
    ['model', chat, { model: 'x' }],
    ['messages', chat, { messages: [] }],
    ['stream', chat, { stream: false }],
    ['input', responses, { input: [] }],
    ['system', messages, { system: 'x' }],
    ['contents', gemini, { contents: [] }],
    ['config.systemInstruction', gemini, { config: { systemInstruction: 'x' } }],
  ])('does not replace %s', async (field, make, request) => {
    server = await startModelServer();
    expect(() => make(server, { request })).toThrow(`request.${field} is the agent's own, and not to be replaced`);
  });
});

test('a call without an id is answered by ours', async () => {
  const raw = {
    choices: [
      {
        finish_reason: 'tool_calls',
        message: { content: null, tool_calls: [{ type: 'function', function: { name: 'list', arguments: '{}' } }] },
      },
    ],
  };
  await run(chat, { disturb: first({ raw }) }, { stream: false });
  const sent = server.received[1]?.body.messages as { role: string; tool_calls?: object[]; tool_call_id?: string }[];
  expect(sent.find(({ role }) => role === 'assistant')?.tool_calls).toMatchObject([{ id: 'call-0' }]);
  expect(sent.find(({ role }) => role === 'tool')?.tool_call_id).toBe('call-0');
});

test('a list of no calls is never sent back', async () => {
  const raw = {
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: 'Well …', tool_calls: [], annotations: null },
      },
    ],
  };
  await run(chat, { disturb: first({ raw }) }, { stream: false });
  expect(JSON.stringify(server.received[1]?.body.messages)).not.toMatch(/"tool_calls":\[\]|"annotations"/);
});

describe('an agent for which no further call makes sense', () => {
  test.each<[string, Disturbance]>([
    ['auth', { status: 401, body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } } }],
    ['model', { status: 404, body: { error: { message: 'The model `x` does not exist', code: 'model_not_found' } } }],
    [
      'quota',
      { status: 429, body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } } },
    ],
  ])('is stopped by the first answer: %s', async (kind, disturbance) => {
    server = await startModelServer({ disturb: always(disturbance) });
    const agent = chat(server);
    for (const trial of [1, 2, 3]) {
      const { outcome } = await runEpisode({ agent, codebase, condition: 'active', trial });
      expect(outcome).toMatchObject({ status: 'failed', kind });
    }
    expect(server.received).toHaveLength(1);
    // Another agent asks for itself.
    await runEpisode({ agent: chat(server, { name: 'other' }), codebase, condition: 'active' });
    expect(server.received).toHaveLength(2);
  });
});

describe('secrets', () => {
  test.each(APIS)('over %s reach no message, transcript or recording, whatever the server echoes', async (_, make) => {
    const echo = ({ headers }: Received): Disturbance => ({
      status: 500,
      body: { error: { message: `headers were ${JSON.stringify(headers)}` } },
    });
    const failed = await run(make, { disturb: (received) => echo(received) });
    expect(JSON.stringify(failed)).not.toContain(KEY);
    expect(JSON.stringify(failed)).toContain('[secret]');
    await server.close();
    const text = (headers: object) => ({ text: `{"components": {}} ${JSON.stringify(headers)}` });
    const echoed = await run(make, { policy: () => text({ key: KEY }) }, { protocol: 'text' });
    expect(JSON.stringify(echoed)).not.toContain(KEY);
    for (const file of readdirSync(calls, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    ))
      expect(readFileSync(join(calls, file), 'utf8')).not.toContain(KEY);
  });

  test.each<[string, (url: string) => Agent]>([
    ['Chat', (url) => openai('m', { ...OPTIONS, baseURL: url, api: 'chat' })],
    ['Messages', (url) => anthropic('m', { ...OPTIONS, baseURL: url })],
    ['generateContent', (url) => google('m', { ...OPTIONS, baseURL: url })],
  ])('of a URL are not shown over %s', async (_, make) => {
    const agent = make('http://somebody:hidden-pass@127.0.0.1:9/v1');
    const transcript = await runEpisode({ agent, codebase, condition: 'active' });
    expect(transcript.outcome.status).toBe('failed');
    expect(JSON.stringify([transcript, agent.config])).not.toMatch(/hidden-pass/);
  });

  test('in headers that the environment sets are taken out, and whatever else is in them', async () => {
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'Authorization: Bearer hidden-token-of-a-gateway\nX-Team: hidden team/1');
    const encoded = Buffer.from('hidden-token-of-a-gateway').toString('base64');
    const message = `got hidden-token-of-a-gateway, ${encoded}, hidden%20team%2f1 and hidden team/1`;
    server = await startModelServer({ disturb: always({ status: 500, body: { error: { message } } }) });
    vi.stubEnv('OPENAI_BASE_URL', server.openai);
    const agent = openai('scripted-careful', { ...OPTIONS, api: 'chat' });
    const { outcome } = await runEpisode({ agent, codebase, condition: 'active' });
    expect(outcome).toMatchObject({
      message: expect.stringContaining('got [secret], [secret], [secret] and [secret]'),
    });
  });

  test('of the environment go to no server that an option names', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-environment');
    vi.stubEnv('OPENAI_ORG_ID', 'org-hidden');
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-hidden');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Team: hidden-team');
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'token-hidden');
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'X-Team: hidden-team');
    vi.stubEnv('GEMINI_API_KEY', 'gemini-hidden');
    for (const [, make] of APIS) {
      await run(make, {}, { apiKey: undefined }, { budget: 1 });
      expect(JSON.stringify(server.received.map(({ headers, path }) => [headers, path]))).not.toMatch(
        /hidden|of-the-environment/,
      );
      expect(server.received.length).toBeGreaterThan(0);
      await server.close();
    }
  });

  test('without a key another server than this machine’s is skipped with the reason', () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-environment');
    expect(openai('m', { baseURL: 'https://models.example.com/v1' }).unavailable?.()).toMatch(
      /there is no apiKey for models\.example\.com/,
    );
    expect(openai('m', { baseURL: 'http://127.0.0.1:8000/v1' }).unavailable?.()).toBeNull();
    expect(openai('m', { baseURL: 'https://api.openai.com/v1' }).unavailable?.()).toBeNull();
  });

  test('OPENAI_BASE_URL with the environment’s key stays allowed, and is part of what a recording is of', async () => {
    server = await startModelServer();
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-environment');
    vi.stubEnv('OPENAI_BASE_URL', server.openai);
    const agent = openai('scripted-careful', { api: 'chat', retries: 0 });
    await runEpisode({ agent, codebase, condition: 'active', budget: 1 });
    expect(server.received[0]?.headers.authorization).toBe('Bearer sk-of-the-environment');
    configureRun({ directory: calls, mode: 'replay' });
    vi.stubEnv('OPENAI_BASE_URL', 'https://elsewhere.example.com/v1');
    expect(
      (
        await runEpisode({
          agent: openai('scripted-careful', { api: 'chat' }),
          codebase,
          condition: 'active',
          budget: 1,
        })
      ).outcome,
    ).toMatchObject({ kind: 'replay-miss' });
  });

  test.each([
    ['ANTHROPIC_AUTH_TOKEN', () => anthropic('m')],
    ['GOOGLE_API_KEY', () => google('m')],
    ['GEMINI_API_KEY', () => google('m')],
  ])('%s counts as a key', (name, make) => {
    for (const key of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'GOOGLE_API_KEY', 'GEMINI_API_KEY'])
      vi.stubEnv(key, '');
    expect(make().unavailable?.()).toMatch(/is not set/);
    vi.stubEnv(name, 'something');
    expect(make().unavailable?.()).toBeNull();
  });
});

test('models whose names look alike share no folder of recordings', async () => {
  server = await startModelServer({ policy: () => ({ action: 'done', args: {} }) });
  for (const model of ['org/model:a', 'org-model-a']) {
    await runEpisode({ agent: chat(server, {}, model), codebase, condition: 'active', budget: 1 });
  }
  expect(readdirSync(calls).filter((name) => name !== 'run.lock')).toHaveLength(2);
});

test('a second live run of one process begins its recordings anew', async () => {
  server = await startModelServer();
  const agent = chat(server);
  const lines = () =>
    readdirSync(calls, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(calls, name), 'utf8').trim().split('\n').length);
  await runEpisode({ agent, codebase, condition: 'active', budget: 2 });
  const once = lines();
  await runEpisode({ agent, codebase, condition: 'active', budget: 2 });
  expect(lines()).toEqual(once);
});

test('each try counts against a cap on calls', async () => {
  const { outcome } = await run(chat, { disturb: always({ status: 500 }) }, { retries: 9, limits: { calls: 3 } });
  expect(outcome).toMatchObject({ status: 'failed', kind: 'limit' });
  expect(server.received).toHaveLength(3);
});

describe('a call that is lost while it is answered', () => {
  const lost = 'a call was lost: probably billed, and not counted in full';

  test.each(APIS)('over %s keeps what was reserved for it, and is told of', async (_, make) => {
    // One call may take some 33,000 tokens: a second one has no room left.
    const transcript = await run(make, { disturb: first('reset-midway') }, { limits: { tokens: 50_000 } });
    expect(transcript.outcome).toMatchObject({ status: 'failed', kind: 'limit' });
    expect(server.received).toHaveLength(1);
    await server.close();
    expect(warningsOf(await run(make, { disturb: first('reset-midway') }))).toContainEqual(
      expect.stringContaining(lost),
    );
  });

  test('costs nothing where the server refused it', async () => {
    const { outcome } = await run(chat, { disturb: first({ status: 500 }) }, { limits: { tokens: 50_000 } });
    expect(outcome).toEqual({ status: 'finished' });
  });
});

test('what a request asks for is what is reserved for it', async () => {
  const limits = { tokens: 20_000 };
  expect((await run(chat, {}, { limits })).outcome).toMatchObject({ status: 'failed', kind: 'limit' });
  await server.close();
  const { outcome } = await run(chat, {}, { limits, request: { max_tokens: 1_000 } });
  expect(outcome).toEqual({ status: 'finished' });
});

test('a call that cannot be recorded is not made again', async () => {
  writeFileSync(recordingsFolder(calls, 'openai-chat', 'scripted-careful'), '');
  const { outcome } = await run(chat, {});
  expect(outcome).toMatchObject({
    status: 'failed',
    kind: 'setup',
    message: expect.stringContaining('the call cannot be recorded'),
  });
  expect(server.received).toHaveLength(1);
});

test('both APIs of OpenAI share the rate of a model', async () => {
  server = await startModelServer({ latency: 40 });
  const limits = { concurrency: 1 };
  let active = 0;
  let most = 0;
  const count = server.received.push.bind(server.received);
  server.received.push = (...items) => {
    most = Math.max(most, ++active);
    setTimeout(() => active--, 35);
    return count(...items);
  };
  await Promise.all(
    [responses, chat].map((make) =>
      runEpisode({ agent: make(server, { limits }), codebase, condition: 'active', budget: 2 }),
    ),
  );
  expect(most).toBe(1);
});

test('calls, and waits that a server asks for, are off the clock of the episode', async () => {
  server = await startModelServer({
    latency: 60,
    disturb: first({ status: 429, headers: { 'retry-after': '0.2' } }),
  });
  let waited = 0;
  const offTheClock = async <T>(wait: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await wait();
    waited += performance.now() - began;
    return result;
  };
  await runEpisode({ agent: chat(server), codebase, condition: 'active', budget: 1 }, { offTheClock });
  // Three calls, and one wait.
  expect(waited).toBeGreaterThan(300);
});

describe('usage that is no count', () => {
  test('is unknown, and a cap that then cannot act warns', async () => {
    const usage = { prompt_tokens: '1000', completion_tokens: -1 };
    const raw = {
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'LIST()' } }],
      usage,
    };
    const transcript = await run(
      chat,
      { disturb: always({ raw }) },
      { protocol: 'text', stream: false, limits: { tokens: 1_000_000 } },
    );
    expect(transcript.outcome).toEqual({ status: 'finished' });
    expect(callsOf(transcript)[0]?.usage).toMatchObject({ input: null, output: null });
    expect(messagesOf(transcript)).toEqual([expect.stringContaining('limits on tokens and cost cannot act')]);
  });

  test('a limit on cost without prices warns', async () => {
    const transcript = await run(chat, {}, { limits: { cost: 5 } });
    expect(messagesOf(transcript)).toEqual([expect.stringContaining('there are no prices')]);
  });
});

test('answers that maxTokens cut off, and answers without a belief, are warned of', async () => {
  const cut = { choices: [{ index: 0, finish_reason: 'length', message: { role: 'assistant', content: 'LIST()' } }] };
  const transcript = await run(chat, { disturb: always({ raw: cut }) }, { protocol: 'text' });
  expect(warningsOf(transcript)).toEqual([
    '4 of 4 answers were cut off by maxTokens: raise it',
    'no belief could be read in 1 of 1 answers: the one before stands',
  ]);
});

test('a message of any length is read in no time, and kept in part', async () => {
  const message = 'model '.repeat(100_000);
  const before = process.cpuUsage().user;
  const { outcome } = await run(chat, { disturb: always({ status: 400, body: { error: { message } } }) });
  expect(JSON.stringify(outcome).length).toBeLessThan(2_000);
  expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
});

test('names of the environment that are no secrets are not taken out of answers', async () => {
  vi.stubEnv('ANTHROPIC_PROFILE', 'default');
  const policy = () => ({ action: 'open' as const, args: { file: 'src/default.py' } });
  const transcript = await run(messages, { policy }, {}, { budget: 1, track: 'no-probe' });
  expect(actionsOf(transcript)[0]?.action).toEqual({ type: 'open', argument: 'src/default.py' });
});

test('a call that times out is tried once more, and reported as probably billed', async () => {
  const transcript = await run(chat, { disturb: always('hang') }, { callTimeout: 60 });
  expect(transcript.outcome).toMatchObject({
    status: 'failed',
    kind: 'timeout',
    message: expect.stringContaining('after 1 retry'),
  });
  expect(server.received).toHaveLength(2);
  expect(messagesOf(transcript).join()).toContain('probably billed');
});

test.each<[string, OpenAIAgentOptions]>([
  ['maxTokens', { maxTokens: 0 }],
  ['limits.tokens', { limits: { tokens: Number.NaN } }],
  ['prices.input', { prices: { input: -1, output: 1 } }],
  ['retries', { retries: -1 }],
  ['baseURL', { baseURL: 'localhost' }],
  ['callTimeout', { callTimeout: 0 }],
])('an option that is not valid is named: %s', (field, options) => {
  expect(() => openai('m', options)).toThrow(new RegExp(`^openai: ${field}: `));
});
