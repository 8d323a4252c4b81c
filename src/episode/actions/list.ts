import { z } from 'zod';
import { ActionError, type ActionKind } from './action-kind.ts';
import { namedPath, oneLine, pathInside } from './files.ts';

/** Names in a directory; the root is the empty string. */
export const list: ActionKind<{ type: 'list'; argument: string }> = {
  name: 'list',
  description: 'Names in a directory, one a line, directories with a trailing slash.',
  parameters: z.strictObject({ dir: z.string().describe('the directory; empty for the root') }),
  schema: z.object({ type: z.literal('list'), argument: z.string() }),
  readOnly: true,
  budgeted: true,
  bare: true,
  read: (dir = '') => ({ type: 'list', argument: namedPath(dir) }),
  values: ({ argument }) => [argument],
  news: ({ argument }, output) => ({
    pieces: output.split('\n').flatMap((name) => (name === '' ? [] : [`${argument}/${name}`])),
    what: 'name',
  }),
  perform({ files }, { argument }) {
    const directory = pathInside(argument);
    const prefix = directory === '' ? '' : `${directory}/`;
    const names = new Set<string>();
    for (const path of files.keys()) {
      if (!path.startsWith(prefix)) continue;
      const rest = path.slice(prefix.length);
      const slash = rest.indexOf('/');
      names.add(slash === -1 ? rest : rest.slice(0, slash + 1));
    }
    if (names.size > 0) return [...names].toSorted().join('\n');
    throw new ActionError(
      files.has(directory) ? `${directory} is a file: use OPEN` : `there is no directory ${oneLine(directory)}`,
    );
  },
};
