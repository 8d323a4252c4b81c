import { type Command, Option } from 'commander';
import { writeCodebase } from '../codebase/directory.ts';
import { NAMINGS } from '../patterns/drawing/plan.ts';
import { type GenerateOptions, generate } from '../patterns/generate.ts';
import { COMMENTS, COMPLEXITIES, DIVERSITIES, DOCUMENTS, LANGUAGES, TESTS } from '../patterns/pattern.ts';
import { PATTERN_NAMES } from '../patterns/patterns.ts';
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
    .addOption(new Option('--naming <kind>', 'what file names tell (default: mixed)').choices(NAMINGS))
    .addOption(new Option('--comments <kind>', 'doc comments (default: full)').choices(COMMENTS))
    .addOption(new Option('--documents <kind>', 'documents (default: overview)').choices(DOCUMENTS))
    .addOption(new Option('--tests <kind>', 'tests (default: present)').choices(TESTS))
    .option('--decisions <count>', 'design decisions that the truth explains at the most (default: 5)', wholeNumber())
    .requiredOption('--seed <seed>', 'whole number; the same seed gives the same bytes', wholeNumber())
    .requiredOption('--out <dir>', 'folder to write to')
    .action(({ seed, out, ...options }: Omit<GenerateOptions, 'seeds'> & { seed: number; out: string }) => {
      const [codebase] = generate({ ...options, seeds: [seed] });
      if (!codebase) return;
      writeCodebase(codebase, out);
      const { modules, dependency_edges, invariants } = codebase.groundTruth;
      console.log(
        `${codebase.id}: ${Object.keys(modules).length} modules, ${dependency_edges.length} edges, ${invariants.length} invariants, written to ${out}`,
      );
    });
}
