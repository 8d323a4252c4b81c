import { z } from 'zod';
import { isSource, languageOf } from '../../languages/languages.ts';
import { ActionError, type ActionKind } from './action-kind.ts';
import { namedPath, pathInside, textOf } from './files.ts';

/** Signature and doc comment of a function, a class, or `Class.member`. */
export const inspect: ActionKind<{ type: 'inspect'; argument: string; symbol: string }> = {
  name: 'inspect',
  description: 'Signature and doc comment of a function, a class or Class.member; never a body.',
  parameters: z.strictObject({ file: z.string(), symbol: z.string() }),
  schema: z.object({ type: z.literal('inspect'), argument: z.string(), symbol: z.string() }),
  readOnly: true,
  budgeted: true,
  read(file = '', symbol = '') {
    const path = namedPath(file);
    return path === '' || symbol.trim() === '' ? null : { type: 'inspect', argument: path, symbol: symbol.trim() };
  },
  values: ({ argument, symbol }) => [argument, symbol],
  news: ({ argument, symbol }) => ({ pieces: [`${argument} ${symbol}`], what: 'signature' }),
  perform(snapshot, { argument, symbol }) {
    const path = pathInside(argument);
    const text = textOf(snapshot, path);
    const language = languageOf(snapshot.language);
    if (!isSource(language, path)) throw new ActionError(`${path} is no ${language.name} source, so it has no symbols`);
    return language.inspect(path, text, symbol);
  },
};
