import { existsSync } from 'node:fs';
import { z } from 'zod';
import { checked } from '../../base/checked.ts';
import { BELIEF_FIELDS, beliefJsonSchema } from '../../belief/answer-schema.ts';
import type { Agent, Task } from '../../episode/agent.ts';
import { Caps, RateLimits } from '../limits/caps.ts';
import { beliefTypes } from './belief-types.ts';
import type { CallContext, Caller } from './call.ts';
import { takeCalls } from './calls-lock.ts';
import { Prices } from './cost.ts';
import { ModelExplorer } from './explorer.ts';
import { DEFAULT_CALL_TIMEOUT, DEFAULT_MAX_TOKENS, type ModelOptions, type Provider } from './model.ts';
import {
  FIELDS_OF,
  hashPrompts,
  loadPrompts,
  PROMPT_NAMES,
  PROMPTS_VERSIONS,
  type Prompts,
  type PromptsVersion,
} from './prompts.ts';
import { EpisodeRecordings, recordingsFolder } from './recordings.ts';
import { runSettings } from './run.ts';
import { toolsOf } from './tools.ts';

/** Options that every model agent takes, whichever its provider. */
export interface AgentOptions extends ModelOptions {
  /** Shown in reports; default: the model's name. */
  name?: string;
  /** `tools` (default): actions are native tools. `text`: they stand in the answer, as in the published runs. */
  protocol?: 'tools' | 'text';
  /** `paper`: text protocol, temperature 0 and prompts v1, as in the published runs; use it with budget 20 and a probe every 3. */
  preset?: 'paper';
  /** The provider holds answers to a JSON schema; default true. Without it beliefs are asked for as text. */
  structured?: boolean;
  /** The version of the prompts; default `v2`. */
  promptsVersion?: PromptsVersion;
  /** Own texts in place of some of the prompts. Results carry a hash of all of them. */
  prompts?: Partial<Prompts>;
  /**
   * What beliefs are asked to hold: `scored` (default) leaves out what no score uses, the purposes of components, the evidence
   * of invariants and the summary of what is uncertain; `all` asks for them, too (the default of prompts v1).
   */
  beliefFields?: (typeof BELIEF_FIELDS)[number];
  /** How fast the model may be called over all cases and workers of a run, and the most that this agent may use. */
  limits?: RateLimits & Caps;
  /** Per million tokens, for costs in the tables. */
  prices?: Prices;
  /** Times that a passing failure is tried again, at least 0; default 4. */
  retries?: number;
  /** Milliseconds before the first of them, doubled each time up to `callTimeout`; default 1,000. */
  retryDelay?: number;
}

const Milliseconds = z.number().min(0, 'must be at least 0');
/** Timers of more milliseconds would fire at once. */
const LONGEST_TIMER = 2_147_483_647;
const LONGEST_DELAY = 600_000;
const Whole = z.number().int('must be a whole number');

/** What options are checked against. A type says the same to editors, with its doc comments. */
const Options = z.looseObject({
  name: z.string().trim().min(1, 'is empty').optional(),
  apiKey: z.string().trim().min(1, 'is empty').optional(),
  baseURL: z.url({ protocol: /^https?$/, error: 'is no http or https URL' }).optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoning: z.union([z.string().min(1), Whole.min(0)]).optional(),
  maxTokens: Whole.min(1, 'must be at least 1').optional(),
  stream: z.boolean().optional(),
  callTimeout: Milliseconds.min(1, 'must be more than 0')
    .max(LONGEST_TIMER, 'is longer than a timer can run')
    .optional(),
  request: z.record(z.string(), z.unknown()).optional(),
  protocol: z.enum(['tools', 'text']).optional(),
  preset: z.literal('paper').optional(),
  structured: z.boolean().optional(),
  promptsVersion: z.enum(PROMPTS_VERSIONS).optional(),
  prompts: z.partialRecord(z.enum([...PROMPT_NAMES, 'example']), z.string()).optional(),
  beliefFields: z.enum(BELIEF_FIELDS).optional(),
  limits: RateLimits.extend(Caps.shape).optional(),
  prices: Prices.optional(),
  retries: Whole.min(0, 'must be at least 0').optional(),
  retryDelay: Milliseconds.max(LONGEST_DELAY, 'is longer than ten minutes').optional(),
});

/**
 * The options, checked, with what their preset says where they say nothing.
 *
 * @throws TypeError that names the option at fault
 */
export function checkedOptions<T extends AgentOptions>(what: string, options: T): T {
  checked(what, Options, options);
  if (options.preset !== 'paper') return options;
  // A model that thinks takes no temperature.
  return {
    protocol: 'text',
    promptsVersion: 'v1',
    ...(options.reasoning === undefined ? { temperature: 0 } : {}),
    ...options,
  };
}

/** An agent that is a model: `provider` says how it is reached. */
export function modelAgent(model: string, provider: Provider, options: AgentOptions): Agent {
  const {
    name = model,
    protocol = 'tools',
    limits = {},
    promptsVersion = 'v2',
    maxTokens = DEFAULT_MAX_TOKENS,
  } = options;
  const { calls, tokens, cost, ...rates } = limits;
  const fields = options.beliefFields ?? FIELDS_OF[promptsVersion];
  const prompts = loadPrompts(promptsVersion, fields, options.prompts);
  const types = beliefTypes(fields);
  const schema = (options.structured ?? true) && protocol === 'tools' ? beliefJsonSchema(fields) : null;
  const caller: Caller = {
    name: JSON.stringify([name, provider.name, model, provider.server]),
    provider,
    model: JSON.stringify([provider.name, model, provider.server]),
    rated: JSON.stringify([provider.vendor, model, provider.server]),
    rates,
    caps: { calls, tokens, cost },
    prices: options.prices,
    maxTokens,
    callTimeout: options.callTimeout ?? DEFAULT_CALL_TIMEOUT,
    retries: options.retries ?? 4,
    retryDelay: options.retryDelay ?? 1_000,
    // The preset asks for temperature 0 where the model allows it; a user who asks for one is told.
    refusedFallbacks: options.preset === 'paper' ? [] : ['temperature'],
    halted: null,
    answered: false,
  };
  /** Each phase has recordings of its own. */
  const contextOf = (task: Task): CallContext => {
    const { mode, directory, limits: kept, run } = runSettings();
    if (mode !== 'replay') takeCalls(directory, run);
    task.onEnd(() => kept.close(task.episode));
    return {
      caller,
      task,
      recordings: new EpisodeRecordings(directory, mode, {
        provider: provider.name,
        model,
        server: provider.server,
        episode: task.episode,
        retry: task.retry,
      }),
      expectedCalls: task.budget + Math.ceil(task.budget / task.probeEvery),
    };
  };
  return {
    name,
    config: {
      provider: provider.name,
      model,
      server: provider.server,
      protocol,
      temperature: options.temperature ?? null,
      reasoning: options.reasoning ?? null,
      max_tokens: maxTokens,
      structured: schema !== null,
      prompts_version: promptsVersion,
      belief_fields: fields,
      request: options.request ?? null,
    },
    promptHash: ({ texts, actions }) => hashPrompts(prompts, texts, JSON.stringify([types, toolsOf(actions)])),
    mostCalls: ({ condition, track, budget, probeEvery }) => {
      if (condition === 'passive-full') return 1;
      const probes = track === 'no-probe' ? 1 : Math.ceil(budget / probeEvery);
      // Each action can take two reminders before it is given.
      return condition === 'active' ? 3 * budget + probes : probes;
    },
    unavailable: () => {
      const { mode, directory } = runSettings();
      if (mode === 'replay') return null;
      if (mode === 'resume' && existsSync(recordingsFolder(directory, provider.name, model))) return null;
      return provider.unavailable();
    },
    explore: async (task: Task) => new ModelExplorer(task, { protocol, prompts, types, schema }, contextOf),
  };
}
