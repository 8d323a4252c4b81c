import type OpenAI from 'openai';
import { type Access, accessTo } from '../access.ts';
import { exchange } from '../exchange.ts';
import { type ErrorFacts, textOf } from '../failure.ts';
import type { Body, Call, ModelOptions } from '../model.ts';
import { importSdk } from './sdk.ts';

const HOST = 'api.openai.com';

/** Whether the server is OpenAI's own. */
export function isOpenAI(options: ModelOptions): boolean {
  const server = openaiAccess(options).server();
  return server === '' || `${server}/`.includes(`//${HOST}/`);
}

/** How OpenAI's servers, and those that speak its API, are reached. */
export function openaiAccess(options: ModelOptions): Access {
  return accessTo(options, {
    keys: ['OPENAI_API_KEY'],
    servers: ['OPENAI_BASE_URL'],
    headers: 'OPENAI_CUSTOM_HEADERS',
    host: HOST,
  });
}

/** What asks through the official client. Retries are ours: they are counted, and held to our limits. */
export function openaiSend(
  { baseURL }: ModelOptions,
  access: Access,
  ask: (client: OpenAI, body: Body, signal: AbortSignal) => Promise<unknown>,
): (body: Body, call: Call) => Promise<unknown> {
  return async (body, call) => {
    const { default: Client } = await importSdk('openai', () => import('openai'));
    return exchange(call, (fetch) => {
      const client = new Client({
        apiKey: access.apiKey,
        baseURL,
        fetch,
        maxRetries: 0,
        // Nothing that a server sends is printed as it came.
        logLevel: 'off',
        timeout: call.timeout,
        ...(access.foreign
          ? {
              organization: null,
              project: null,
              adminAPIKey: null,
              defaultHeaders: access.headersTakenOut,
            }
          : {}),
      });
      return ask(client, body, call.signal);
    });
  };
}

/** What an error of the SDK says. */
export function openaiFacts(error: unknown): ErrorFacts {
  const { status, code, type, headers, error: body } = (error ?? {}) as Record<string, unknown>;
  const codes = [code, type].filter((one) => typeof one === 'string' || typeof one === 'number').map(String);
  // An error that came in the middle of a stream has no status, but some servers name one as its code.
  const named = codes.map(Number).find((number) => number >= 400 && number < 600);
  const streamed = body === undefined ? null : (named ?? 500);
  // What a router was told by the provider behind it.
  const raw = (body as { metadata?: { raw?: unknown } } | undefined)?.metadata?.raw;
  const message = typeof raw === 'string' ? `${textOf(error)}: ${raw}` : textOf(error);
  return { status: typeof status === 'number' ? status : streamed, codes, message, headers };
}

/** Arguments of a tool call; what is no JSON is kept as text, and then names no action. */
export function parseArguments(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}
