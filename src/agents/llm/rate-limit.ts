import { setTimeout } from 'node:timers/promises';
import PQueue from 'p-queue';

/** How fast a model may be called, over all cases of a run. */
export interface RateLimits {
  /** Calls under way at once; default 16. */
  concurrency?: number;
  requestsPerMinute?: number;
  /** Input and output tokens that were used in the last minute. */
  tokensPerMinute?: number;
}

const MINUTE = 60_000;

/** Holds calls of one model back until they are allowed. */
export class RateLimit {
  private readonly queue: PQueue;
  private readonly tokensPerMinute: number;
  private readonly used: { at: number; tokens: number }[] = [];

  constructor({ concurrency = 16, requestsPerMinute, tokensPerMinute = Number.POSITIVE_INFINITY }: RateLimits) {
    this.queue = new PQueue(
      requestsPerMinute === undefined
        ? { concurrency }
        : { concurrency, interval: MINUTE, intervalCap: requestsPerMinute, strict: true },
    );
    this.tokensPerMinute = tokensPerMinute;
  }

  /**
   * Waits for a place.
   *
   * @returns what gives the place back, with the tokens that the call used
   */
  async enter(signal: AbortSignal): Promise<(tokens: number) => void> {
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    this.queue
      .add(
        () => {
          started.resolve();
          return ended.promise;
        },
        { signal },
      )
      .catch(started.reject);
    await started.promise;
    try {
      await this.tokensAreLeft(signal);
    } catch (error) {
      ended.resolve();
      throw error;
    }
    return (tokens) => {
      this.used.push({ at: Date.now(), tokens });
      ended.resolve();
    };
  }

  private async tokensAreLeft(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const since = Date.now() - MINUTE;
      while (this.used[0] && this.used[0].at < since) this.used.shift();
      const used = this.used.reduce((sum, { tokens }) => sum + tokens, 0);
      const [oldest] = this.used;
      if (used < this.tokensPerMinute || !oldest) return;
      await sleep(oldest.at - since + 1, signal);
    }
  }
}

const limits = new Map<string, { rates: string; limit: RateLimit }>();

/** The limit of a model, shared by all who call it. Who names no limits is held to those that another has named. */
export function rateLimitOf(model: string, { concurrency, requestsPerMinute, tokensPerMinute }: RateLimits): RateLimit {
  const rates = JSON.stringify({ concurrency, requestsPerMinute, tokensPerMinute });
  const known = limits.get(model);
  if (known && (rates === '{}' || rates === known.rates)) return known.limit;
  const limit = new RateLimit({ concurrency, requestsPerMinute, tokensPerMinute });
  limits.set(model, { rates, limit });
  return limit;
}

/** Waits; an abort ends it with the signal's reason. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
