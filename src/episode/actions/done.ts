import { z } from 'zod';
import type { ActionKind } from './action-kind.ts';

/** The agent has seen enough. */
export const done: ActionKind<{ type: 'done' }> = {
  name: 'done',
  description: 'You have seen enough. Uses up no action.',
  parameters: z.strictObject({}),
  schema: z.object({ type: z.literal('done') }),
  readOnly: true,
  budgeted: false,
  ends: true,
  bare: true,
  read: () => ({ type: 'done' }),
  values: () => [],
  news: () => ({ pieces: [], what: '' }),
  perform: () => '',
};
