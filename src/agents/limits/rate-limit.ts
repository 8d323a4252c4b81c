import { type RateLimits, strictest } from './caps.ts';

const DEFAULT_CONCURRENCY = 16;
const MINUTE = 60_000;

/** What a call uses: while it is under way the most that it may, then what it did, for a minute after its end. */
interface Spent {
  tokens: number;
  /** Milliseconds; null while it is under way. */
  ended: number | null;
}

/** How fast one model is called. The strictest limits that anybody named hold for all. */
export class RateLimit {
  private rates: RateLimits = {};
  /** When the calls of the last minute began, the oldest first. */
  private begun: number[] = [];
  private spent: Spent[] = [];

  hold(rates: RateLimits): void {
    this.rates = strictest(this.rates, rates);
  }

  /** Milliseconds until a call of so many tokens may begin; infinity while only the end of another call can let it. */
  waitFor(tokens: number, now: number): number {
    const passed = now - MINUTE;
    this.begun = this.begun.filter((at) => at > passed);
    this.spent = this.spent.filter(({ ended }) => ended === null || ended > passed);
    const { concurrency = DEFAULT_CONCURRENCY, requestsPerMinute, tokensPerMinute } = this.rates;
    if (this.spent.filter(({ ended }) => ended === null).length >= concurrency) return Number.POSITIVE_INFINITY;
    // So many of the oldest must pass out of the minute.
    const tooMany = this.begun.length + 1 - (requestsPerMinute ?? Number.POSITIVE_INFINITY);
    const forCalls = tooMany > 0 ? untilPassed(this.begun[tooMany - 1] as number, now) : 0;
    return Math.max(forCalls, tokensPerMinute === undefined ? 0 : this.untilFree(tokens, tokensPerMinute, now));
  }

  /** A call that is larger than all of a minute waits until it is alone. */
  private untilFree(tokens: number, most: number, now: number): number {
    let used = this.spent.reduce((sum, one) => sum + one.tokens, 0);
    if (used === 0 || used + tokens <= most) return 0;
    const ended = this.spent.flatMap(({ tokens, ended }) => (ended === null ? [] : [{ tokens, ended }]));
    for (const one of ended.toSorted((a, b) => a.ended - b.ended)) {
      used -= one.tokens;
      if (used <= 0 || used + tokens <= most) return untilPassed(one.ended, now);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** @returns what is told at its end how many tokens the call used */
  begin(tokens: number, now: number): (used: number, now: number) => void {
    const one: Spent = { tokens, ended: null };
    this.begun.push(now);
    this.spent.push(one);
    return (used, now) => {
      one.tokens = used;
      one.ended = now;
    };
  }
}

function untilPassed(at: number, now: number): number {
  return Math.max(1, at + MINUTE + 1 - now);
}
