import { type Command, InvalidArgumentError, Option } from 'commander';
import { writeCodebase } from '../codebase/directory.ts';
import { generate } from '../codebase/generate.ts';
import { COMPLEXITIES, type Complexity } from '../codebase/pipeline/blueprint.ts';

/** `tocs generate`: writes one codebase with its ground truth. */
export function addGenerateCommand(program: Command): void {
  program
    .command('generate')
    .description('write a codebase and its ground_truth.json into a new or empty folder')
    .addOption(new Option('--pattern <pattern>', 'architectural style').choices(['pipeline']).default('pipeline'))
    .addOption(
      new Option('--language <language>', 'programming language')
        .choices(['typescript', 'python'])
        .default('typescript'),
    )
    .addOption(new Option('--complexity <size>', 'size').choices([...COMPLEXITIES]).default('medium'))
    .requiredOption('--seed <seed>', 'whole number; the same seed gives the same bytes', wholeNumber)
    .requiredOption('--out <dir>', 'folder to write to')
    .action(
      (options: {
        pattern: 'pipeline';
        language: 'typescript' | 'python';
        complexity: Complexity;
        seed: number;
        out: string;
      }) => {
        const { pattern, language, complexity, seed, out } = options;
        const [codebase] = generate({ pattern, language, complexity, seeds: [seed] });
        if (!codebase) return;
        writeCodebase(codebase, out);
        const { modules, dependency_edges, invariants } = codebase.groundTruth;
        console.log(
          `${codebase.id}: ${Object.keys(modules).length} modules, ${dependency_edges.length} edges, ${invariants.length} invariants, written to ${out}`,
        );
      },
    );
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}
