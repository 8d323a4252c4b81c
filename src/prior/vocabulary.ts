import type { Pattern } from '../patterns/drawing/specification.ts';
import type { Vocabulary } from './features.ts';

/** What names and folders of a pattern tell: a model knows the synonyms, so the learner is given them. */
export function vocabulariesOf({ roles }: Pattern): { names: Vocabulary; folders: Vocabulary } {
  const names = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const role of roles) {
    for (const word of role.words) {
      for (const one of [word, word.split('_').at(-1) as string]) if (!names.has(one)) names.set(one, role.name);
    }
    for (const folder of role.folders) if (!folders.has(folder)) folders.set(folder, role.name);
  }
  return { names, folders };
}
