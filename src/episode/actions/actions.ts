import { z } from 'zod';
import type { ActionKind } from './action-kind.ts';
import { done } from './done.ts';
import { inspect } from './inspect.ts';
import { list } from './list.ts';
import { open } from './open.ts';
import { search } from './search.ts';

/** The actions that agents explore by. */
export const ACTIONS = [list, open, search, inspect, done] as const;

/** Some of the actions: those that a protocol offers. */
export type ActionKinds = readonly ActionKind<Action>[];
/** All of them, as protocols have them. */
export const ALL_ACTIONS = ACTIONS as unknown as ActionKinds;

/**
 * One of the things that an agent can do. All but `done` cost one unit of budget, also when they fail. `argument` is a directory
 * (list; the root is the empty string), a file (open, inspect) or the text looked for (search); `symbol` is what to inspect: a
 * function, a class, or `Class.member`.
 */
export type Action = z.infer<(typeof ACTIONS)[number]['schema']>;
export const Action = z.union(ACTIONS.map(({ schema }) => schema)) as z.ZodType<Action>;

/** The kind of an action by its name; undefined where there is none among these. */
export function kindOf(name: string, kinds: ActionKinds = ALL_ACTIONS): ActionKind<Action> | undefined {
  return kinds.find((kind) => kind.name === name.toLowerCase());
}

/** An action as agents write it: `OPEN(src/run.ts)`. */
export function formatAction(action: Action): string {
  return `${action.type.toUpperCase()}(${(kindOf(action.type)?.values(action) ?? []).join(', ')})`;
}

/** Each action as agents call it, with what it gives, a line each. */
export function describeActions(kinds: ActionKinds): string {
  const calls = kinds.map(callOf);
  const width = Math.max(...calls.map((call) => call.length));
  return kinds.map(({ description }, i) => `${(calls[i] as string).padEnd(width)}  ${description}`).join('\n');
}

/** How the actions are called: `LIST(dir), OPEN(file), …`. */
export function callsOfActions(kinds: ActionKinds): string {
  return kinds.map(callOf).join(', ');
}

function callOf({ name, parameters }: ActionKind<Action>): string {
  return `${name.toUpperCase()}(${Object.keys(parameters.shape).join(', ')})`;
}
