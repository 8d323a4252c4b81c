import type { Language } from './language.ts';
import { python } from './python/python.ts';
import { typescript } from './typescript/typescript.ts';

const LANGUAGES: readonly Language[] = [python, typescript];

/**
 * The language of that name.
 *
 * @throws Error if there is none
 */
export function languageOf(name: string): Language {
  const language = LANGUAGES.find((candidate) => candidate.name === name);
  if (!language)
    throw new Error(`unknown language ${name}: known are ${LANGUAGES.map((known) => known.name).join(', ')}`);
  return language;
}

/** Whether a path is a source file of the language. */
export function isSource(language: Language, path: string): boolean {
  return language.extensions.some((extension) => path.endsWith(extension));
}
