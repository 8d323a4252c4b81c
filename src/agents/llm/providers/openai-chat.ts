import { z } from 'zod';
import { checkRequest, limitIn, merge, partsOf } from '../body.ts';
import { AnswerError, classify } from '../failure.ts';
import { lowerLimit, notForced, notStreamed, withoutField, withoutTemperature } from '../fallbacks.ts';
import {
  type Body,
  DEFAULT_MAX_TOKENS,
  type Fallback,
  type Message,
  type ModelOptions,
  type ModelReply,
  type ModelRequest,
  type Provider,
} from '../model.ts';
import { errorIn } from './error-in.ts';
import { gatherChat } from './openai-chat-stream.ts';
import { openaiAccess, openaiFacts, openaiSend, parseArguments } from './openai-client.ts';
import { maximumOf, OPENAI_FAILURES } from './openai-failures.ts';
import { BROKEN_OFF, requiresSaid } from './requires-said.ts';
import { schemaError } from './schema-error.ts';
import { Tokens, UNKNOWN_USAGE } from './tokens.ts';

/** What is read of an answer; most servers send more. */
const Answer = z.looseObject({
  choices: z.tuple(
    [
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({ type: z.string() })]))]).nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string().nullish(),
                function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
              }),
            )
            .nullish(),
        }),
      }),
    ],
    z.unknown(),
  ),
});

const Usage = z.looseObject({
  prompt_tokens: Tokens,
  completion_tokens: Tokens,
  prompt_tokens_details: z.looseObject({ cached_tokens: Tokens }).nullish().catch(null),
  completion_tokens_details: z.looseObject({ reasoning_tokens: Tokens }).nullish().catch(null),
});

/** What of a body is the agent's own. */
const OWN = [['model'], ['messages'], ['stream']];

/** The Chat Completions API, which vLLM, Ollama, OpenRouter and many others speak. */
export function openaiChat(model: string, options: ModelOptions): Provider {
  const { temperature, reasoning, maxTokens = DEFAULT_MAX_TOKENS, stream = true } = options;
  checkRequest('openai', options.request, OWN);
  const access = openaiAccess(options);
  // OpenAI's own models want the newer name, other servers mostly know the older one.
  const limit = access.server() === '' ? 'max_completion_tokens' : 'max_tokens';
  return {
    name: 'openai-chat',
    vendor: 'openai',
    get server() {
      return access.server();
    },
    secrets: access.secrets,
    unavailable: access.unavailable,
    fallbacks: FALLBACKS,
    mostOutput: (body) => limitIn(body, LIMIT_PATHS),
    parts: (body) => partsOf(body, 'messages'),
    body: ({ system, messages, tools, purpose, schema }: ModelRequest) =>
      merge(
        {
          model,
          messages: [{ role: 'system', content: system }, ...mergeUsers(messages).flatMap(chatMessages)],
          [limit]: maxTokens,
          ...(temperature === undefined ? {} : { temperature }),
          ...(reasoning === undefined ? {} : reasoningIn(reasoning)),
          ...(tools.length === 0
            ? {}
            : {
                tools: tools.map((tool) => ({ type: 'function', function: { ...tool, strict: true } })),
                tool_choice: purpose === 'action' ? 'required' : 'none',
                parallel_tool_calls: false,
              }),
          ...(schema === null
            ? {}
            : { response_format: { type: 'json_schema', json_schema: { name: 'belief', schema, strict: true } } }),
          ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
        },
        options.request,
      ),
    send: openaiSend(options, access, async ({ chat }, body, signal) => {
      if (!body.stream) return chat.completions.create(body as never, { signal });
      return gatherChat(
        (await chat.completions.create(body as never, { signal })) as unknown as AsyncIterable<unknown>,
      );
    }),
    read,
    usageOf,
    failureOf: (error) => classify(error, OPENAI_FAILURES, openaiFacts),
  };
}

/** An effort as OpenAI names it; a budget as OpenRouter and others take it. */
function reasoningIn(reasoning: string | number): Body {
  return typeof reasoning === 'number' ? { reasoning: { max_tokens: reasoning } } : { reasoning_effort: reasoning };
}

const LIMITS = ['max_tokens', 'max_completion_tokens'] as const;
const LIMIT_PATHS = LIMITS.map((name) => [name]);

/** The limit under its other name, where the one that was sent is refused. */
const otherLimit: Fallback = {
  name: 'limit-name',
  from: ({ kind, message }, body) => {
    const sent = LIMITS.find((name) => name in body);
    if (!sent || (kind !== 'request' && kind !== 'max-tokens')) return null;
    const refused = new RegExp(
      `(?:unsupported|unrecognized|unknown|unexpected|extra)[\\s\\S]*\\b${sent}\\b|\\b${sent}\\b[\\s\\S]*(?:not supported|not permitted|is deprecated)`,
      'i',
    );
    return refused.test(message) ? (LIMITS.find((name) => name !== sent) ?? null) : null;
  },
  change: (body, to) => {
    const sent = LIMITS.find((name) => name in body);
    if (!sent || sent === to) return body;
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [key === sent ? String(to) : key, value]));
  },
  notice: (to) => `it takes the limit of an answer as ${to}`,
};

const FALLBACKS: readonly Fallback[] = [
  withoutTemperature('temperature'),
  otherLimit,
  lowerLimit(LIMIT_PATHS, maximumOf),
  withoutField(
    'parallel_tool_calls',
    ['parallel_tool_calls'],
    /parallel_tool_calls/i,
    'it takes no parallel_tool_calls: asked without',
  ),
  notForced('required', 'tool_choice'),
  withoutField(
    'stream_options',
    ['stream_options'],
    /stream_options|include_usage/i,
    'it takes no stream_options: what a streamed answer used is unknown',
  ),
  notStreamed,
];

/** Some servers want roles to alternate: what users say one after the other is one message. */
function mergeUsers(messages: readonly Message[]): Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (message.role === 'user' && last?.role === 'user')
      merged[merged.length - 1] = { role: 'user', text: `${last.text}\n\n${message.text}` };
    else merged.push(message);
  }
  return merged;
}

function chatMessages(message: Message): unknown[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'assistant':
      return [message.native];
    case 'tool':
      return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  }
}

/** Reasons for which a model's own answer ends, at OpenAI and at servers that speak its API. */
const ENDS: ReadonlySet<string> = new Set(
  'stop length tool_calls function_call content_filter eos eos_token stop_sequence end_turn max_tokens tool_use'.split(
    ' ',
  ),
);

/** Reasons that are a refusal of the model's, or of the server's in its name. */
const REFUSED = /^(?:content_filter|refusal|safety|sensitive|blocklist|prohibited_content|recitation)$/i;

function read(value: unknown): ModelReply {
  refuseErrors(value);
  const parsed = Answer.safeParse(value);
  if (!parsed.success) throw schemaError(parsed.error, value);
  const [{ finish_reason, message }] = parsed.data.choices;
  const calls = (message.tool_calls ?? []).map((call, i) => ({
    id: call.id || `call-${i}`,
    name: call.function.name,
    args: parseArguments(call.function.arguments),
  }));
  const text = textOf(message.content) || message.refusal || '';
  const ends = finish_reason ?? '';
  // Whatever was said until then: it is half an answer.
  const refused = Boolean(message.refusal) || REFUSED.test(ends);
  const says = text.trim() !== '' || calls.length > 0 || refused;
  if (BROKEN_OFF.test(ends) || (!says && !ENDS.has(ends.toLowerCase())))
    throw new AnswerError(`the answer ended before anything was said (${ends || 'no reason given'})`, value, ends);
  const reply: ModelReply = {
    text,
    calls,
    stop: refused
      ? 'refusal'
      : /^(?:length|model_length|max_tokens)$/i.test(ends)
        ? 'length'
        : calls.length > 0
          ? 'tool'
          : 'end',
    usage: usageOf(value),
    // As it came, reasoning that must go back included; some servers refuse nulls, and a list of no calls.
    native: {
      ...Object.fromEntries(
        Object.entries(message).filter(([key, part]) => part !== null && (key !== 'tool_calls' || calls.length > 0)),
      ),
      // A call is answered by its id, so one that the server left out is ours.
      ...(calls.length > 0
        ? { tool_calls: message.tool_calls?.map((call, i) => ({ ...call, id: calls[i]?.id })) }
        : {}),
      role: 'assistant',
      content: message.content ?? message.refusal ?? (calls.length > 0 ? null : ''),
    },
  };
  const thought = ['reasoning', 'reasoning_content', 'reasoning_details'].some((key) => message[key]);
  return requiresSaid(reply, thought, value);
}

/** Some servers answer a failure with status 200 and an error in place of choices, or in the choice. */
function refuseErrors(value: unknown): void {
  const { choices } = (value ?? {}) as { choices?: unknown };
  const found = errorIn(value) ?? (Array.isArray(choices) ? errorIn(choices[0]) : null);
  if (found) throw new AnswerError(found.message, value, found.code);
}

function textOf(content: string | readonly (string | { type: string })[] | null | undefined): string {
  if (!Array.isArray(content)) return (content as string | null | undefined) ?? '';
  return content
    .map((part: string | { type: string; text?: unknown }) =>
      typeof part === 'string' ? part : /text$/.test(part.type) && typeof part.text === 'string' ? part.text : '',
    )
    .join('');
}

function usageOf(answer: unknown): ModelReply['usage'] {
  const parsed = Usage.safeParse((answer as { usage?: unknown } | null)?.usage);
  if (!parsed.success) return UNKNOWN_USAGE;
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = parsed.data;
  return {
    input: prompt_tokens,
    cached: prompt_tokens_details?.cached_tokens ?? null,
    cache_write: null,
    output: completion_tokens,
    reasoning: completion_tokens_details?.reasoning_tokens ?? null,
  };
}
