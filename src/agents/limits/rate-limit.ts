import { type RateLimits, strictest } from './caps.ts';

const DEFAULT_CONCURRENCY = 16;
const MINUTE = 60_000;

/** A call of the last minute. */
interface Spent {
  at: number;
  tokens: number;
}

/** How fast one model is called. The strictest limits that anybody named hold for all. */
export class RateLimit {
  private rates: RateLimits = {};
  private active = 0;
  private spent: Spent[] = [];

  hold(rates: RateLimits): void {
    this.rates = strictest(this.rates, rates);
  }

  /** Milliseconds until a call of so many tokens may begin; infinity while only the end of another call can let it. */
  waitFor(tokens: number, now: number): number {
    const { concurrency = DEFAULT_CONCURRENCY, requestsPerMinute = Number.POSITIVE_INFINITY } = this.rates;
    const { tokensPerMinute = Number.POSITIVE_INFINITY } = this.rates;
    if (this.active >= concurrency) return Number.POSITIVE_INFINITY;
    this.spent = this.spent.filter(({ at }) => at > now - MINUTE);
    const { spent } = this;
    // So many of the oldest must pass out of the minute.
    let passing = Math.max(0, spent.length + 1 - requestsPerMinute);
    let used = spent.slice(passing).reduce((sum, one) => sum + one.tokens, 0);
    // A call that is larger than all of a minute waits until it is alone.
    while (used > 0 && used + tokens > tokensPerMinute && passing < spent.length)
      used -= (spent[passing++] as Spent).tokens;
    return passing === 0 ? 0 : Math.max(1, (spent[passing - 1] as Spent).at + MINUTE + 1 - now);
  }

  /** @returns what is told how many tokens the call used in the end */
  begin(tokens: number, now: number): (used: number) => void {
    const one: Spent = { at: now, tokens };
    this.spent.push(one);
    this.active++;
    return (used) => {
      one.tokens = used;
      this.active--;
    };
  }
}
