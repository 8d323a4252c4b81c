import type { TokenUsage } from '../../episode/model-call.ts';

/** A call of one of the five actions as a native tool. */
export interface ToolCall {
  id: string;
  name: string;
  args: unknown;
}

/** A part of the conversation, in no provider's form. */
export type Message =
  | { role: 'user'; text: string }
  /** `native` is the provider's own form of it, which is sent back unchanged (reasoning must be). */
  | { role: 'assistant'; text: string; calls: readonly ToolCall[]; native: unknown }
  | { role: 'tool'; results: readonly { id: string; name: string; text: string }[] };

/** An action offered as a native tool. */
export interface Tool {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  parameters: Record<string, unknown>;
}

/** What a model is asked. */
export interface ModelRequest {
  system: string;
  messages: readonly Message[];
  /** Offered tools; empty in the text protocol. */
  tools: readonly Tool[];
  /** `action`: one of the tools is wanted. `belief`: an answer in the form of `schema`. */
  purpose: 'action' | 'belief' | 'choice';
  /** JSON Schema of the answer, where the provider's structured output is to be used. */
  schema: Record<string, unknown> | null;
}

/** What a model answered. */
export interface ModelReply {
  text: string;
  calls: readonly ToolCall[];
  stop: 'end' | 'tool' | 'length' | 'refusal' | 'context-overflow';
  usage: TokenUsage;
  native: unknown;
}

/** Why a call failed. */
export interface CallFailure {
  kind: 'auth' | 'rate-limit' | 'timeout' | 'server' | 'connection' | 'request' | 'context-overflow' | 'refusal';
  /** It may pass: trying again makes sense. */
  passing: boolean;
  /** Milliseconds that the provider asks to wait; null if it does not say. */
  retryAfter: number | null;
  /** The provider's message. */
  message: string;
}

/** A provider's API: turns requests into its bodies and its answers into replies. One file each. */
export interface Provider {
  readonly name: string;
  /** The name of the environment variable with the key. */
  readonly keyVariable: string;
  /** The request body as the provider documents it: JSON, without any secret. */
  body(request: ModelRequest): Record<string, unknown>;
  /** Makes the call once; its result is the provider's answer as JSON. */
  send(body: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
  read(answer: unknown): ModelReply;
}

/** Options that all models take. */
export interface ModelOptions {
  /** The key; default: the provider's environment variable. It is stored nowhere. */
  apiKey?: string;
  /** Another server that speaks the same API. */
  baseURL?: string;
  /** Left out by default, since some models refuse it. */
  temperature?: number;
  /** Reasoning effort or thinking level, as the provider's API names it. */
  reasoning?: string;
  /** Most tokens of an answer; default 16,000. */
  maxTokens?: number;
}

/** Most tokens of an answer unless the user says otherwise: a belief about 80 modules is long. */
export const DEFAULT_MAX_TOKENS = 16_000;
