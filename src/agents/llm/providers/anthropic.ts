import { z } from 'zod';
import { accessTo } from '../access.ts';
import { checkRequest, limitIn, merge, partsOf } from '../body.ts';
import { exchange } from '../exchange.ts';
import { AnswerError, brokenOff, classify } from '../failure.ts';
import { lowerLimit, notForced, notStreamed, withoutTemperature } from '../fallbacks.ts';
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
import { ANTHROPIC_FAILURES, anthropicFacts, maximumOf } from './anthropic-failures.ts';
import { errorIn } from './error-in.ts';
import { BROKEN_OFF, requiresSaid } from './requires-said.ts';
import { schemaError } from './schema-error.ts';
import { importSdk } from './sdk.ts';
import { Tokens, total, UNKNOWN_USAGE } from './tokens.ts';
import { type Turn, turnsOf } from './turns.ts';

const Block = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
  input: z.unknown().optional(),
});
type Block = z.infer<typeof Block>;

const Answer = z.looseObject({ content: z.array(Block), stop_reason: z.string().nullish() });

const Usage = z.looseObject({
  input_tokens: Tokens,
  output_tokens: Tokens,
  cache_read_input_tokens: Tokens,
  cache_creation_input_tokens: Tokens,
  output_tokens_details: z.looseObject({ thinking_tokens: Tokens }).nullish().catch(null),
});

const CACHE = { type: 'ephemeral' } as const;

/** Models that may be made to use a tool while they do not think; newer ones always think, and refuse it. */
const FORCED = /claude-(?:3|(?:opus|sonnet|haiku)-[34](?:-|$)|(?:opus|sonnet)-5(?:-\d{8})?$)/;

/** Models that think within a budget of tokens, where newer ones take an effort. */
const BUDGETED = /claude-(?:3-7|(?:opus|sonnet|haiku)-4(?:-[015])?(?:-\d{8})?$)/;

/** The least that a model takes for a budget, in tokens. */
const LEAST_BUDGET = 1024;

/** What an effort is in tokens of thinking, for models that take a budget. */
const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 4_096,
  medium: 10_000,
  high: 20_000,
  xhigh: 28_000,
  max: 30_000,
};

/** What of a body is the agent's own. */
const OWN = [['model'], ['messages'], ['system'], ['stream']];

/**
 * Anthropic's Messages API. The system prompt and the end of the conversation are cache breakpoints, since each turn sends the
 * whole history again.
 */
export function anthropicMessages(model: string, options: ModelOptions): Provider {
  const { temperature, reasoning, maxTokens = DEFAULT_MAX_TOKENS, stream = true, baseURL } = options;
  checkRequest('anthropic', options.request, OWN);
  const access = accessTo(options, {
    keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_IDENTITY_TOKEN'],
    standIns: ['ANTHROPIC_PROFILE', 'ANTHROPIC_IDENTITY_TOKEN_FILE'],
    servers: ['ANTHROPIC_BASE_URL'],
    headers: 'ANTHROPIC_CUSTOM_HEADERS',
    host: 'api.anthropic.com',
  });
  const thinking = thinkingOf(model, reasoning, maxTokens);
  return {
    name: 'anthropic',
    vendor: 'anthropic',
    get server() {
      return access.server();
    },
    secrets: access.secrets,
    unavailable: access.unavailable,
    fallbacks: FALLBACKS,
    mostOutput: (body) => limitIn(body, [['max_tokens']]),
    parts: (body) => partsOf(body, 'messages'),
    body: ({ system, messages, tools, purpose, schema }: ModelRequest) => {
      const config = {
        ...thinking.config,
        ...(schema === null ? {} : { format: { type: 'json_schema', schema } }),
      };
      return merge(
        {
          model,
          max_tokens: maxTokens,
          system: [{ type: 'text', text: system, cache_control: CACHE }],
          messages: withBreakpoint(turnsOf(messages, blocksOf)),
          ...(temperature === undefined ? {} : { temperature }),
          ...thinking.body,
          ...(Object.keys(config).length === 0 ? {} : { output_config: config }),
          ...(tools.length === 0
            ? {}
            : {
                tools: tools.map(({ name, description, parameters }) => ({
                  name,
                  description,
                  input_schema: parameters,
                })),
                tool_choice: toolChoice(purpose, FORCED.test(model) && reasoning === undefined),
              }),
          ...(stream ? { stream: true } : {}),
        },
        options.request,
      );
    },
    send: async (body, call) => {
      const { default: Anthropic } = await importSdk('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'));
      return exchange(call, async (fetch) => {
        const { messages } = new Anthropic({
          ...(access.apiKey === undefined ? {} : { apiKey: access.apiKey }),
          baseURL,
          fetch,
          maxRetries: 0,
          // It would print what a server sends as it came, our key with it.
          logLevel: 'off',
          timeout: call.timeout,
          ...(access.foreign ? { defaultHeaders: access.headersTakenOut } : {}),
        });
        const { stream: streamed, ...rest } = body;
        if (!streamed) return messages.create(rest as never, { signal: call.signal });
        const answer = messages.stream(rest as never, { signal: call.signal });
        try {
          return await answer.finalMessage();
        } catch (error) {
          throw brokenOff(error, answer.currentMessage);
        }
      });
    },
    read,
    usageOf,
    failureOf: (error) => classify(error, ANTHROPIC_FAILURES, anthropicFacts),
  };
}

/** `reasoning` as the model takes it: an effort with adaptive thinking, or a budget, which must leave room for an answer. */
function thinkingOf(
  model: string,
  reasoning: string | number | undefined,
  maxTokens: number,
): { body: Body; config: Body } {
  if (reasoning === undefined) return { body: {}, config: {} };
  const budget = typeof reasoning === 'number' ? reasoning : BUDGETED.test(model) ? BUDGETS[reasoning] : undefined;
  if (budget === undefined) return { body: { thinking: { type: 'adaptive' } }, config: { effort: reasoning } };
  if (maxTokens < 2 * LEAST_BUDGET)
    throw new TypeError(
      `anthropic: maxTokens is ${maxTokens}: with reasoning it must be at least ${2 * LEAST_BUDGET}, half of it for an answer`,
    );
  const budget_tokens = Math.max(LEAST_BUDGET, Math.min(budget, maxTokens - LEAST_BUDGET));
  return { body: { thinking: { type: 'enabled', budget_tokens } }, config: {} };
}

function toolChoice(purpose: ModelRequest['purpose'], forced: boolean) {
  if (purpose !== 'action') return { type: 'none' };
  return { type: forced ? 'any' : 'auto', disable_parallel_tool_use: true };
}

const FALLBACKS: readonly Fallback[] = [
  withoutTemperature('temperature'),
  lowerLimit([['max_tokens']], maximumOf),
  notForced('any', 'tool_choice', 'type'),
  notStreamed,
];

function blocksOf(message: Message): Block[] {
  switch (message.role) {
    case 'user':
      return [{ type: 'text', text: message.text } as Block];
    case 'assistant': {
      const native = (message.native as Block[]).filter((block) => block.type !== 'text' || block.text?.trim());
      const said = native.some(({ type }) => type === 'text' || type === 'tool_use');
      // A turn cannot end with thinking.
      return said ? native : [...native, { type: 'text', text: '(no answer)' } as Block];
    }
    case 'tool':
      return message.results.map(
        ({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text }) as unknown as Block,
      );
  }
}

/** The conversation, with its end marked as a breakpoint of the prompt cache. */
function withBreakpoint(turns: Turn<Block>[]): { role: Turn<Block>['role']; content: Block[] }[] {
  const end = turns.at(-1);
  const last = end?.role === 'user' ? end.parts.at(-1) : undefined;
  return turns.map(({ role, parts }) => ({
    role,
    content: parts.map((block) => (block === last ? { ...block, cache_control: CACHE } : block)),
  }));
}

const STOPS: Readonly<Record<string, ModelReply['stop']>> = {
  tool_use: 'tool',
  max_tokens: 'length',
  refusal: 'refusal',
  model_context_window_exceeded: 'context-overflow',
};

function read(value: unknown): ModelReply {
  const error = errorIn(value);
  if (error) throw new AnswerError(error.message, value, error.code);
  const parsed = Answer.safeParse(value);
  if (!parsed.success) throw schemaError(parsed.error, value);
  const { content, stop_reason } = parsed.data;
  if (!stop_reason || BROKEN_OFF.test(stop_reason))
    throw new AnswerError(`the answer broke off (${stop_reason ?? 'no reason given'})`, value);
  const calls = content.flatMap(({ type, id, name, input }) =>
    type === 'tool_use' ? [{ id: id ?? '', name: name ?? '', args: input }] : [],
  );
  const reply: ModelReply = {
    text: content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join(''),
    calls,
    stop: STOPS[stop_reason] ?? 'end',
    usage: usageOf(value),
    native: content,
  };
  return requiresSaid(
    reply,
    content.some(({ type }) => type !== 'text'),
    value,
  );
}

function usageOf(answer: unknown): ModelReply['usage'] {
  const parsed = Usage.safeParse((answer as { usage?: unknown } | null)?.usage);
  if (!parsed.success) return UNKNOWN_USAGE;
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens_details } =
    parsed.data;
  const cached = cache_read_input_tokens ?? 0;
  const cache_write = cache_creation_input_tokens ?? 0;
  return {
    input: total(input_tokens, cached, cache_write),
    cached,
    cache_write,
    output: output_tokens,
    reasoning: output_tokens_details?.thinking_tokens ?? null,
  };
}
