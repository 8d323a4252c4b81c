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

/** A request body as the provider documents it: JSON, without any secret. */
export type Body = Record<string, unknown>;

/** What a call shares with the clock that bounds it. */
export interface Call {
  signal: AbortSignal;
  /** Milliseconds that the server may take. */
  timeout: number;
  /** Called whenever something of the answer arrives. */
  onActivity(): void;
}

/** A provider's API: turns requests into its bodies and its answers into replies. One file each. */
export interface Provider {
  readonly name: string;
  /** Who runs the model: what is called over any of its APIs counts against one rate. */
  readonly vendor: string;
  /** Which server is called, where it is not the provider's own: part of what a recording is of. No credentials in it. */
  readonly server: string;
  /** What must show nowhere: the key, and credentials in a URL. */
  secrets(): readonly string[];
  /** Why it cannot be called, e.g. `OPENAI_API_KEY is not set`; null when it can. */
  unavailable(): string | null;
  body(request: ModelRequest): Body;
  /** The parts of a body by name, to say what has changed since it was recorded. */
  parts(body: Body): Record<string, unknown>;
  /** Other ways to ask, for servers and models that refuse the first one. */
  readonly fallbacks: readonly Fallback[];
  /** The most tokens that a body lets an answer have; null where it does not say. */
  mostOutput(body: Body): number | null;
  /** Makes the call once; its result is the provider's answer as JSON. */
  send(body: Body, call: Call): Promise<unknown>;
  /**
   * Reads an answer.
   *
   * @throws AnswerError if it is none: nobody may take an outage for an agent's silence
   */
  read(answer: unknown): ModelReply;
  /** The tokens that an answer says it used; all unknown where it does not say, or is none. */
  usageOf(answer: unknown): TokenUsage;
  /** What kind of failure an error is that `send` or `read` threw. */
  failureOf(error: unknown): CallFailure;
}

/** Why a call failed. */
export interface CallFailure {
  kind: FailureKind;
  /** It may pass: trying again makes sense. */
  passing: boolean;
  /** Milliseconds that the provider asks to wait; null if it does not say. */
  retryAfter: number | null;
  /** The provider's message. */
  message: string;
}

export type FailureKind =
  | 'auth'
  /** The account is exhausted: waiting does not help. */
  | 'quota'
  /** There is no such model. */
  | 'model'
  | 'rate-limit'
  | 'timeout'
  | 'server'
  | 'connection'
  | 'request'
  /** The input fits, and the answer that our `maxTokens` asks for does not. */
  | 'max-tokens'
  | 'context-overflow'
  | 'refusal';

/** Another way to ask a server that refused. What is found out holds for all later calls of the same server and model. */
export interface Fallback {
  readonly name: string;
  /** What the failure of a body calls for, as JSON; null if this is no help. */
  from(failure: CallFailure, body: Body): unknown;
  /** The body, asked the other way; the same object where that changes nothing. */
  change(body: Body, value: unknown): Body;
  /** What a user should know of it. */
  readonly notice: (value: unknown) => string;
}

/** Options that all models take. */
export interface ModelOptions {
  /** The key; default: the provider's environment variable. It is stored nowhere. */
  apiKey?: string;
  /**
   * Another server that speaks the same API. Without `apiKey` no key of the environment is sent there: on this machine
   * (`127.0.0.1`, `localhost`) none is needed, elsewhere the cases are skipped with the reason.
   */
  baseURL?: string;
  /** 0 to 2. Left out by default, since some models refuse it. */
  temperature?: number;
  /**
   * How much a model thinks: an effort or level as its provider names it (`low`, `medium`, `high`), or a budget in tokens for
   * models that take one. Each model is told in its own form.
   */
  reasoning?: string | number;
  /** Most tokens of an answer, reasoning included; default 32,000. It is lowered where a model says that it allows less. */
  maxTokens?: number;
  /** Whether answers are streamed; default true. Servers that refuse are asked without. */
  stream?: boolean;
  /** Milliseconds that one call may take; default 15 minutes. Streamed ones also fail after 5 minutes of silence. */
  callTimeout?: number;
  /**
   * Fields of the provider's own API, merged into each request last: what no option of ours says. Part of the config that
   * results are compared by. Neither the model nor the messages can be replaced.
   */
  request?: Readonly<Record<string, unknown>>;
}

/** Most tokens of an answer unless the user says otherwise: a belief about 80 modules takes up to 15,000 before reasoning. */
export const DEFAULT_MAX_TOKENS = 32_000;

/** Milliseconds that one call may take unless the user says otherwise. */
export const DEFAULT_CALL_TIMEOUT = 900_000;
