import { z } from 'zod';
import { checked } from '../../base/checked.ts';
import type { Agent } from '../../episode/agent.ts';
import { type AgentOptions, checkedOptions, modelAgent } from './model-agent.ts';
import { anthropicMessages } from './providers/anthropic.ts';
import { googleGenerate } from './providers/google.ts';
import { openaiChat } from './providers/openai-chat.ts';
import { isOpenAI } from './providers/openai-client.ts';
import { openaiResponses } from './providers/openai-responses.ts';

/** Options of {@link openai}. */
export interface OpenAIAgentOptions extends AgentOptions {
  /** `responses` is the default at OpenAI, `chat` (Chat Completions) on any other server, be it named by `OPENAI_BASE_URL`. */
  api?: 'responses' | 'chat';
}

const Api = z.looseObject({ api: z.enum(['responses', 'chat']).optional() });

/**
 * An OpenAI model, or one on a server that speaks OpenAI's API (vLLM, Ollama, OpenRouter, …). Needs the package `openai`.
 *
 * @example
 * openai('gpt-5.3-codex', { reasoning: 'medium' });
 * openai('qwen3-coder', { baseURL: 'http://127.0.0.1:8000/v1', apiKey: 'none' });
 */
export function openai(model: string, options: OpenAIAgentOptions = {}): Agent {
  const all = checkedOptions('openai', options);
  checked('openai', Api, options);
  const { api = isOpenAI(all) ? 'responses' : 'chat' } = all;
  const provider = api === 'chat' ? openaiChat(model, all) : openaiResponses(model, all);
  return modelAgent(model, provider, all);
}

/**
 * A Claude model. Needs the package `@anthropic-ai/sdk`.
 *
 * @example
 * anthropic('claude-sonnet-5-5', { reasoning: 'medium' });
 */
export function anthropic(model: string, options: AgentOptions = {}): Agent {
  const all = checkedOptions('anthropic', options);
  return modelAgent(model, anthropicMessages(model, all), all);
}

/**
 * A Gemini model. Needs the package `@google/genai`.
 *
 * @example
 * google('gemini-3.1-pro');
 */
export function google(model: string, options: AgentOptions = {}): Agent {
  const all = checkedOptions('google', options);
  return modelAgent(model, googleGenerate(model, all), all);
}
