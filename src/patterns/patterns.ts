import type { Codebase } from '../codebase/codebase.ts';
import type { GeneratedLanguage, Pattern } from './pattern.ts';
import type { COMPLEXITIES, DIVERSITIES } from './pipeline/blueprint.ts';
import { pipeline } from './pipeline/pipeline.ts';

/** What a pattern makes of a seed. The blueprint becomes a field of the codebase. */
type Generates = (
  language: GeneratedLanguage,
  seed: number,
  complexity: (typeof COMPLEXITIES)[number],
  diversity: (typeof DIVERSITIES)[number],
) => Codebase;

function generates<Blueprint>({ plan, writers }: Pattern<Blueprint>): Generates {
  return (language, seed, complexity, diversity) => {
    const blueprint = plan(seed, complexity, diversity);
    return { ...writers[language](blueprint), blueprint };
  };
}

/** All patterns that can be generated, by name. */
export const PATTERNS = { pipeline: generates(pipeline) } as const satisfies Record<string, Generates>;
