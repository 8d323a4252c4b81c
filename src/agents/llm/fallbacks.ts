import { read, write } from './body.ts';
import type { Body, CallFailure, Fallback } from './model.ts';

/** Ways found to ask a server and model, by the name of the fallback. All agents and all calls under way share them. */
const found = new Map<string, Map<string, unknown>>();

/** So often one fallback is tried for one call. */
const MOST_TRIES = 2;

/** How one model of one server is asked, as far as it is known by now. */
export class Ways {
  private readonly known: Map<string, unknown>;
  private readonly fallbacks: readonly Fallback[];
  /** How often each has been tried for one call. */
  private readonly tried = new Map<string, number>();

  /** @param of names server and model */
  constructor(of: string, fallbacks: readonly Fallback[]) {
    this.known = found.get(of) ?? new Map();
    found.set(of, this.known);
    this.fallbacks = fallbacks;
  }

  /** The body as it is sent now, and which fallbacks changed it. */
  apply(body: Body): { body: Body; names: string[] } {
    let sent = body;
    const names: string[] = [];
    for (const { name, change } of this.fallbacks) {
      if (!this.known.has(name)) continue;
      const changed = change(sent, this.known.get(name));
      if (changed === sent) continue;
      sent = changed;
      names.push(name);
    }
    return { body: sent, names };
  }

  /**
   * Learns from a failure of a body.
   *
   * @returns whether asking again makes sense, and what to tell the user, once a server and model
   */
  learn(failure: CallFailure, body: Body): { again: boolean; notice?: string } {
    for (const fallback of this.fallbacks) {
      // One that does not help is not tried for ever.
      const tried = this.tried.get(fallback.name) ?? 0;
      if (tried >= MOST_TRIES) continue;
      const value = fallback.from(failure, body);
      if (value === null || value === undefined) continue;
      const changed = fallback.change(body, value);
      // What leaves the body as it was would be refused again.
      if (changed === body) continue;
      const isNew = JSON.stringify(this.known.get(fallback.name)) !== JSON.stringify(value);
      this.known.set(fallback.name, value);
      this.tried.set(fallback.name, tried + 1);
      return { again: true, ...(isNew ? { notice: fallback.notice(value) } : {}) };
    }
    return { again: false };
  }
}

/** Forgets what was found out, for tests. */
export function forgetWays(): void {
  found.clear();
}

/** Leaves a field out that is refused by name. `path` leads to it. */
export function withoutField(name: string, path: readonly string[], refused: RegExp, notice: string): Fallback {
  return {
    name,
    from: ({ kind, message }, body) =>
      (kind === 'request' && refused.test(message) && read(body, path) !== undefined) || null,
    change: (body) => write(body, path, undefined),
    notice: () => notice,
  };
}

/** Asks without a temperature. */
export function withoutTemperature(...path: readonly string[]): Fallback {
  return withoutField('temperature', path, /temperature/i, 'it takes no temperature: asked without');
}

/** Lets the model choose whether it uses a tool, where it cannot be made to. `path` leads to the value that forces it. */
export function notForced(forced: string, ...path: readonly string[]): Fallback {
  return {
    name: 'tool_choice',
    from: ({ kind, message }, body) =>
      (kind === 'request' && read(body, path) === forced && /tool[_ ](?:choice|use)/i.test(message)) || null,
    change: (body) => (read(body, path) === forced ? write(body, path, 'auto') : body),
    notice: () => 'it cannot be made to use a tool: asked with tool_choice auto',
  };
}

/** Asks for the answer at once. */
export const notStreamed: Fallback = {
  name: 'stream',
  from: ({ kind, message }, { stream }) =>
    (kind === 'request' && stream === true && /\bstream(?:ing|ed)?\b/i.test(message)) || null,
  change: (body) => write(write(body, ['stream'], undefined), ['stream_options'], undefined),
  notice: () => 'it streams no answers: asked without',
};

/** Asks for fewer tokens where a refusal says how many are allowed. */
export function lowerLimit(
  paths: readonly (readonly string[])[],
  maximumOf: (message: string) => number | null,
): Fallback {
  const pathIn = (body: Body) => paths.find((path) => read(body, path) !== undefined) ?? [];
  return {
    name: 'maxTokens',
    from: ({ kind, message }, body) => {
      if (kind !== 'max-tokens' && kind !== 'request') return null;
      const maximum = maximumOf(message);
      return maximum !== null && maximum >= 1 && maximum < Number(read(body, pathIn(body))) ? maximum : null;
    },
    change: (body, value) => {
      const path = pathIn(body);
      return Number(read(body, path)) > Number(value) ? write(body, path, value) : body;
    },
    notice: (value) => `it allows answers of at most ${value} tokens: asked for no more than that`,
  };
}
