import { z } from 'zod';
import { accessTo } from '../access.ts';
import { checkRequest, limitIn, merge, partsOf } from '../body.ts';
import { exchange } from '../exchange.ts';
import { AnswerError, brokenOff, classify } from '../failure.ts';
import { lowerLimit, withoutTemperature } from '../fallbacks.ts';
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
import { GOOGLE_FAILURES, googleFacts, maximumOf } from './google-failures.ts';
import { requiresSaid } from './requires-said.ts';
import { schemaError } from './schema-error.ts';
import { importSdk } from './sdk.ts';
import { Tokens, total, UNKNOWN_USAGE } from './tokens.ts';
import { turnsOf } from './turns.ts';

const Part = z.looseObject({
  text: z.string().nullish(),
  thought: z.boolean().nullish(),
  functionCall: z
    .looseObject({ id: z.string().nullish(), name: z.string().nullish(), args: z.unknown().optional() })
    .nullish(),
});
type Part = z.infer<typeof Part>;

const Candidate = z.looseObject({
  content: z.looseObject({ parts: z.array(Part).nullish() }).nullish(),
  finishReason: z.string().nullish(),
});

/** What is read of an answer: a candidate, or the reason why the prompt was blocked. */
const Answer = z.union([
  z.looseObject({ candidates: z.tuple([Candidate], z.unknown()), promptFeedback: z.unknown().optional() }),
  z.looseObject({
    candidates: z.array(z.unknown()).max(0).nullish(),
    promptFeedback: z.looseObject({ blockReason: z.string(), blockReasonMessage: z.string().nullish() }),
  }),
]);

const Usage = z.looseObject({
  promptTokenCount: Tokens,
  candidatesTokenCount: Tokens,
  cachedContentTokenCount: Tokens,
  thoughtsTokenCount: Tokens,
});

/** https://ai.google.dev/api/generate-content#FinishReason */
const REFUSALS: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'LANGUAGE',
  'ESCALATION',
  'MODEL_ARMOR',
]);

/** The server gives no reason that is the model's doing: without a part of an answer, it is asked again. */
const UNREADABLE: ReadonlySet<string> = new Set([
  '',
  'STOP',
  'OTHER',
  'FINISH_REASON_UNSPECIFIED',
  'MISSING_THOUGHT_SIGNATURE',
]);

/** Models that take a budget of tokens for thinking, where later ones take a level. */
const BUDGETED = /gemini-2\./;

/** https://ai.google.dev/gemini-api/docs/openai#thinking: what efforts are as budgets. */
const BUDGETS: Readonly<Record<string, number>> = { none: 0, minimal: 1_024, low: 1_024, medium: 8_192, high: 24_576 };

/** What of a body is the agent's own. */
const OWN = [['model'], ['contents'], ['config', 'systemInstruction'], ['config', 'abortSignal']];

/** Google's generateContent. A belief is asked for without tools: some models take either tools or a schema. */
export function googleGenerate(model: string, options: ModelOptions): Provider {
  const { temperature, reasoning, maxTokens = DEFAULT_MAX_TOKENS, stream = true, baseURL } = options;
  checkRequest('google', options.request, OWN);
  const access = accessTo(options, {
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    standIns: usesVertex() ? ['GOOGLE_CLOUD_PROJECT'] : [],
    servers: usesVertex() ? ['GOOGLE_VERTEX_BASE_URL'] : ['GOOGLE_GEMINI_BASE_URL'],
    host: 'generativelanguage.googleapis.com',
  });
  return {
    name: 'google',
    vendor: 'google',
    // Vertex is another server, and each project and region of it.
    get server() {
      return [access.server(), ...(access.foreign ? [] : vertexPlace())].filter((part) => part !== '').join(' ');
    },
    secrets: access.secrets,
    unavailable: access.unavailable,
    fallbacks: FALLBACKS,
    mostOutput: (body) => limitIn(body, [['config', 'maxOutputTokens']]),
    parts: ({ config, ...body }) => partsOf({ ...body, ...(config as Body) }, 'contents'),
    body: ({ system, messages, tools, purpose, schema }: ModelRequest) =>
      merge(
        {
          model,
          contents: turnsOf(messages, partsIn).map(({ role, parts }) => ({
            role: role === 'user' ? 'user' : 'model',
            parts,
          })),
          config: {
            systemInstruction: system,
            maxOutputTokens: maxTokens,
            ...(temperature === undefined ? {} : { temperature }),
            ...(reasoning === undefined ? {} : { thinkingConfig: thinkingOf(model, reasoning) }),
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
        },
        options.request,
      ),
    send: async (body, call) => {
      const { GoogleGenAI } = await importSdk('@google/genai', () => import('@google/genai'));
      return exchange(call, async (fetch) => {
        const { models } = new GoogleGenAI({
          apiKey:
            access.apiKey ?? (usesVertex() ? undefined : (process.env.GOOGLE_API_KEY ?? process.env.GEMINI_API_KEY)),
          ...(access.foreign ? { vertexai: false } : {}),
          httpOptions: {
            ...(baseURL ? { baseUrl: baseURL } : {}),
            timeout: call.timeout,
            retryOptions: { attempts: 1 },
            fetch,
          },
        });
        const request = { ...body, config: { ...(body.config as object), abortSignal: call.signal } } as never;
        return stream
          ? gather(await models.generateContentStream(request))
          : plain(await models.generateContent(request));
      });
    },
    read,
    usageOf,
    failureOf: (error) => classify(error, GOOGLE_FAILURES, googleFacts),
  };
}

function usesVertex(): boolean {
  return /^true$/i.test(process.env.GOOGLE_GENAI_USE_ENTERPRISE ?? process.env.GOOGLE_GENAI_USE_VERTEXAI ?? '');
}

function vertexPlace(): string[] {
  if (!usesVertex()) return [];
  return ['vertex', process.env.GOOGLE_CLOUD_PROJECT ?? '', process.env.GOOGLE_CLOUD_LOCATION ?? ''];
}

/** `reasoning` as the model takes it. */
function thinkingOf(model: string, reasoning: string | number): Body {
  const budget = typeof reasoning === 'number' ? reasoning : BUDGETED.test(model) ? BUDGETS[reasoning] : undefined;
  return budget === undefined ? { thinkingLevel: reasoning } : { thinkingBudget: budget };
}

const FALLBACKS: readonly Fallback[] = [
  withoutTemperature('config', 'temperature'),
  lowerLimit([['config', 'maxOutputTokens']], maximumOf),
];

/** The SDK's answer has accessors and the HTTP response with its headers; only what the API said is kept. */
function plain(answer: unknown): Body {
  const { candidates, promptFeedback, usageMetadata, modelVersion } = answer as Body;
  return JSON.parse(JSON.stringify({ candidates, promptFeedback, usageMetadata, modelVersion })) as Body;
}

/** Puts a streamed answer together: parts follow each other, and texts of one kind go on. */
async function gather(chunks: AsyncIterable<unknown>): Promise<Body> {
  const answer: Body = {};
  const parts: Part[] = [];
  let candidate: Body | undefined;
  try {
    for await (const chunk of chunks) {
      const { candidates, ...rest } = plain(chunk);
      Object.assign(answer, rest);
      const [first] = (candidates ?? []) as [{ content?: { parts?: Part[] } }?];
      if (!first) continue;
      candidate = { ...candidate, ...first };
      for (const part of first.content?.parts ?? []) append(parts, part);
    }
  } catch (error) {
    throw brokenOff(error, answer);
  }
  if (!candidate) return answer;
  if (!candidate.finishReason) throw new AnswerError('the stream ended before the answer did', answer);
  return { ...answer, candidates: [{ ...candidate, content: { role: 'model', parts } }] };
}

function append(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  const isPlain = (one: Part | undefined) =>
    one !== undefined && Object.keys(one).every((key) => key === 'text' || key === 'thought');
  if (last && isPlain(last) && isPlain(part) && Boolean(last.thought) === Boolean(part.thought)) {
    parts[parts.length - 1] = { ...last, text: `${last.text ?? ''}${part.text ?? ''}` };
  } else parts.push(part);
}

function partsIn(message: Message): unknown[] {
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
  const error = errorIn(value);
  if (error) throw new AnswerError(error.message, value, error.code);
  const parsed = Answer.safeParse(value);
  if (!parsed.success) throw schemaError(parsed.error, value);
  const { candidates, promptFeedback } = parsed.data as {
    candidates?: z.infer<typeof Candidate>[];
    promptFeedback?: { blockReason?: string; blockReasonMessage?: string };
  };
  const [candidate] = candidates ?? [];
  const parts = candidate?.content?.parts ?? [];
  const reason = candidate?.finishReason ?? '';
  if (candidate && (reason === 'OTHER' || (parts.length === 0 && UNREADABLE.has(reason))))
    throw new AnswerError(`the answer holds nothing (${reason || 'no reason given'})`, value);
  // The API need not name its calls; we do, by their place.
  const calls = parts.flatMap(({ functionCall }, i) =>
    functionCall
      ? [{ id: functionCall.id ?? `call-${i}`, name: functionCall.name ?? '', args: functionCall.args }]
      : [],
  );
  const refused = typeof promptFeedback?.blockReason === 'string' || REFUSALS.has(reason);
  const reply: ModelReply = {
    text:
      parts.flatMap(({ text, thought }) => (text && !thought ? [text] : [])).join('') ||
      (refused ? (promptFeedback?.blockReasonMessage ?? promptFeedback?.blockReason ?? reason) : ''),
    calls,
    stop: refused ? 'refusal' : reason === 'MAX_TOKENS' ? 'length' : calls.length > 0 ? 'tool' : 'end',
    usage: usageOf(value),
    native: parts,
  };
  // What a call that could not be read was, the model wrote.
  const wrote = parts.some(({ thought }) => thought) || /_CALL/.test(reason);
  return requiresSaid(reply, wrote, value);
}

function usageOf(answer: unknown): ModelReply['usage'] {
  const parsed = Usage.safeParse((answer as { usageMetadata?: unknown } | null)?.usageMetadata);
  if (!parsed.success) return UNKNOWN_USAGE;
  const { promptTokenCount, candidatesTokenCount, cachedContentTokenCount, thoughtsTokenCount } = parsed.data;
  // An answer that was all thought has no candidates' tokens, and one without a thought has none of those.
  const written = candidatesTokenCount ?? (thoughtsTokenCount === null ? null : 0);
  return {
    input: promptTokenCount,
    cached: cachedContentTokenCount,
    cache_write: null,
    output: total(written, thoughtsTokenCount ?? 0),
    reasoning: thoughtsTokenCount,
  };
}
