import type { Message, ModelOptions, ModelReply, ModelRequest, Provider } from '../model.ts';
import { DEFAULT_MAX_TOKENS } from '../model.ts';
import { importSdk } from './sdk.ts';
import { turnsOf } from './turns.ts';

interface Part {
  text?: string;
  thought?: boolean;
  functionCall?: { id?: string; name?: string; args?: unknown };
}

interface GoogleAnswer {
  candidates?: { content?: { role?: string; parts?: Part[] }; finishReason?: string }[];
  promptFeedback?: { blockReason?: string; blockReasonMessage?: string };
  usageMetadata?: {
    promptTokenCount?: number;
    candidatesTokenCount?: number;
    cachedContentTokenCount?: number;
    thoughtsTokenCount?: number;
  };
}

const REFUSALS: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'LANGUAGE',
]);

/** Google's generateContent. A belief is asked for without tools: some models take either tools or a schema. */
export function googleGenerate(model: string, options: ModelOptions): Provider {
  const { temperature, reasoning, maxTokens = DEFAULT_MAX_TOKENS } = options;
  return {
    name: 'google',
    keyVariable: 'GEMINI_API_KEY',
    body: ({ system, messages, tools, purpose, schema }: ModelRequest) => ({
      model,
      contents: turnsOf(messages, partsOf).map(({ role, parts }) => ({
        role: role === 'user' ? 'user' : 'model',
        parts,
      })),
      config: {
        systemInstruction: system,
        maxOutputTokens: maxTokens,
        ...(temperature === undefined ? {} : { temperature }),
        ...(reasoning === undefined ? {} : { thinkingConfig: { thinkingLevel: reasoning } }),
        ...(tools.length === 0 || purpose !== 'action'
          ? {}
          : {
              tools: [
                {
                  functionDeclarations: tools.map(({ name, description, parameters }) => ({
                    name,
                    description,
                    parametersJsonSchema: parameters,
                  })),
                },
              ],
              toolConfig: { functionCallingConfig: { mode: 'ANY' } },
            }),
        ...(schema === null ? {} : { responseMimeType: 'application/json', responseJsonSchema: schema }),
      },
    }),
    send: async (body, signal) => {
      const { GoogleGenAI } = await importSdk('@google/genai', () => import('@google/genai'));
      const { apiKey = process.env.GEMINI_API_KEY, baseURL } = options;
      let headers: Headers | undefined;
      const client = new GoogleGenAI({
        apiKey,
        httpOptions: {
          ...(baseURL ? { baseUrl: baseURL } : {}),
          retryOptions: { attempts: 1 },
          fetch: async (input, init) => {
            const response = await fetch(input, init);
            headers = response.headers;
            return response;
          },
        },
      });
      const config = { ...(body.config as object), abortSignal: signal };
      try {
        const answer = await client.models.generateContent({ ...body, config } as never);
        // The SDK's answer has accessors and the HTTP response with its headers; only what the API said is kept.
        const { candidates, promptFeedback, usageMetadata, modelVersion } = answer;
        return JSON.parse(JSON.stringify({ candidates, promptFeedback, usageMetadata, modelVersion }));
      } catch (error) {
        // The SDK's errors leave out the headers, and with them how long to wait.
        throw error instanceof Error ? Object.assign(error, { headers }) : error;
      }
    },
    read,
  };
}

function partsOf(message: Message): unknown[] {
  switch (message.role) {
    case 'user':
      return [{ text: message.text }];
    case 'assistant': {
      const parts = message.native as Part[];
      return parts.length > 0 ? parts : [{ text: '(no answer)' }];
    }
    case 'tool':
      return message.results.map(({ id, name, text }) => ({
        functionResponse: { ...(id.startsWith('call-') ? {} : { id }), name, response: { output: text } },
      }));
  }
}

function read(value: unknown): ModelReply {
  const { candidates = [], promptFeedback, usageMetadata = {} } = value as GoogleAnswer;
  const [candidate] = candidates;
  const parts = candidate?.content?.parts ?? [];
  const reason = candidate?.finishReason ?? '';
  // The API need not name its calls; we do, by their place.
  const calls = parts.flatMap(({ functionCall }, i) =>
    functionCall
      ? [{ id: functionCall.id ?? `call-${i}`, name: functionCall.name ?? '', args: functionCall.args }]
      : [],
  );
  const refused = promptFeedback?.blockReason !== undefined || REFUSALS.has(reason);
  const reasoning = usageMetadata.thoughtsTokenCount ?? 0;
  return {
    text:
      parts.flatMap(({ text, thought }) => (text && !thought ? [text] : [])).join('') ||
      (refused ? (promptFeedback?.blockReasonMessage ?? promptFeedback?.blockReason ?? reason) : ''),
    calls,
    stop: refused ? 'refusal' : reason === 'MAX_TOKENS' ? 'length' : calls.length > 0 ? 'tool' : 'end',
    usage: {
      input: usageMetadata.promptTokenCount ?? 0,
      cached: usageMetadata.cachedContentTokenCount ?? 0,
      output: (usageMetadata.candidatesTokenCount ?? 0) + reasoning,
      reasoning,
    },
    native: parts,
  };
}
