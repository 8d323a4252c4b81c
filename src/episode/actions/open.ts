import { z } from 'zod';
import type { ActionKind } from './action-kind.ts';
import { namedPath, pathInside, textOf } from './files.ts';

/** The whole text of a file. */
export const open: ActionKind<{ type: 'open'; argument: string }> = {
  name: 'open',
  description: 'The whole text of a file.',
  parameters: z.strictObject({ file: z.string() }),
  schema: z.object({ type: z.literal('open'), argument: z.string() }),
  readOnly: true,
  budgeted: true,
  read: (file = '') => (namedPath(file) === '' ? null : { type: 'open', argument: namedPath(file) }),
  values: ({ argument }) => [argument],
  news: ({ argument }) => ({ pieces: [argument], what: 'file' }),
  perform: (snapshot, { argument }) => textOf(snapshot, pathInside(argument)),
};
