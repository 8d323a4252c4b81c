import { z } from 'zod';
import { checkRequest, limitIn, merge, partsOf } from '../body.ts';
import { AnswerError, classify } from '../failure.ts';
import { lowerLimit, notForced, notStreamed, withoutTemperature } from '../fallbacks.ts';
import {
  DEFAULT_MAX_TOKENS,
  type Fallback,
  type Message,
  type ModelOptions,
  type ModelReply,
  type ModelRequest,
  type Provider,
  type ToolCall,
} from '../model.ts';
import { errorIn } from './error-in.ts';
import { openaiAccess, openaiFacts, openaiSend, parseArguments } from './openai-client.ts';
import { maximumOf, OPENAI_FAILURES } from './openai-failures.ts';
import { requiresSaid } from './requires-said.ts';
import { schemaError } from './schema-error.ts';
import { Tokens, UNKNOWN_USAGE } from './tokens.ts';

const Content = z.looseObject({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() });

/** What is read of an item of the output. */
const Item = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('message'), content: z.union([z.string(), z.array(Content)]).nullish() }),
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.unknown().optional(),
  }),
  z.looseObject({ type: z.literal('reasoning'), encrypted_content: z.string().nullish() }),
]);
type Item = z.infer<typeof Item>;

/** What is read of an answer; items of other types are handed back and mean nothing to us. */
const Answer = z.looseObject({
  status: z.string().nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  output: z.array(z.union([Item, z.looseObject({ type: z.string().refine((type) => !KNOWN.has(type)) })])),
});

const KNOWN: ReadonlySet<string> = new Set(['message', 'function_call', 'reasoning']);

const Usage = z.looseObject({
  input_tokens: Tokens,
  output_tokens: Tokens,
  input_tokens_details: z.looseObject({ cached_tokens: Tokens }).nullish().catch(null),
  output_tokens_details: z.looseObject({ reasoning_tokens: Tokens }).nullish().catch(null),
});

/** What of a body is the agent's own. */
const OWN = [['model'], ['input'], ['instructions'], ['stream']];

/** OpenAI's Responses API. Nothing is stored at the provider; reasoning is handed back encrypted. */
export function openaiResponses(model: string, options: ModelOptions): Provider {
  const { temperature, reasoning, maxTokens = DEFAULT_MAX_TOKENS, stream = true } = options;
  checkRequest('openai', options.request, OWN);
  const access = openaiAccess(options);
  return {
    name: 'openai',
    vendor: 'openai',
    get server() {
      return access.server();
    },
    secrets: access.secrets,
    unavailable: access.unavailable,
    fallbacks: FALLBACKS,
    mostOutput: (body) => limitIn(body, [['max_output_tokens']]),
    parts: (body) => partsOf(body, 'input'),
    body: ({ system, messages, tools, purpose, schema }: ModelRequest) =>
      merge(
        {
          model,
          instructions: system,
          input: messages.flatMap(inputItems),
          max_output_tokens: maxTokens,
          store: false,
          ...(temperature === undefined ? {} : { temperature }),
          ...(reasoning === undefined
            ? {}
            : {
                reasoning: typeof reasoning === 'number' ? { max_tokens: reasoning } : { effort: reasoning },
                include: ['reasoning.encrypted_content'],
              }),
          ...(tools.length === 0
            ? {}
            : {
                tools: tools.map(({ name, description, parameters }) => ({
                  type: 'function',
                  name,
                  description,
                  parameters,
                  strict: true,
                })),
                tool_choice: purpose === 'action' ? 'required' : 'none',
                parallel_tool_calls: false,
              }),
          ...(schema === null
            ? {}
            : { text: { format: { type: 'json_schema', name: 'belief', schema, strict: true } } }),
          ...(stream ? { stream: true } : {}),
        },
        options.request,
      ),
    send: openaiSend(options, access, async ({ responses }, body, signal) => {
      if (!body.stream) return responses.create(body as never, { signal });
      return lastOf((await responses.create(body as never, { signal })) as unknown as AsyncIterable<ResponseEvent>);
    }),
    read,
    usageOf,
    failureOf: (error) => classify(error, OPENAI_FAILURES, openaiFacts),
  };
}

interface ResponseEvent {
  type: string;
  response?: unknown;
  item?: unknown;
  code?: string | null;
  message?: string;
}

/** The response as the last event of a stream has it whole. */
async function lastOf(events: AsyncIterable<ResponseEvent>): Promise<unknown> {
  const items: unknown[] = [];
  for await (const { type, response, item, code, message } of events) {
    if (type === 'response.output_item.done') items.push(item);
    if (type === 'error')
      throw new AnswerError(message ?? 'the provider ended the stream with an error', {}, code ?? undefined);
    if (/^response\.(?:completed|incomplete|failed|cancelled)$/.test(type)) return withItems(response, items);
  }
  throw new AnswerError('the stream ended before the answer did');
}

/** Some servers leave the items out of the last event, which they have streamed. */
function withItems(response: unknown, items: readonly unknown[]): unknown {
  const { output } = (response ?? {}) as { output?: unknown };
  return Array.isArray(output) && output.length === 0 && items.length > 0
    ? { ...(response as object), output: items }
    : response;
}

const FALLBACKS: readonly Fallback[] = [
  withoutTemperature('temperature'),
  lowerLimit([['max_output_tokens']], maximumOf),
  notForced('required', 'tool_choice'),
  notStreamed,
];

function inputItems(message: Message): unknown[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'assistant':
      return handedBack(message.native as HandedBack[]);
    case 'tool':
      return message.results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text }));
  }
}

interface HandedBack {
  type: string;
  encrypted_content?: unknown;
  id?: unknown;
  status?: unknown;
}

/**
 * The items as they are handed back. Nothing is stored at the provider, so reasoning can only go back where it came
 * encrypted and something follows it; without it the other items must not name what they belonged to.
 */
function handedBack(items: readonly HandedBack[]): unknown[] {
  const said = items.filter(({ type }) => type !== 'reasoning');
  if (said.length === 0) return [{ role: 'assistant', content: '(no answer)' }];
  const whole = items.every(({ type, encrypted_content }) => type !== 'reasoning' || encrypted_content);
  return whole ? [...items] : said.map(({ id: _, status: __, ...item }) => item);
}

function read(value: unknown): ModelReply {
  const { status } = (value ?? {}) as { status?: unknown };
  const error = errorIn(value);
  if (error || (typeof status === 'string' && !/^(?:completed|incomplete)$/.test(status)))
    // Nothing is stored at the provider, so one that is still `in_progress` or `queued` cannot be asked for again.
    throw new AnswerError(error?.message ?? `the response is ${status}`, value, error?.code);
  const parsed = Answer.safeParse(value);
  if (!parsed.success) throw schemaError(parsed.error, value);
  const { output, incomplete_details } = parsed.data;
  const why = incomplete_details?.reason;
  if (status === 'incomplete' && why !== 'max_output_tokens' && why !== 'content_filter')
    throw new AnswerError(`the answer broke off (${why ?? 'no reason given'})`, value);
  const items = output.filter((item): item is Item => KNOWN.has(item.type));
  const parts = items.flatMap((item) => (item.type === 'message' ? partsIn(item.content) : []));
  const refusals = parts.flatMap(({ refusal }) => refusal || []);
  const calls = items.flatMap((item): ToolCall[] =>
    item.type === 'function_call' ? [{ id: item.call_id, name: item.name, args: parseArguments(item.arguments) }] : [],
  );
  const reason = incomplete_details?.reason;
  const refused = refusals.length > 0 || reason === 'content_filter';
  const reply: ModelReply = {
    text: parts.flatMap(({ text }) => text ?? []).join('') || refusals.join(' '),
    calls,
    stop: refused ? 'refusal' : reason === 'max_output_tokens' ? 'length' : calls.length > 0 ? 'tool' : 'end',
    usage: usageOf(value),
    native: output,
  };
  return requiresSaid(
    reply,
    output.some(({ type }) => type !== 'message'),
    value,
  );
}

function partsIn(
  content: string | readonly z.infer<typeof Content>[] | null | undefined,
): readonly z.infer<typeof Content>[] {
  return typeof content === 'string' ? [{ type: 'output_text', text: content }] : (content ?? []);
}

function usageOf(answer: unknown): ModelReply['usage'] {
  const parsed = Usage.safeParse((answer as { usage?: unknown } | null)?.usage);
  if (!parsed.success) return UNKNOWN_USAGE;
  const { input_tokens, output_tokens, input_tokens_details, output_tokens_details } = parsed.data;
  return {
    input: input_tokens,
    cached: input_tokens_details?.cached_tokens ?? null,
    cache_write: null,
    output: output_tokens,
    reasoning: output_tokens_details?.reasoning_tokens ?? null,
  };
}
