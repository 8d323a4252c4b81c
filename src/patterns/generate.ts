import { z } from 'zod';
import { checked } from '../base/checked.ts';
import type { Codebase } from '../codebase/codebase.ts';
import { type GeneratedLanguage, LANGUAGES } from './pattern.ts';
import { PATTERNS } from './patterns.ts';
import { COMPLEXITIES, DIVERSITIES } from './pipeline/blueprint.ts';

const PATTERN_NAMES = Object.keys(PATTERNS) as (keyof typeof PATTERNS)[];

/** What to generate. */
export interface GenerateOptions {
  /** The architectural style; default `pipeline`. */
  pattern?: keyof typeof PATTERNS;
  /** The programming language; default `typescript`. */
  language?: GeneratedLanguage;
  /**
   * `small`, `medium` (the default) or `large`: 10–15, 25–40 or 50–80 source modules, Python's package initialisers aside. In
   * the published shape, where two thirds of the modules are fixed, the sizes lie closer together: 19, 21–24 and 28–32.
   */
  complexity?: (typeof COMPLEXITIES)[number];
  /**
   * `varied` (the default): roles, imports and calls differ from seed to seed. `published`: the fixed shape of the published
   * benchmark, in which only the numbers of stages, adapters and middleware differ.
   */
  diversity?: (typeof DIVERSITIES)[number];
  /** One codebase is made for each seed: at least one, whole numbers of at least 0, each once. */
  seeds: readonly number[];
}

/** What options are checked against, with the defaults. */
const Options = z.strictObject({
  pattern: z.enum(PATTERN_NAMES).default('pipeline'),
  language: z.enum(LANGUAGES).default('typescript'),
  complexity: z.enum(COMPLEXITIES).default('medium'),
  diversity: z.enum(DIVERSITIES).default('varied'),
  seeds: z
    .array(z.number().int('must be a whole number').min(0, 'must be at least 0'))
    .min(1)
    .refine((seeds) => new Set(seeds).size === seeds.length, 'a seed stands twice'),
});

/**
 * Generates codebases whose true architecture is known. The same options give the same bytes on every machine.
 *
 * @throws TypeError that names the option at fault
 * @example
 * const [codebase] = generate({ pattern: 'pipeline', language: 'typescript', complexity: 'small', seeds: [1] });
 * codebase.groundTruth.dependency_edges.length; // 50 or so
 */
export function generate(options: GenerateOptions): Codebase[] {
  const { pattern, complexity, diversity, language, seeds } = checked('generate', Options, options);
  return seeds.map((seed) => PATTERNS[pattern](language, seed, complexity, diversity));
}
