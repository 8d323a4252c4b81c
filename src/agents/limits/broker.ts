import { NOTHING, type RateLimits, type Used } from './caps.ts';
import { type AccountOf, Ledger, type Spender } from './ledger.ts';
import { RateLimit } from './rate-limit.ts';

/** A call that wants to be made. */
export interface Wish {
  /** Provider, server and model: what rates are kept of. */
  model: string;
  rates: RateLimits;
  accounts: readonly AccountOf[];
  spender: Spender;
  /** The most that the call can use. */
  most: { tokens: number; cost: number };
}

/** What a call used. */
export interface Left {
  tokens: number;
  cost: number;
  /** Tokens that count against the rate, where they are not those. */
  rated?: number;
}

/** A place to call in. Whoever has it gives it back, with what was used. */
export interface Place {
  leave(used: Left): void;
}

/** Who keeps limits: this process, or the main one over a socket. */
export interface Limits {
  /**
   * Waits until the call may be made.
   *
   * @throws LimitReached if it may never be
   */
  enter(wish: Wish, signal: AbortSignal): Promise<Place>;
  /** The episode calls no more. */
  close(episode: string): void;
}

/** A limit of the user's is reached. */
export class LimitReached extends Error {
  override name = 'LimitReached';
}

/** Whoever keeps the limits is gone. */
export class LimitsLost extends Error {
  override name = 'LimitsLost';
}

interface Waiting {
  wish: Wish;
  go(place: Place): void;
  refuse(error: Error): void;
}

/** Keeps all limits of a run: calls that wait for one thing get it in the order in which they came. */
export class Broker implements Limits {
  private readonly ledger = new Ledger();
  private readonly rates = new Map<string, RateLimit>();
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  enter(wish: Wish, signal: AbortSignal): Promise<Place> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const waiting: Waiting = {
        wish,
        go: (place) => {
          signal.removeEventListener('abort', abort);
          resolve(place);
        },
        refuse: (error) => {
          signal.removeEventListener('abort', abort);
          reject(error);
        },
      };
      const abort = () => {
        this.waiting = this.waiting.filter((one) => one !== waiting);
        reject(signal.reason);
        this.pump();
      };
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.push(waiting);
      this.pump();
    });
  }

  close(episode: string): void {
    this.ledger.close(episode);
    this.pump();
  }

  private pump(): void {
    clearTimeout(this.timer);
    const now = Date.now();
    let next = Number.POSITIVE_INFINITY;
    // A model whose first call must wait lets none of the later ones pass.
    const held = new Set<string>();
    // Nor does a call pass a larger one that waits for the same account.
    const full = new Set<string>();
    for (const one of [...this.waiting]) {
      const { model, rates, accounts, spender, most } = one.wish;
      const rate = this.rateOf(model);
      rate.hold(rates);
      if (held.has(model)) continue;
      const wait = rate.waitFor(most.tokens, now);
      if (wait > 0) {
        held.add(model);
        next = Math.min(next, wait);
        continue;
      }
      if (accounts.some(({ name }) => full.has(name))) continue;
      const want: Used = { calls: 1, ...most };
      const admission = this.ledger.admit(accounts, spender, want);
      if (admission === 'wait for calls') for (const { name } of accounts) full.add(name);
      if (admission === 'wait for calls' || admission === 'wait for episodes') continue;
      this.waiting = this.waiting.filter((other) => other !== one);
      if (admission !== 'go') one.refuse(new LimitReached(admission.reached));
      else one.go(this.placeOf(one.wish, want, rate.begin(most.tokens, now)));
    }
    if (Number.isFinite(next)) {
      this.timer = setTimeout(() => this.pump(), next);
    }
  }

  private placeOf({ accounts, spender }: Wish, want: Used, end: (tokens: number, now: number) => void): Place {
    let left = false;
    return {
      leave: (used) => {
        if (left) return;
        left = true;
        const { tokens, cost, rated = tokens } = used;
        end(rated, Date.now());
        this.ledger.settle(accounts, spender.episode, want, { ...NOTHING, tokens, cost, calls: 1 });
        this.pump();
      },
    };
  }

  private rateOf(model: string): RateLimit {
    const known = this.rates.get(model) ?? new RateLimit();
    this.rates.set(model, known);
    return known;
  }
}
