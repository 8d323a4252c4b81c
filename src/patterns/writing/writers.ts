import { inLanguage } from '../../languages/in-language.ts';
import { pythonWriter } from './python/writer.ts';
import { typescriptWriter } from './typescript/writer.ts';
import type { Writer } from './writer.ts';

const WRITERS: Readonly<Record<string, Writer>> = { typescript: typescriptWriter, python: pythonWriter };

/**
 * The writer of a language.
 *
 * @throws Error if there is none
 */
export function writerOf(language: string): Writer {
  return inLanguage('writer', WRITERS, language);
}
