import { z } from 'zod';
import { directoryOf, nameOf, stemOf } from '../../base/path.ts';
import type { Codebase } from '../../codebase/codebase.ts';
import { syntaxOf } from '../mutations/syntax.ts';
import type { Files } from './compliance.ts';

/** A change that somebody could make. */
export const ProposedChange = z.discriminatedUnion('kind', [
  /** A module imports another. */
  z.object({ kind: z.literal('import'), source: z.string(), target: z.string() }),
  /** A stage is moved directly behind another in the config. */
  z.object({ kind: z.literal('order'), stage: z.string(), behind: z.string() }),
  /** A file gets another name in its folder. */
  z.object({ kind: z.literal('rename'), path: z.string(), to: z.string() }),
]);
export type ProposedChange = z.infer<typeof ProposedChange>;

/** The change as an option of a question: one form for each kind. */
export function describeChange(change: ProposedChange): string {
  switch (change.kind) {
    case 'import':
      return `${change.source} imports ${change.target}.`;
    case 'order':
      return `${stemOf(change.stage)} is moved directly behind ${stemOf(change.behind)} in the config.`;
    case 'rename':
      return `${change.path} is renamed to ${nameOf(change.to)}.`;
  }
}

/** The files after the change. */
export function applyChange({ files, language, groundTruth }: Codebase, change: ProposedChange): Files {
  const changed = new Map(files);
  switch (change.kind) {
    case 'import': {
      const [name = 'x'] = groundTruth.modules[change.target]?.exports ?? [];
      const syntax = syntaxOf(language);
      const parts = syntax.split(files.get(change.source) ?? '');
      const line = syntax.importLine(moduleOf(change.source), moduleOf(change.target), name);
      changed.set(change.source, syntax.join({ ...parts, imports: [...parts.imports, line] }));
      break;
    }
    case 'order':
      for (const [path, text] of files) {
        if (path.endsWith('pipeline.json'))
          changed.set(path, reordered(text, stemOf(change.stage), stemOf(change.behind)));
      }
      break;
    case 'rename':
      changed.delete(change.path);
      changed.set(change.to, files.get(change.path) ?? '');
      break;
  }
  return { files: changed, language };
}

/** The path without the folder of all sources and without its extension. */
function moduleOf(path: string): string {
  const inner = path.slice(path.indexOf('/') + 1);
  return directoryOf(inner) === '' ? stemOf(inner) : `${directoryOf(inner)}/${stemOf(inner)}`;
}

function reordered(text: string, stage: string, behind: string): string {
  const config = JSON.parse(text) as { stages: { module: string }[] };
  const moved = config.stages.filter(({ module }) => module === stage);
  const others = config.stages.filter(({ module }) => module !== stage);
  const stages = others.flatMap((entry) => (entry.module === behind ? [entry, ...moved] : [entry]));
  return `${JSON.stringify({ ...config, stages }, null, 2)}\n`;
}
