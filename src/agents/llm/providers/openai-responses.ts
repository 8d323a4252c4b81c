import type { Message, ModelOptions, ModelReply, ModelRequest, Provider, ToolCall } from '../model.ts';
import { DEFAULT_MAX_TOKENS } from '../model.ts';
import { failureInAnswer, openaiClient, parseArguments } from './openai-client.ts';

interface OutputItem {
  type: string;
  role?: string;
  content?: { type: string; text?: string; refusal?: string }[];
  call_id?: string;
  name?: string;
  arguments?: string;
  encrypted_content?: string | null;
  id?: string;
  status?: string;
}

interface ResponsesAnswer {
  status?: string;
  incomplete_details?: { reason?: string } | null;
  error?: { code?: string; message?: string } | null;
  output?: OutputItem[];
  usage?: null | {
    input_tokens?: number;
    output_tokens?: number;
    input_tokens_details?: { cached_tokens?: number };
    output_tokens_details?: { reasoning_tokens?: number };
  };
}

/** OpenAI's Responses API. Nothing is stored at the provider; reasoning is handed back encrypted. */
export function openaiResponses(model: string, options: ModelOptions): Provider {
  const { temperature, reasoning, maxTokens = DEFAULT_MAX_TOKENS } = options;
  const client = openaiClient(options);
  return {
    name: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    body: ({ system, messages, tools, purpose, schema }: ModelRequest) => ({
      model,
      instructions: system,
      input: messages.flatMap(inputItems),
      max_output_tokens: maxTokens,
      store: false,
      ...(temperature === undefined ? {} : { temperature }),
      ...(reasoning === undefined
        ? {}
        : { reasoning: { effort: reasoning }, include: ['reasoning.encrypted_content'] }),
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
      ...(schema === null ? {} : { text: { format: { type: 'json_schema', name: 'belief', schema, strict: true } } }),
    }),
    send: async (body, signal) => {
      return answered(await (await client()).responses.create(body as never, { signal }));
    },
    read,
  };
}

function inputItems(message: Message): unknown[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'assistant':
      return handedBack(message.native as OutputItem[]);
    case 'tool':
      return message.results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text }));
  }
}

/** A failure that came with status 200 is a failure all the same. */
function answered(value: unknown): unknown {
  const { status, error } = value as ResponsesAnswer;
  if (error || status === 'failed' || status === 'cancelled')
    throw failureInAnswer(error ?? { message: `the response ${status}` });
  return value;
}

/**
 * The items as they are handed back. Nothing is stored at the provider, so reasoning can only go back where it came
 * encrypted and something follows it; without it the other items must not name what they belonged to.
 */
function handedBack(items: readonly OutputItem[]): unknown[] {
  const said = items.filter(({ type }) => type !== 'reasoning');
  if (said.length === 0) return [{ role: 'assistant', content: '(no answer)' }];
  const whole = items.every(({ type, encrypted_content }) => type !== 'reasoning' || encrypted_content);
  return whole ? [...items] : said.map(({ id: _, status: __, ...item }) => item);
}

function read(value: unknown): ModelReply {
  const answer = value as ResponsesAnswer;
  const output = answer.output ?? [];
  const parts = output.flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []));
  const refusals = parts.flatMap(({ refusal }) => (refusal ? [refusal] : []));
  const calls = output.flatMap((item): ToolCall[] => {
    if (item.type !== 'function_call') return [];
    return [{ id: item.call_id ?? '', name: item.name ?? '', args: parseArguments(item.arguments) }];
  });
  const reason = answer.incomplete_details?.reason;
  const usage = answer.usage ?? {};
  return {
    text: parts.flatMap(({ text }) => text ?? []).join('') || refusals.join(' '),
    calls,
    stop:
      refusals.length > 0 || reason === 'content_filter'
        ? 'refusal'
        : reason === 'max_output_tokens'
          ? 'length'
          : calls.length > 0
            ? 'tool'
            : 'end',
    usage: {
      input: usage.input_tokens ?? 0,
      cached: usage.input_tokens_details?.cached_tokens ?? 0,
      output: usage.output_tokens ?? 0,
      reasoning: usage.output_tokens_details?.reasoning_tokens ?? 0,
    },
    native: output,
  };
}
