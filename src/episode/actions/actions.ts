import { z } from 'zod';
import type { ActionKind } from './action-kind.ts';
import { done } from './done.ts';
import { inspect } from './inspect.ts';
import { list } from './list.ts';
import { open } from './open.ts';
import { search } from './search.ts';

/** The actions that agents explore by. */
export const ACTIONS = [list, open, search, inspect, done] as const;

/**
 * One of the things that an agent can do. All but `done` cost one unit of budget, also when they fail. `argument` is a directory
 * (list; the root is the empty string), a file (open, inspect) or the text looked for (search); `symbol` is what to inspect: a
 * function, a class, or `Class.member`.
 */
export type Action = z.infer<(typeof ACTIONS)[number]['schema']>;
export const Action = z.union(ACTIONS.map(({ schema }) => schema)) as z.ZodType<Action>;

/** The kind of an action, or of its name; undefined where there is none. */
export function kindOf(name: string): ActionKind<Action> | undefined {
  return ACTIONS.find((kind) => kind.name === name.toLowerCase()) as ActionKind<Action> | undefined;
}

/** An action as agents write it: `OPEN(src/run.ts)`. */
export function formatAction(action: Action): string {
  return `${action.type.toUpperCase()}(${(kindOf(action.type)?.values(action) ?? []).join(', ')})`;
}

/** Each action as agents call it, with what it gives, a line each. */
export function describeActions(): string {
  const calls = ACTIONS.map(callOf);
  const width = Math.max(...calls.map((call) => call.length));
  return ACTIONS.map(({ description }, i) => `${(calls[i] as string).padEnd(width)}  ${description}`).join('\n');
}

/** How the actions are called: `LIST(dir), OPEN(file), …`. */
export function callsOfActions(): string {
  return ACTIONS.map(callOf).join(', ');
}

function callOf({ name, parameters }: (typeof ACTIONS)[number]): string {
  return `${name.toUpperCase()}(${Object.keys(parameters.shape).join(', ')})`;
}
