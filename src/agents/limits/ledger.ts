import { type Caps, KINDS, minus, NOTHING, plus, strictest, type Used } from './caps.ts';

/** What may be spent, and by whom: all models of a run, or one agent. */
export interface AccountOf {
  name: string;
  caps: Caps;
}

/** An episode that wants to call. */
export interface Spender {
  /** Its opaque name. */
  episode: string;
  /** About how many calls it makes; what an episode uses is taken from those that have ended, once some have. */
  expectedCalls: number;
}

/**
 * `go`: the amount is reserved. `wait for calls`: those under way hold what is left. `wait for episodes`: the first ones tell what
 * one takes. Else the limit that is reached, in words.
 */
export type Admission = 'go' | 'wait for calls' | 'wait for episodes' | { reached: string };

interface Account {
  caps: Caps;
  used: Used;
  reserved: Used;
  /** Episodes that have begun: what each has used and reserved, and what it is expected to use in all. */
  open: Map<string, { used: Used; expected: Used }>;
  ended: { episodes: number; used: Used };
}

/**
 * Keeps limits: what a call may use at the most is reserved before it is made, and settled after it. No call is made that
 * could exceed a limit, and no episode begins on what the open ones are expected to need.
 */
export class Ledger {
  private readonly accounts = new Map<string, Account>();

  admit(accounts: readonly AccountOf[], { episode, expectedCalls }: Spender, want: Used): Admission {
    const all = accounts.map(({ name, caps }) => [this.account(name, caps), name] as const);
    for (const [account] of all) {
      const refused = begins(account, episode) ?? fits(account, want);
      if (refused) return refused;
    }
    for (const [account] of all) {
      account.reserved = plus(account.reserved, want);
      const known = account.open.get(episode);
      const { episodes, used } = account.ended;
      const expected: Used = known?.expected ?? {
        calls: episodes > 0 ? used.calls / episodes : expectedCalls,
        tokens: episodes > 0 ? used.tokens / episodes : expectedCalls * want.tokens,
        cost: episodes > 0 ? used.cost / episodes : expectedCalls * want.cost,
      };
      account.open.set(episode, { used: known?.used ?? NOTHING, expected });
    }
    return 'go';
  }

  /** What a call used in the end, in place of what was reserved for it. */
  settle(accounts: readonly AccountOf[], episode: string, reserved: Used, used: Used): void {
    for (const { name } of accounts) {
      const account = this.accounts.get(name);
      if (!account) continue;
      account.reserved = minus(account.reserved, reserved);
      account.used = plus(account.used, used);
      const open = account.open.get(episode);
      if (open) open.used = plus(open.used, used);
    }
  }

  /** The episode has ended: what it used tells what others will. */
  close(episode: string): void {
    for (const account of this.accounts.values()) {
      const open = account.open.get(episode);
      if (!open) continue;
      account.open.delete(episode);
      account.ended = { episodes: account.ended.episodes + 1, used: plus(account.ended.used, open.used) };
    }
  }

  private account(name: string, caps: Caps): Account {
    const known = this.accounts.get(name) ?? {
      caps,
      used: NOTHING,
      reserved: NOTHING,
      open: new Map(),
      ended: { episodes: 0, used: NOTHING },
    };
    known.caps = strictest(known.caps, caps);
    this.accounts.set(name, known);
    return known;
  }
}

/** Whether a further episode must not begin: what is left is what the open ones are expected to need. */
function begins({ caps, used, open, ended }: Account, episode: string): Admission | null {
  if (open.has(episode)) return null;
  for (const kind of KINDS) {
    const cap = caps[kind];
    if (cap === undefined) continue;
    const needed = [...open.values()].reduce((sum, one) => sum + Math.max(0, one.expected[kind] - one.used[kind]), 0);
    if (cap - used[kind] - needed > 0) continue;
    // Before the first episode has ended, what one takes is no more than the most that its calls could: it is waited for.
    if (kind !== 'calls' && ended.episodes === 0 && used[kind] < cap) return 'wait for episodes';
    const why =
      needed > 0
        ? `${amount(kind, used[kind])} used, and the ${open.size} open episodes need about ${amount(kind, needed)}`
        : `${amount(kind, used[kind])} used`;
    return { reached: `the limit of ${amount(kind, cap)} is reached (${why})` };
  }
  return null;
}

function fits({ caps, used, reserved }: Account, want: Used): Admission | null {
  for (const kind of KINDS) {
    const cap = caps[kind];
    // Sums of fractions are not exact.
    if (cap === undefined || used[kind] + reserved[kind] + want[kind] <= cap + 1e-9) continue;
    if (used[kind] + want[kind] <= cap + 1e-9 || reserved[kind] > 1e-9) return 'wait for calls';
    const advice =
      kind === 'calls' ? '' : `, and a call may take ${amount(kind, want[kind])} with an answer of maxTokens`;
    return { reached: `the limit of ${amount(kind, cap)} is reached (${amount(kind, used[kind])} used${advice})` };
  }
  return null;
}

function amount(kind: (typeof KINDS)[number], value: number): string {
  if (kind === 'cost') return `a cost of ${Number(value.toFixed(4))}`;
  return `${Math.round(value)} ${kind}`;
}
