import { z } from 'zod';

/**
 * One of the five things that an agent can do. All but `done` cost one unit of budget, also when they fail. `argument` is a directory (list; the root is the empty string), a file (open, inspect) or the text looked
 * for (search); `symbol` is what to inspect: a function, a class, or `Class.member`.
 */
export const Action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('list'), argument: z.string() }),
  z.object({ type: z.literal('open'), argument: z.string() }),
  z.object({ type: z.literal('search'), argument: z.string() }),
  z.object({ type: z.literal('inspect'), argument: z.string(), symbol: z.string() }),
  z.object({ type: z.literal('done') }),
]);
export type Action = z.infer<typeof Action>;

/** An action as agents write it: `OPEN(src/run.ts)`. */
export function formatAction(action: Action): string {
  if (action.type === 'done') return 'DONE()';
  const symbol = action.type === 'inspect' ? `, ${action.symbol}` : '';
  return `${action.type.toUpperCase()}(${action.argument}${symbol})`;
}
