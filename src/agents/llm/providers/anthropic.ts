import type { Message, ModelOptions, ModelReply, ModelRequest, Provider } from '../model.ts';
import { DEFAULT_MAX_TOKENS } from '../model.ts';
import { importSdk, once } from './sdk.ts';
import { type Turn, turnsOf } from './turns.ts';

interface ContentBlock {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  cache_control?: unknown;
}

interface AnthropicAnswer {
  content?: ContentBlock[];
  stop_reason?: string | null;
  usage?: {
    input_tokens?: number;
    output_tokens?: number;
    cache_read_input_tokens?: number | null;
    cache_creation_input_tokens?: number | null;
    output_tokens_details?: { thinking_tokens?: number } | null;
  };
}

const CACHE = { type: 'ephemeral' } as const;

/**
 * Anthropic's Messages API. Answers are streamed, since long ones are refused otherwise; the system prompt and the end of
 * the conversation are cache breakpoints, since each turn sends the whole history again.
 */
export function anthropicMessages(model: string, options: ModelOptions): Provider {
  const { temperature, reasoning, maxTokens = DEFAULT_MAX_TOKENS } = options;
  const client = once(async () => {
    const { default: Anthropic } = await importSdk('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'));
    const { apiKey, baseURL } = options;
    return new Anthropic({ apiKey: apiKey ?? process.env.ANTHROPIC_API_KEY, baseURL, maxRetries: 0 });
  });
  return {
    name: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    body: ({ system, messages, tools, purpose, schema }: ModelRequest) => {
      const config = {
        ...(reasoning === undefined ? {} : { effort: reasoning }),
        ...(schema === null ? {} : { format: { type: 'json_schema', schema } }),
      };
      return {
        model,
        max_tokens: maxTokens,
        system: [{ type: 'text', text: system, cache_control: CACHE }],
        messages: withBreakpoint(turnsOf(messages, blocksOf)),
        ...(temperature === undefined ? {} : { temperature }),
        ...(reasoning === undefined ? {} : { thinking: { type: 'adaptive' } }),
        ...(Object.keys(config).length === 0 ? {} : { output_config: config }),
        ...(tools.length === 0
          ? {}
          : {
              tools: tools.map(({ name, description, parameters }) => ({
                name,
                description,
                input_schema: parameters,
              })),
              tool_choice: toolChoice(purpose, reasoning !== undefined),
            }),
      };
    },
    send: async (body, signal) => {
      const { messages } = await client();
      return messages.stream(body as never, { signal }).finalMessage();
    },
    read,
  };
}

/** A model that thinks cannot be made to use a tool. */
function toolChoice(purpose: ModelRequest['purpose'], thinks: boolean) {
  if (purpose !== 'action') return { type: 'none' };
  return { type: thinks ? 'auto' : 'any', disable_parallel_tool_use: true };
}

function blocksOf(message: Message): ContentBlock[] {
  switch (message.role) {
    case 'user':
      return [{ type: 'text', text: message.text }];
    case 'assistant': {
      const native = (message.native as ContentBlock[]).filter((block) => block.type !== 'text' || block.text?.trim());
      const said = native.some(({ type }) => type === 'text' || type === 'tool_use');
      // A turn cannot end with thinking.
      return said ? native : [...native, { type: 'text', text: '(no answer)' }];
    }
    case 'tool':
      return message.results.map(
        ({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text }) as ContentBlock,
      );
  }
}

/** The conversation, with its end marked as a breakpoint of the prompt cache. */
function withBreakpoint(turns: Turn<ContentBlock>[]): { role: Turn<ContentBlock>['role']; content: ContentBlock[] }[] {
  const end = turns.at(-1);
  const last = end?.role === 'user' ? end.parts.at(-1) : undefined;
  return turns.map(({ role, parts }) => ({
    role,
    content: parts.map((block) => (block === last ? { ...block, cache_control: CACHE } : block)),
  }));
}

function read(value: unknown): ModelReply {
  const { content = [], stop_reason, usage = {} } = value as AnthropicAnswer;
  const calls = content.flatMap(({ type, id, name, input }) =>
    type === 'tool_use' ? [{ id: id ?? '', name: name ?? '', args: input }] : [],
  );
  const cached = usage.cache_read_input_tokens ?? 0;
  const stops: Readonly<Record<string, ModelReply['stop']>> = {
    tool_use: 'tool',
    max_tokens: 'length',
    refusal: 'refusal',
    model_context_window_exceeded: 'context-overflow',
  };
  return {
    text: content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join(''),
    calls,
    stop: stops[stop_reason ?? ''] ?? 'end',
    usage: {
      input: (usage.input_tokens ?? 0) + cached + (usage.cache_creation_input_tokens ?? 0),
      cached,
      output: usage.output_tokens ?? 0,
      reasoning: usage.output_tokens_details?.thinking_tokens ?? 0,
    },
    native: content,
  };
}
