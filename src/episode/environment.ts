import { normalisePath } from '../base/path.ts';
import type { Snapshot } from '../codebase/codebase.ts';
import { InspectError } from '../languages/language.ts';
import { isSource, languageOf } from '../languages/languages.ts';
import type { Action } from './action.ts';

/** SEARCH names at most this many files. */
const MOST_FILES = 10;

/** What an action gave: text for the agent, and whether it is an error message. */
export interface Result {
  output: string;
  ok: boolean;
}

/**
 * Carries an action out on the files of a codebase. Nothing outside of them can be named, and no action throws: what
 * cannot be done is answered with one line that says why.
 */
export async function perform(snapshot: Snapshot, action: Exclude<Action, { type: 'done' }>): Promise<Result> {
  try {
    return { output: await run(snapshot, action), ok: true };
  } catch (error) {
    if (error instanceof ActionError || error instanceof InspectError)
      return { output: `Error: ${error.message}`, ok: false };
    throw error;
  }
}

class ActionError extends Error {}

function run(snapshot: Snapshot, action: Exclude<Action, { type: 'done' }>): string | Promise<string> {
  switch (action.type) {
    case 'list':
      return list(snapshot, pathInside(action.argument));
    case 'open':
      return textOf(snapshot, pathInside(action.argument));
    case 'search':
      return search(snapshot, action.argument);
    case 'inspect': {
      const path = pathInside(action.argument);
      const text = textOf(snapshot, path);
      const language = languageOf(snapshot.language);
      if (!isSource(language, path))
        throw new ActionError(`${path} is no ${language.name} source, so it has no symbols`);
      return language.inspect(path, text, action.symbol);
    }
  }
}

function pathInside(argument: string): string {
  const path = normalisePath(argument);
  if (path === null) throw new ActionError(`${oneLine(argument)} is outside of the codebase`);
  return path;
}

function textOf({ files }: Snapshot, path: string): string {
  const text = files.get(path);
  if (text !== undefined) return text;
  const isDirectory = path === '' || [...files.keys()].some((file) => file.startsWith(`${path}/`));
  throw new ActionError(
    isDirectory ? `${path || 'the root'} is a directory: use LIST` : `there is no file ${oneLine(path)}`,
  );
}

function list({ files }: Snapshot, directory: string): string {
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
}

function search({ files }: Snapshot, query: string): string {
  if (query === '') throw new ActionError('SEARCH needs a text to look for');
  const hits: string[] = [];
  for (const [path, text] of files) {
    if (hits.length === MOST_FILES) break;
    const lines = linesWith(text, query);
    if (lines.length > 0) hits.push(`${path}:${lines.join(',')}`);
  }
  return hits.length > 0 ? hits.join('\n') : `no file contains ${oneLine(query)}`;
}

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

function oneLine(text: string): string {
  const folded = text.replace(/\s+/g, ' ');
  return folded.length > 120 ? `${folded.slice(0, 120)}…` : folded;
}
