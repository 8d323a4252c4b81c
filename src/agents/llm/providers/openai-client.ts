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

/** Arguments of a tool call; what is no JSON is kept as text, and then names no action. */
export function parseArguments(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}
