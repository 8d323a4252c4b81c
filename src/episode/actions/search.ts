import { z } from 'zod';
import { ActionError, type ActionKind } from './action-kind.ts';
import { oneLine } from './files.ts';

/** At most so many files are named. */
const MOST_FILES = 10;

/** The files that contain a text; never any content. */
export const search: ActionKind<{ type: 'search'; argument: string }> = {
  name: 'search',
  description:
    'The files that contain a text, with line numbers, at most ten; plain text, case matters; no content is shown.',
  parameters: z.strictObject({ text: z.string() }),
  schema: z.object({ type: z.literal('search'), argument: z.string() }),
  readOnly: true,
  budgeted: true,
  read: (text = '') => (text === '' ? null : { type: 'search', argument: text }),
  values: ({ argument }) => [argument],
  news: (_, output) => ({
    pieces: output.split('\n').filter((line) => /:\d+(,\d+)*(,…)?$/.test(line)),
    what: 'place',
  }),
  perform({ files }, { argument: query }) {
    if (query === '') throw new ActionError('SEARCH needs a text to look for');
    const hits: string[] = [];
    for (const [path, text] of files) {
      if (hits.length === MOST_FILES) break;
      const lines = linesWith(text, query);
      if (lines.length > 0) hits.push(`${path}:${lines.join(',')}`);
    }
    return hits.length > 0 ? hits.join('\n') : `no file contains ${oneLine(query)}`;
  },
};

/** The numbers of the lines on which the text begins; a text of several lines is found as well. */
function linesWith(text: string, query: string): number[] {
  const numbers = new Set<number>();
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(query); at !== -1; at = text.indexOf(query, at + 1)) {
    for (; counted < at; counted++) if (text[counted] === '\n') line++;
    numbers.add(line);
  }
  return [...numbers];
}
