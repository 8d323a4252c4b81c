import { messageOf } from '../../base/causes.ts';
import { AgentStopped, EpisodeFailure, type Task } from '../../episode/agent.ts';
import { addUsage, type ModelCall, type TokenUsage } from '../../episode/model-call.ts';
import { LimitReached, LimitsLost, type Place, type Wish } from '../limits/broker.ts';
import type { Caps, RateLimits } from '../limits/caps.ts';
import { CallClock } from './call-clock.ts';
import { costOf, mostCost, type Prices } from './cost.ts';
import { AnswerError, neverArrived } from './failure.ts';
import { Ways } from './fallbacks.ts';
import type { Body, CallFailure, ModelReply, ModelRequest, Provider } from './model.ts';
import type { EpisodeRecordings, Recorded } from './recordings.ts';
import { runSettings } from './run.ts';
import { withoutSecrets } from './secrets.ts';
import { sleep } from './sleep.ts';

/** What the calls of one agent share. */
export interface Caller {
  /** Names the agent and its model, where it is held to limits of its own. */
  name: string;
  provider: Provider;
  /** Names API, server and model: what is found out about it holds for all who ask it. */
  model: string;
  /** Names vendor, server and model: what rates are kept of. */
  rated: string;
  rates: RateLimits;
  caps: Caps;
  prices: Prices | undefined;
  /** Most tokens of an answer. */
  maxTokens: number;
  /** Milliseconds that one call may take. */
  callTimeout: number;
  /** Times that a passing failure is tried again, and the wait before the first of them in milliseconds. */
  retries: number;
  retryDelay: number;
  /** Names of fallbacks that the user does not want. */
  refusedFallbacks: readonly string[];
  /** Set once no further call makes sense: a bad key, an unknown model, an exhausted account. */
  halted: CallFailure | null;
  /** A call was answered. */
  answered: boolean;
}

/** What the calls of one episode share. */
export interface CallContext {
  caller: Caller;
  task: Task;
  recordings: EpisodeRecordings;
  /** About how many calls the episode makes. */
  expectedCalls: number;
}

/** Characters of a provider's message that are kept. */
const LONGEST_SHOWN = 1_000;

/** Failures after which asking again, for whatever episode, gives the same. */
const HOPELESS: ReadonlySet<CallFailure['kind']> = new Set(['auth', 'model', 'quota']);

/**
 * Asks a model: from the recordings if the answer is there, else by a call that is recorded once it has been read.
 *
 * @throws AgentStopped for a refusal or a context overflow, which are the agent's doing
 * @throws EpisodeFailure for what is not: a bad key, a rate limit or a server error that stays, a missing recording
 */
export async function callModel(context: CallContext, request: ModelRequest): Promise<ModelReply> {
  const { caller, task, recordings } = context;
  const { provider, prices } = caller;
  const body = provider.body(request);
  const parts = provider.parts(body);
  const found = recordings.find(body);
  if (!found && !recordings.mayCall) {
    throw new EpisodeFailure('replay-miss', `no recording to replay: ${recordings.describeMiss(parts)}`);
  }
  const made = found ?? (await new Attempts(context, request.purpose, body, parts).make());
  const reply = provider.read(made.answer);
  const usage = made.wasted ? addUsage(reply.usage, made.wasted) : reply.usage;
  const call: ModelCall = {
    purpose: request.purpose,
    usage,
    retries: made.retries,
    latency_ms: made.latency_ms,
    recorded: found !== null,
    stop: reply.stop,
    cost: prices ? costOf(usage, prices) : null,
    ...(made.fallbacks ? { fallbacks: made.fallbacks } : {}),
  };
  task.noteCall(call);
  warnOfIdleCaps(context, call);
  if (reply.stop === 'context-overflow') throw new AgentStopped('context-overflow', 'the context window is full');
  return reply;
}

/** A cap on what nobody can count cannot act. */
function warnOfIdleCaps({ caller, task }: CallContext, { usage, cost, recorded }: ModelCall): void {
  if (recorded) return;
  const caps = [caller.caps, runSettings().caps];
  const unknown = usage.input === null || usage.output === null;
  if (unknown && caps.some(({ tokens, cost: most }) => tokens !== undefined || most !== undefined))
    task.warn('the provider does not say how many tokens it used: limits on tokens and cost cannot act');
  else if (unknown && caller.rates.tokensPerMinute !== undefined)
    task.warn(
      'the provider does not say how many tokens it used: tokensPerMinute counts the most that each call may use',
    );
  else if (cost === null && caps.some(({ cost: most }) => most !== undefined))
    task.warn('there are no prices: a limit on cost cannot act (give the option prices)');
}

/** The attempts at one call. */
class Attempts {
  private readonly context: CallContext;
  private readonly purpose: ModelRequest['purpose'];
  private readonly body: Body;
  private readonly parts: Record<string, unknown>;
  private readonly ways: Ways;
  private retries = 0;
  private timeouts = 0;
  /** Calls that were lost while they were answered, or may have been. */
  private lost = 0;
  /** What tries used that gave no answer. */
  private wasted: TokenUsage | null = null;

  constructor(context: CallContext, purpose: ModelRequest['purpose'], body: Body, parts: Record<string, unknown>) {
    this.context = context;
    this.purpose = purpose;
    this.body = body;
    this.parts = parts;
    const { provider, model, refusedFallbacks } = context.caller;
    this.ways = new Ways(
      model,
      provider.fallbacks.filter(({ name }) => !refusedFallbacks.includes(name)),
    );
  }

  async make(): Promise<Recorded> {
    const { caller, task } = this.context;
    for (;;) {
      if (caller.halted) throw this.failed(caller.halted, 'not asked again');
      const { body, names } = this.ways.apply(this.body);
      const place = await this.enter(body);
      const tried = await this.attempt(body, names, place);
      if ('answer' in tried) {
        caller.answered = true;
        this.warnOfLost();
        this.keep(tried);
        return tried;
      }
      if (task.signal.aborted) {
        if (this.wasted) this.note(this.wasted);
        throw task.signal.reason;
      }
      const { again, notice } = this.ways.learn(tried, body);
      if (notice) task.warn(`${caller.provider.name}: ${notice}`);
      if (!again) await this.beforeNext(tried);
    }
  }

  /** Waits before a failed call is made once more, or ends the episode. */
  private async beforeNext(failure: CallFailure): Promise<void> {
    const { caller, task } = this.context;
    const { kind, passing, message, retryAfter } = failure;
    if (kind === 'context-overflow' || kind === 'refusal') {
      if (this.wasted) this.note(this.wasted);
      throw new AgentStopped(kind, message);
    }
    // Whoever was answered before may have met a passing mood of the server; an empty account stays empty.
    if (HOPELESS.has(kind) && (kind === 'quota' || !caller.answered)) caller.halted = failure;
    const spent = kind === 'timeout' ? this.timeouts++ >= 1 : false;
    if (!passing || spent || this.retries >= caller.retries || (retryAfter ?? 0) > caller.callTimeout) {
      const tries = this.retries > 0 ? `after ${this.retries} ${this.retries === 1 ? 'retry' : 'retries'}` : '';
      throw this.failed(failure, tries);
    }
    const growing = caller.retryDelay * 2 ** this.retries * (0.75 + Math.random() / 2);
    const wait = retryAfter ?? Math.min(growing, caller.callTimeout);
    this.retries++;
    await task.offTheClock(() => sleep(wait, task.signal));
  }

  private failed({ kind, message }: CallFailure, tries: string): EpisodeFailure {
    const { caller } = this.context;
    if (this.wasted) this.note(this.wasted);
    this.warnOfLost();
    const advice = kind === 'max-tokens' ? `: lower the option maxTokens (now ${caller.maxTokens})` : '';
    return new EpisodeFailure(kind, `${caller.provider.name}: ${message}${advice}${tries === '' ? '' : ` (${tries})`}`);
  }

  private warnOfLost(): void {
    const { lost, timeouts } = this;
    if (lost === 0) return;
    const calls = lost === 1 ? 'a call' : `${lost} calls`;
    const how = timeouts === lost ? 'timed out' : lost === 1 ? 'was lost' : 'were lost';
    this.context.task.warn(`${calls} ${how}: probably billed, and not counted in full`);
  }

  /** Writes the answer down. It is paid for: where that fails, asking again helps nobody. */
  private keep(recorded: Recorded): void {
    try {
      this.context.recordings.append(this.body, this.parts, recorded);
    } catch (error) {
      throw new EpisodeFailure('setup', `the call cannot be recorded: ${messageOf(error)}`);
    }
  }

  /** What was used for nothing is paid for all the same. */
  private note(usage: TokenUsage): void {
    const { caller, task } = this.context;
    const cost = caller.prices ? costOf(usage, caller.prices) : null;
    task.noteCall({
      purpose: this.purpose,
      usage,
      retries: this.retries,
      latency_ms: 0,
      recorded: false,
      stop: 'failed',
      cost,
    });
  }

  private async enter(body: Body): Promise<Place & { most: Wish['most'] }> {
    const { caller, task, expectedCalls } = this.context;
    const { limits, caps, project } = runSettings();
    // About three bytes a token; code and JSON have more.
    const input = Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 3);
    const output = caller.provider.mostOutput(body) ?? caller.maxTokens;
    const cost = caller.prices ? mostCost(input, output, caller.prices) : 0;
    const wish: Wish = {
      model: caller.rated,
      rates: caller.rates,
      accounts: [
        { name: `run ${project}`, caps },
        { name: caller.name, caps: caller.caps },
      ],
      // A question is asked on a copy of its own, by one call.
      spender: { episode: task.episode, expectedCalls: this.purpose === 'choice' ? 1 : expectedCalls },
      most: { tokens: input + output, cost },
    };
    try {
      const { leave } = await task.offTheClock(() => limits.enter(wish, task.signal));
      return { leave, most: wish.most };
    } catch (error) {
      if (this.wasted) this.note(this.wasted);
      if (error instanceof LimitReached) throw new EpisodeFailure('limit', error.message);
      if (error instanceof LimitsLost) throw new EpisodeFailure('setup', error.message);
      throw error;
    }
  }

  /** One try: the answer, or why there is none. */
  private async attempt(
    body: Body,
    fallbacks: string[],
    place: Place & { most: Wish['most'] },
  ): Promise<Recorded | CallFailure> {
    const { caller, task } = this.context;
    const { provider } = caller;
    const clean = (text: string) => withoutSecrets(text, provider.secrets());
    // Cut once it is clean, so that no part of a secret is left at the end.
    const shown = (text: string) =>
      text.length > LONGEST_SHOWN ? `${clean(text).slice(0, LONGEST_SHOWN)}…` : clean(text);
    const clock = new CallClock(caller.callTimeout, task.signal);
    const started = performance.now();
    let usage: TokenUsage | null = null;
    let used: Wish['most'] | null = null;
    let answered = false;
    try {
      const sent = await task.offTheClock(() => provider.send(body, clock.call));
      const latency_ms = Math.round(performance.now() - started);
      const answer = JSON.parse(clean(JSON.stringify(sent ?? null))) as unknown;
      usage = provider.usageOf(answer);
      provider.read(answer);
      answered = true;
      return {
        answer,
        retries: this.retries,
        latency_ms,
        ...(this.wasted ? { wasted: this.wasted } : {}),
        ...(fallbacks.length > 0 ? { fallbacks } : {}),
      };
    } catch (error) {
      // As where an SDK is not installed.
      if (error instanceof EpisodeFailure) throw error;
      const answer = (error as { answer?: unknown } | null)?.answer;
      if (answer !== undefined) usage = provider.usageOf(answer);
      if (usage && usage.input !== null) this.wasted = this.wasted ? addUsage(this.wasted, usage) : usage;
      const failure = provider.failureOf(error);
      const timedOut = clock.timedOut ?? (failure.kind === 'timeout' ? failure.message : null);
      // The server may well go on and charge for it.
      const counted = error instanceof AnswerError && usage?.output !== null;
      const lost = clock.answering ? !counted : failure.kind === 'connection' && !neverArrived(error);
      if (timedOut !== null || task.signal.aborted || lost) {
        used = place.most;
        this.lost++;
      }
      return timedOut === null
        ? { ...failure, message: shown(failure.message) }
        : { kind: 'timeout', passing: true, retryAfter: null, message: shown(timedOut) };
    } finally {
      clock.stop();
      const cost = (usage && caller.prices && costOf(usage, caller.prices)) ?? 0;
      // Of a call that nobody counted, the most that it can have used counts against the rate.
      const counted = usage?.input != null && usage.output !== null;
      const tokens = (usage?.input ?? 0) + (usage?.output ?? 0);
      place.leave(used ?? { tokens, cost, ...(answered && !counted ? { rated: place.most.tokens } : {}) });
    }
  }
}
