import { existsSync } from 'node:fs';
import { beliefJsonSchema } from '../../belief/answer-schema.ts';
import type { Agent, Task } from '../../episode/agent.ts';
import type { CallContext, Prices } from './call.ts';
import { ModelExplorer } from './explorer.ts';
import { DEFAULT_MAX_TOKENS, type ModelOptions, type Provider } from './model.ts';
import { hashPrompts, loadPrompts, PROMPTS_VERSION, type Prompts } from './prompts.ts';
import { type RateLimits, rateLimitOf } from './rate-limit.ts';
import { EpisodeRecordings, recordingsFolder } from './recordings.ts';
import { type Caps, Meter, runSettings } from './run.ts';
import { ACTION_TOOLS } from './tools.ts';

/** Options that every model agent takes, whichever its provider. */
export interface AgentOptions extends ModelOptions {
  /** Shown in reports; default: the model's name. */
  name?: string;
  /** `tools` (default): actions are native tools. `text`: they stand in the answer, as in the published runs. */
  protocol?: 'tools' | 'text';
  /** `paper`: text protocol and temperature 0, as in the published runs; use it with budget 20 and a probe every 3. */
  preset?: 'paper';
  /** The provider holds answers to a JSON schema; default true. Without it beliefs are asked for as text. */
  structured?: boolean;
  /** Own texts in place of some of the prompts. Results carry a hash of all of them. */
  prompts?: Partial<Prompts>;
  /** How fast the model may be called over all cases of a run, and the most that this agent may use. */
  limits?: RateLimits & Caps;
  /** Per million tokens, for costs in the tables. */
  prices?: Prices;
  /** Times that a passing failure is tried again; default 4. */
  retries?: number;
  /** Milliseconds before the first of them, doubled each time; default 1,000. */
  retryDelay?: number;
}

/** The options with what their preset says where they say nothing. */
export function withPreset<T extends AgentOptions>(options: T): T {
  if (options.preset !== 'paper') return options;
  // A model that thinks takes no temperature.
  return { protocol: 'text', ...(options.reasoning === undefined ? { temperature: 0 } : {}), ...options };
}

/** An agent that is a model: `provider` says how it is reached. */
export function modelAgent(model: string, provider: Provider, options: AgentOptions): Agent {
  const {
    name = model,
    protocol = 'tools',
    limits = {},
    prices,
    retries = 4,
    retryDelay = 1_000,
    apiKey,
    baseURL,
  } = options;
  const { calls, tokens, cost, ...rates } = limits;
  const prompts = loadPrompts(options.prompts);
  const schema = (options.structured ?? true) && protocol === 'tools' ? beliefJsonSchema() : null;
  const meter = new Meter();
  return {
    name,
    config: {
      provider: provider.name,
      model,
      baseURL: baseURL ?? null,
      protocol,
      temperature: options.temperature ?? null,
      reasoning: options.reasoning ?? null,
      max_tokens: options.maxTokens ?? DEFAULT_MAX_TOKENS,
      structured: schema !== null,
      prompts_version: PROMPTS_VERSION,
    },
    promptHash: hashPrompts(prompts, JSON.stringify([beliefJsonSchema(), ACTION_TOOLS])),
    mostCalls: ({ condition, track, budget, probeEvery }) => {
      if (condition === 'passive-full') return 1;
      const probes = track === 'no-probe' ? 1 : Math.ceil(budget / probeEvery);
      // Each action can take two reminders before it is given.
      return condition === 'active' ? 3 * budget + probes : probes;
    },
    unavailable: () => {
      const { mode, directory } = runSettings();
      if (mode === 'replay' || apiKey !== undefined) return null;
      if (mode === 'resume' && existsSync(recordingsFolder(directory, provider.name, model))) return null;
      return process.env[provider.keyVariable] ? null : `${provider.keyVariable} is not set`;
    },
    explore: async (task: Task) => {
      const { beliefTypes } = await import('./belief-types.ts');
      const { mode, directory } = runSettings();
      const rateLimit = rateLimitOf(`${provider.name} ${model} ${baseURL ?? ''}`, rates);
      const setting = { protocol, prompts, types: await beliefTypes(), schema };
      const caps = { calls, tokens, cost };
      // Each phase has recordings of its own.
      const contextOf = (phase: Task): CallContext => ({
        provider,
        task: phase,
        recordings: new EpisodeRecordings(directory, mode, {
          provider: provider.name,
          model,
          baseURL: baseURL ?? '',
          episode: phase.episode,
          retry: phase.retry,
        }),
        rateLimit,
        caps,
        meter,
        prices,
        retries,
        retryDelay,
        // The preset asks for temperature 0 where the model allows it.
        mayDropTemperature: options.preset === 'paper',
      });
      return new ModelExplorer(task, setting, contextOf);
    },
  };
}
