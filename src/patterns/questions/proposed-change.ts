import { z } from 'zod';
import { languageOf } from '../../languages/languages.ts';
import type { Files } from './compliance.ts';

/** A change that somebody could make. */
export const ProposedChange = z.discriminatedUnion('kind', [
  /** A module imports another. */
  z.object({ kind: z.literal('import'), source: z.string(), target: z.string() }),
  /** A part is moved to one end of the order in which a config has it. */
  z.object({ kind: z.literal('order'), part: z.string(), to: z.enum(['first', 'last']) }),
]);
export type ProposedChange = z.infer<typeof ProposedChange>;

/** The change as an option of a question: one form for each kind. */
export function describeChange(change: ProposedChange): string {
  return change.kind === 'import'
    ? `${change.source} imports ${change.target}.`
    : `${change.part} is moved to ${change.to === 'first' ? 'the front' : 'the end'} of its order in the config.`;
}

/**
 * The files after the change.
 *
 * @throws Error for a part that no config names
 */
export function applyChange({ files, language }: Files, change: ProposedChange): Files {
  const changed = new Map(files);
  if (change.kind === 'import') {
    const line = languageOf(language).importLine(change.source, change.target);
    changed.set(change.source, `${files.get(change.source) ?? ''}\n${line}\n`);
    return { files: changed, language };
  }
  for (const [path, text] of files) {
    if (!/^[^/]+\.json$/.test(path)) continue;
    const config: unknown = JSON.parse(text);
    if (!moveIn(config, change)) continue;
    changed.set(path, `${JSON.stringify(config, null, 2)}\n`);
    return { files: changed, language };
  }
  throw new Error(`no config names ${change.part}`);
}

/** Moves the part in the first list that has it. */
function moveIn(value: unknown, change: Extract<ProposedChange, { kind: 'order' }>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    const i = value.findIndex((one) => names(one, change.part));
    if (i !== -1) {
      const [moved] = value.splice(i, 1);
      value.splice(change.to === 'first' ? 0 : value.length, 0, moved);
      return true;
    }
  }
  return Object.values(value).some((one) => moveIn(one, change));
}

/** Whether an entry of a config is the name of a module: its path without the folder of the sources and its extension. */
function names(entry: unknown, path: string): boolean {
  const id = path.slice(path.indexOf('/') + 1).replace(/\.\w+$/, '');
  return entry === id || (typeof entry === 'object' && entry !== null && Object.values(entry).includes(id));
}
