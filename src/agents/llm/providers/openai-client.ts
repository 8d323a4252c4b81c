import type OpenAI from 'openai';
import type { ModelOptions } from '../model.ts';
import { importSdk } from './sdk.ts';

/** The official client. Retries are ours, so that they are counted and held back by our limits. */
export async function openaiClient({ apiKey, baseURL }: ModelOptions): Promise<OpenAI> {
  const { default: Client } = await importSdk('openai', () => import('openai'));
  return new Client({ apiKey: apiKey ?? process.env.OPENAI_API_KEY, baseURL, maxRetries: 0 });
}

/** Arguments of a tool call; what is no JSON is kept as text, and then names no action. */
export function parseArguments(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}
