/**
 * `npm run guessability`: what guessers get on generated codebases who see file names alone, and how much codebases of a pattern have
 * in common, as a Markdown table; `--json` prints the figures. With `--patterns a,b --sizes small,medium --languages typescript,python`
 * a part of it; `--learn 60 --test 40` so many codebases to learn from and to be tested on; `--diversity published` of the published pipeline.
 */
import { parseArgs } from 'node:util';
import { markdownTable } from 'markdown-table';
import { generate } from '../src/patterns/generate.ts';
import {
  COMPLEXITIES,
  type Complexity,
  type Diversity,
  type GeneratedLanguage,
  LANGUAGES,
} from '../src/patterns/pattern.ts';
import { PATTERN_NAMES, type PatternName, patternOf } from '../src/patterns/patterns.ts';
import { learn } from '../src/prior/prior.ts';
import { type Guessed, guess } from './guessability/attackers.ts';
import { describeGraphs, type Graphs } from './guessability/graphs.ts';
import { NO_QUESTIONS, type Picked, pick } from './guessability/pickers.ts';

/** What was measured of one pattern, language and size. */
export type Measured = { pattern: PatternName; language: GeneratedLanguage; size: Complexity } & Guessed &
  Picked &
  Graphs;

/** Measures one pattern: seeds from 1 on are learnt from, seeds from 1001 on are for the test. */
export function measure(
  pattern: PatternName,
  language: GeneratedLanguage,
  size: Complexity,
  { learn: lessons, test, diversity = 'drawn' }: { learn: number; test: number; diversity?: Diversity },
): Measured {
  const make = (from: number, count: number) =>
    generate({
      pattern,
      language,
      complexity: size,
      diversity,
      seeds: Array.from({ length: count }, (_, i) => from + i),
    });
  const [learnt, tested] = [make(1, lessons), make(1001, test)];
  const [of, prior] = [patternOf(pattern), learn(patternOf(pattern), learnt, [])];
  return {
    pattern,
    language,
    size,
    ...guess(of, prior, learnt, tested),
    ...(diversity === 'drawn' ? pick(of, prior, learnt, tested) : NO_QUESTIONS),
    ...describeGraphs(tested),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      patterns: { type: 'string' },
      sizes: { type: 'string' },
      languages: { type: 'string' },
      diversity: { type: 'string' },
      learn: { type: 'string' },
      test: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const list = <T extends string>(text: string | undefined, all: readonly T[]) =>
    (text?.split(',') as T[] | undefined) ?? all;
  const rows = list(values.patterns, PATTERN_NAMES).flatMap((pattern) =>
    list(values.languages, LANGUAGES).flatMap((language) =>
      list(values.sizes, COMPLEXITIES).map((size) =>
        measure(pattern, language, size, {
          learn: Number(values.learn ?? 60),
          test: Number(values.test ?? 40),
          diversity: (values.diversity ?? 'drawn') as Diversity,
        }),
      ),
    ),
  );
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else {
    const columns = Object.keys(rows[0] ?? {}) as (keyof Measured)[];
    const cell = (value: number | string | null) =>
      value === null
        ? '–'
        : typeof value === 'number'
          ? Number.isInteger(value)
            ? String(value)
            : value.toFixed(2)
          : value;
    console.log(markdownTable([columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]));
  }
}
