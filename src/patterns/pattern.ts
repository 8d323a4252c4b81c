import type { Codebase } from '../codebase/codebase.ts';
import type { COMPLEXITIES, DIVERSITIES } from './pipeline/blueprint.ts';

/** The languages in which codebases can be generated. */
export const LANGUAGES = ['typescript', 'python'] as const;
export type GeneratedLanguage = (typeof LANGUAGES)[number];

/** An architectural style: plans codebases, and writes one plan in each language, with the same edges up to the names of files. */
export interface Pattern<Blueprint> {
  readonly name: string;
  plan(seed: number, complexity: (typeof COMPLEXITIES)[number], diversity: (typeof DIVERSITIES)[number]): Blueprint;
  readonly writers: Readonly<Record<GeneratedLanguage, (blueprint: Blueprint) => Codebase>>;
}
