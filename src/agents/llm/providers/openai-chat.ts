import type { Message, ModelOptions, ModelReply, ModelRequest, Provider } from '../model.ts';
import { DEFAULT_MAX_TOKENS } from '../model.ts';
import { failureInAnswer, openaiClient, parseArguments } from './openai-client.ts';

interface ChatAnswer {
  error?: { code?: string | number; message?: string } | null;
  choices?: {
    finish_reason?: string;
    message?: {
      role?: string;
      content?: string | null;
      refusal?: string | null;
      tool_calls?: { id: string; function?: { name?: string; arguments?: string } }[];
    };
  }[];
  usage?: {
    prompt_tokens?: number;
    completion_tokens?: number;
    prompt_tokens_details?: { cached_tokens?: number } | null;
    completion_tokens_details?: { reasoning_tokens?: number } | null;
  } | null;
}

/** The Chat Completions API, which vLLM, Ollama, OpenRouter and many others speak. */
export function openaiChat(model: string, options: ModelOptions): Provider {
  const { temperature, reasoning, maxTokens = DEFAULT_MAX_TOKENS, baseURL } = options;
  // OpenAI's own models want the newer name, other servers mostly know the older one.
  const limit = baseURL === undefined ? 'max_completion_tokens' : 'max_tokens';
  const client = openaiClient(options);
  return {
    name: 'openai-chat',
    keyVariable: 'OPENAI_API_KEY',
    body: ({ system, messages, tools, purpose, schema }: ModelRequest) => ({
      model,
      messages: [{ role: 'system', content: system }, ...mergeUsers(messages).flatMap(chatMessages)],
      [limit]: maxTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(reasoning === undefined ? {} : { reasoning_effort: reasoning }),
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
    }),
    send: async (body, signal) => {
      return answered(await (await client()).chat.completions.create(body as never, { signal }));
    },
    read,
  };
}

/** Some servers answer a failure with status 200 and an error in place of choices. */
function answered(value: unknown): unknown {
  const { error, choices } = value as ChatAnswer;
  if (error || !Array.isArray(choices) || choices.length === 0)
    throw failureInAnswer(error ?? { message: 'the answer has no choices' });
  return value;
}

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

function read(value: unknown): ModelReply {
  const { choices = [], usage } = value as ChatAnswer;
  const [choice] = choices;
  const message = choice?.message ?? {};
  const calls = (message.tool_calls ?? []).map((call) => ({
    id: call.id,
    name: call.function?.name ?? '',
    args: parseArguments(call.function?.arguments),
  }));
  const refused = Boolean(message.refusal) || choice?.finish_reason === 'content_filter';
  return {
    text: message.content || message.refusal || '',
    calls,
    stop: refused ? 'refusal' : choice?.finish_reason === 'length' ? 'length' : calls.length > 0 ? 'tool' : 'end',
    usage: {
      input: usage?.prompt_tokens ?? 0,
      cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
      output: usage?.completion_tokens ?? 0,
      reasoning: usage?.completion_tokens_details?.reasoning_tokens ?? 0,
    },
    // As it came, reasoning that must go back included; some servers refuse nulls.
    native: {
      ...Object.fromEntries(Object.entries(message).filter(([, part]) => part !== null)),
      role: 'assistant',
      content: message.content ?? message.refusal ?? (calls.length > 0 ? null : ''),
    },
  };
}
