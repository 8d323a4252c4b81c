import { z } from 'zod';
import { checked } from '../base/checked.ts';
import { type Codebase, createCodebase } from '../codebase/codebase.ts';
import { truthOf } from './blueprint/truth.ts';
import { type DrawOptions, drawBlueprint } from './drawing/draw-blueprint.ts';
import { NAMINGS } from './drawing/plan.ts';
import {
  COMMENTS,
  COMPLEXITIES,
  DIVERSITIES,
  type Diversity,
  DOCUMENTS,
  type GeneratedLanguage,
  LANGUAGES,
  TESTS,
} from './pattern.ts';
import { PATTERN_NAMES, type PatternName, patternOf } from './patterns.ts';
import { drawPublished } from './published/draw-published.ts';
import { emitPython } from './published/python/emit.ts';
import { emitTypeScript } from './published/typescript/emit.ts';
import { writerOf } from './writing/writers.ts';

/** What to generate. */
export interface GenerateOptions {
  /** The architectural style, or several, or `'all'`; default `pipeline`. */
  pattern?: PatternName | readonly PatternName[] | 'all';
  /** The programming language; default `typescript`. */
  language?: GeneratedLanguage;
  /**
   * `small`, `medium` (the default) or `large`: about 10–18, 25–45 or 50–82 source modules, Python's package initialisers aside. In
   * the published shape, where two thirds of the modules are fixed, the sizes lie closer together: 19, 21–24 and 28–32.
   */
  complexity?: (typeof COMPLEXITIES)[number];
  /**
   * `drawn` (the default): wirings, mechanisms, folders, names and rules are drawn by seed, so that names alone tell little.
   * `published`, of the pipeline alone: the fixed shape of the published benchmark, in which only the numbers of stages, adapters and
   * middleware differ; for comparison, and for the phase construct alone.
   */
  diversity?: Diversity;
  /** Of drawn codebases: names of modules `mixed` as in real code (the default), all `telling`, or all `neutral`. */
  naming?: (typeof NAMINGS)[number];
  /**
   * Of drawn codebases: doc comments of modules and of what they export (`full`, the default), of modules alone, without rules
   * (`sparse`), or `none`; or `misleading`: as `full`, but three in ten modules say what they are not for. A rule that stands nowhere
   * else leaves the truth.
   */
  comments?: (typeof COMMENTS)[number];
  /**
   * Of drawn codebases: a README that names the folders (`overview`, the default), or one that does not (`none`); with it a document of
   * every module, edge and rule as they are (`full`), or as they were before the code changed (`stale`).
   */
  documents?: (typeof DOCUMENTS)[number];
  /** Of drawn codebases: whether there are tests; default `present`. */
  tests?: (typeof TESTS)[number];
  /** Of drawn codebases: how many design decisions the truth explains at the most, 0–12; default 5. Small ones have fewer than 12. */
  decisions?: number;
  /** One codebase is made for each pattern and seed: at least one, whole numbers of at least 0, each once. */
  seeds: readonly number[];
}

/** What options are checked against, with the defaults. */
const Options = z.strictObject({
  pattern: z.union([z.enum([...PATTERN_NAMES, 'all']), z.array(z.enum(PATTERN_NAMES)).min(1)]).default('pipeline'),
  language: z.enum(LANGUAGES).default('typescript'),
  complexity: z.enum(COMPLEXITIES).default('medium'),
  diversity: z.enum(DIVERSITIES).default('drawn'),
  naming: z.enum(NAMINGS).optional(),
  comments: z.enum(COMMENTS).optional(),
  documents: z.enum(DOCUMENTS).optional(),
  tests: z.enum(TESTS).optional(),
  decisions: z
    .number()
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(12, 'must be at most 12')
    .optional(),
  seeds: z
    .array(z.number().int('must be a whole number').min(0, 'must be at least 0'))
    .min(1)
    .refine((seeds) => new Set(seeds).size === seeds.length, 'a seed stands twice'),
});
type Checked = z.output<typeof Options>;

const DRAWN_ALONE = ['naming', 'comments', 'documents', 'tests', 'decisions'] as const;

/**
 * Generates codebases whose true architecture is known. The same options give the same bytes on every machine.
 *
 * @throws TypeError that names the option at fault
 * @example
 * const [codebase] = generate({ pattern: 'layered', language: 'typescript', complexity: 'small', seeds: [1] });
 * codebase.groundTruth.dependency_edges.length; // 50 or so
 */
export function generate(options: GenerateOptions): Codebase[] {
  const given = checked('generate', Options, options);
  const patterns = given.pattern === 'all' ? PATTERN_NAMES : [given.pattern].flat();
  const { seeds, pattern: _, ...shared } = given;
  return patterns.flatMap((pattern) =>
    seeds.map((seed) => ({
      ...generateOne(pattern as PatternName, seed, given),
      generated: { options: { ...shared, pattern: pattern as PatternName }, seed },
    })),
  );
}

function generateOne(pattern: PatternName, seed: number, given: Checked): Codebase {
  const { diversity } = given;
  if (diversity === 'drawn') return draw(pattern, seed, given);
  if (pattern !== 'pipeline')
    throw new TypeError(`generate: diversity is ${diversity}, which pattern ${pattern} does not have: leave it out`);
  const alone = DRAWN_ALONE.find((key) => given[key] !== undefined);
  if (alone) throw new TypeError(`generate: ${alone} is for drawn codebases: leave out diversity`);
  const emit = { typescript: emitTypeScript, python: emitPython }[given.language];
  return emit(drawPublished(seed, given.complexity));
}

function draw(pattern: PatternName, seed: number, given: Checked): Codebase {
  const options: DrawOptions = {
    complexity: given.complexity,
    naming: given.naming ?? 'mixed',
    comments: given.comments ?? 'full',
    documents: given.documents ?? 'overview',
    tests: given.tests ?? 'present',
    decisions: given.decisions ?? 5,
  };
  const blueprint = drawBlueprint(patternOf(pattern), seed, options);
  const writer = writerOf(given.language);
  return { ...createCodebase(writer.write(blueprint), truthOf(blueprint, writer)), blueprint };
}
