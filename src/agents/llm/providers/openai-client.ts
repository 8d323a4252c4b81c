import type OpenAI from 'openai';
import type { ModelOptions } from '../model.ts';
import { importSdk, once } from './sdk.ts';

/** Makes the official client when it is first asked for. Retries are ours: they are counted, and held to our limits. */
export function openaiClient({ apiKey, baseURL }: ModelOptions): () => Promise<OpenAI> {
  return once(async () => {
    const { default: Client } = await importSdk('openai', () => import('openai'));
    return new Client({ apiKey: apiKey ?? process.env.OPENAI_API_KEY, baseURL, maxRetries: 0 });
  });
}

/** An error that a provider put into an answer with status 200, as the SDK would have thrown it with its own. */
export function failureInAnswer({ code, message }: { code?: string | number; message?: string }): Error {
  const status = Number(code);
  const known = Number.isInteger(status) && status >= 400 ? status : code === 'rate_limit_exceeded' ? 429 : 500;
  return Object.assign(new Error(message ?? `the provider failed (${code})`), { status: known, code });
}

/** Arguments of a tool call; what is no JSON is kept as text, and then names no action. */
export function parseArguments(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}
