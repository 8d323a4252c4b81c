import type { CodebaseFacts } from '../../src/scoring/result.ts';
import theory from './theory-of-code-space.json' with { type: 'json' };

/** The figures of the Theory of Code Space paper. */
export const published = theory;

/** Whose figures they are, and that they were measured on other codebases. */
export function publishedNote(): string {
  return `Published rows: ${published.source}; measured on other codebases (${published.settings.codebases}).`;
}

/**
 * Whether published figures stand beside ours: as asked for, else where every codebase was generated in the published
 * shape.
 */
export function showsPublished(codebases: readonly CodebaseFacts[], asked: boolean | undefined): boolean {
  return asked ?? (codebases.length > 0 && codebases.every(({ id }) => id.startsWith('pipeline-published-')));
}
