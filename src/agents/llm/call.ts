import { AgentStopped, EpisodeFailure, type Task } from '../../episode/agent.ts';
import type { ModelCall, TokenUsage } from '../../episode/model-call.ts';
import { classifyFailure } from './call-failure.ts';
import type { ModelReply, ModelRequest, Provider } from './model.ts';
import { type RateLimit, sleep } from './rate-limit.ts';
import type { EpisodeRecordings, Recorded } from './recordings.ts';
import { type Caps, type Meter, runMeter, runSettings } from './run.ts';

/** Prices per million tokens, in any one currency. */
export interface Prices {
  input: number;
  /** Of cached input; default: as `input`. */
  cached?: number;
  output: number;
}

/** What the calls of one episode share. */
export interface CallContext {
  provider: Provider;
  task: Task;
  recordings: EpisodeRecordings;
  rateLimit: RateLimit;
  /** Caps of the agent, and what it has used. */
  caps: Caps;
  meter: Meter;
  prices: Prices | undefined;
  /** Times that a passing failure is tried again, and the wait before the first of them in milliseconds. */
  retries: number;
  retryDelay: number;
  /** A temperature that the model refuses is left out. */
  mayDropTemperature: boolean;
}

/** A provider that asks to wait longer fails the episode, in milliseconds. */
const LONGEST_WAIT = 120_000;

/**
 * Asks a model: from the recordings if the answer is there, else by a call that is recorded before it is read.
 *
 * @throws AgentStopped for a refusal or a context overflow, which are the agent's doing
 * @throws EpisodeFailure for what is not: a bad key, a rate limit or a server error that stays, a missing recording
 */
export async function callModel(context: CallContext, request: ModelRequest): Promise<ModelReply> {
  const { provider, task, recordings, prices } = context;
  const body = provider.body(request);
  const found = recordings.find(body);
  if (!found && !recordings.mayCall) {
    throw new EpisodeFailure('replay-miss', `no recording to replay: ${recordings.describeMiss(body)}`);
  }
  const made = found ?? (await makeCall(context, body));
  const reply = provider.read(made.answer);
  const call: ModelCall = {
    purpose: request.purpose,
    usage: reply.usage,
    retries: made.retries,
    latency_ms: made.latency_ms,
    recorded: found !== null,
    stop: reply.stop,
    cost: prices ? costOf(reply.usage, prices) : null,
  };
  if (!found) for (const meter of [context.meter, runMeter]) meter.add(call);
  task.noteCall(call);
  if (reply.stop === 'context-overflow') throw new AgentStopped('context-overflow', 'the context window is full');
  return reply;
}

async function makeCall(context: CallContext, body: Record<string, unknown>): Promise<Recorded> {
  const { provider, recordings } = context;
  const capped = context.meter.admit(context.caps) ?? runMeter.admit(runSettings().caps);
  if (capped) throw new EpisodeFailure('limit', `the limit of ${capped} is reached`);
  for (let retries = 0; ; retries++) {
    try {
      const { answer, latency } = await send(context, withoutTemperature.has(provider) ? dropTemperature(body) : body);
      const recorded = { answer, retries, latency_ms: latency };
      recordings.append(body, recorded);
      return recorded;
    } catch (error) {
      if (context.task.signal.aborted) throw context.task.signal.reason;
      if (error instanceof EpisodeFailure) throw error;
      const failure = classifyFailure(error);
      if (failure.kind === 'context-overflow' || failure.kind === 'refusal')
        throw new AgentStopped(failure.kind, failure.message);
      if (
        failure.kind === 'request' &&
        /temperature/i.test(failure.message) &&
        context.mayDropTemperature &&
        !withoutTemperature.has(provider)
      ) {
        withoutTemperature.add(provider);
        retries--;
        continue;
      }
      if (!failure.passing || retries >= context.retries || (failure.retryAfter ?? 0) > LONGEST_WAIT) {
        const tries = retries > 0 ? ` (after ${retries} retries)` : '';
        throw new EpisodeFailure(failure.kind, `${provider.name}: ${failure.message}${tries}`);
      }
      const wait = failure.retryAfter ?? context.retryDelay * 2 ** retries * (0.75 + Math.random() / 2);
      await sleep(wait, context.task.signal);
    }
  }
}

/** Models that refused a temperature. */
const withoutTemperature = new WeakSet<Provider>();

function dropTemperature({ temperature: _, config, ...body }: Record<string, unknown>): Record<string, unknown> {
  if (typeof config !== 'object' || config === null) return body;
  const { temperature: __, ...others } = config as Record<string, unknown>;
  return { ...body, config: others };
}

async function send({ provider, task, rateLimit }: CallContext, body: Record<string, unknown>) {
  const leave = await task.offTheClock(() => rateLimit.enter(task.signal));
  let tokens = 0;
  const started = performance.now();
  try {
    const answer = await provider.send(body, task.signal);
    const { usage } = provider.read(answer);
    tokens = usage.input + usage.output;
    return { answer, latency: Math.round(performance.now() - started) };
  } finally {
    leave(tokens);
  }
}

/** In the currency of the prices. */
export function costOf({ input, cached, output }: TokenUsage, prices: Prices): number {
  const fresh = Math.max(0, input - cached);
  return (fresh * prices.input + cached * (prices.cached ?? prices.input) + output * prices.output) / 1_000_000;
}
