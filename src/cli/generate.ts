import { type Command, Option } from 'commander';
import { writeCodebase } from '../codebase/directory.ts';
import { generate } from '../patterns/generate.ts';
import {
  COMPLEXITIES,
  type Complexity,
  DIVERSITIES,
  type Diversity,
  type GeneratedLanguage,
  LANGUAGES,
} from '../patterns/pattern.ts';
import { PATTERN_NAMES, type PatternName } from '../patterns/patterns.ts';
import { wholeNumber } from './whole-number.ts';

/** `tocs generate`: writes one codebase with its ground truth. */
export function addGenerateCommand(program: Command): void {
  program
    .command('generate')
    .description('write a codebase and its ground_truth.json into a new or empty folder')
    .addOption(new Option('--pattern <pattern>', 'architectural style').choices(PATTERN_NAMES).default('pipeline'))
    .addOption(new Option('--language <language>', 'programming language').choices(LANGUAGES).default('typescript'))
    .addOption(new Option('--complexity <size>', 'size').choices(COMPLEXITIES).default('medium'))
    .addOption(new Option('--diversity <kind>', 'how much seeds differ').choices(DIVERSITIES).default('drawn'))
    .requiredOption('--seed <seed>', 'whole number; the same seed gives the same bytes', wholeNumber())
    .requiredOption('--out <dir>', 'folder to write to')
    .action(
      (options: {
        pattern: PatternName;
        language: GeneratedLanguage;
        complexity: Complexity;
        diversity: Diversity;
        seed: number;
        out: string;
      }) => {
        const { pattern, language, complexity, diversity, seed, out } = options;
        const [codebase] = generate({
          pattern,
          language,
          complexity,
          diversity,
          seeds: [seed],
        });
        if (!codebase) return;
        writeCodebase(codebase, out);
        const { modules, dependency_edges, invariants } = codebase.groundTruth;
        console.log(
          `${codebase.id}: ${Object.keys(modules).length} modules, ${dependency_edges.length} edges, ${invariants.length} invariants, written to ${out}`,
        );
      },
    );
}
