import { normalisePath } from '../../base/path.ts';
import type { Snapshot } from '../../codebase/codebase.ts';
import { ActionError } from './action-kind.ts';

/** A path that was named, inside of the files. One that leaves them is passed on as it was said, to be answered. */
export function namedPath(argument: string): string {
  return normalisePath(argument) ?? argument;
}

export function pathInside(argument: string): string {
  const path = normalisePath(argument);
  if (path === null) throw new ActionError(`${oneLine(argument)} is outside of the codebase`);
  return path;
}

export function textOf({ files }: Snapshot, path: string): string {
  const text = files.get(path);
  if (text !== undefined) return text;
  const isDirectory = path === '' || [...files.keys()].some((file) => file.startsWith(`${path}/`));
  throw new ActionError(
    isDirectory ? `${path || 'the root'} is a directory: use LIST` : `there is no file ${oneLine(path)}`,
  );
}

export function oneLine(text: string): string {
  const folded = text.replace(/\s+/g, ' ');
  return folded.length > 120 ? `${folded.slice(0, 120)}…` : folded;
}
