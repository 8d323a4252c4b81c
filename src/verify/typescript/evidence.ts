import type { GroundTruth } from '../../codebase/ground-truth.ts';
import { compareContracts, compareExports, stringsOfConfigs, summariseRuns } from '../runs.ts';
import type { Evidence } from '../verification.ts';
import { type Analysis, analyse } from './analysis.ts';
import { traceRuns } from './run.ts';

/** Finds out what a TypeScript codebase on disk shows: by ts-morph, by the type checker, and by a traced run. */
export async function typescriptEvidence(directory: string, truth: GroundTruth): Promise<Evidence> {
  const analysis = analyse(directory, truth);
  const runs = await traceRuns(directory, analysis);
  const { edges, idle, failures } = summariseRuns(runs, stringsOfConfigs(directory));
  const exports = [...analysis.modules].map(([path, module]) => [path, module.exports] as const);
  return {
    edges: {
      ...edges,
      IMPORTS: [...analysis.modules].flatMap(([source, { imports }]) =>
        imports.map((target) => [source, target] as const),
      ),
    },
    problems: [
      ...missingModules(analysis, truth),
      ...analysis.unlisted.map((path) => `the ground truth does not name the source file ${path}`),
      ...compareExports(exports, truth),
      ...compareContracts(analysis.contracts, truth.contracts),
    ],
    idle,
    failures: [...(analysis.typeErrors ?? []).map((error) => `type error: ${error}`), ...failures],
    skipped: [
      ...(analysis.typeErrors === null ? ['type check: @types/node is not installed'] : []),
      ...[...analysis.modules].flatMap(([path, { untraceable }]) =>
        untraceable.map(
          (name) => `calls of ${name} in ${path}: an exported constant cannot be traced, declare a function`,
        ),
      ),
    ],
  };
}

function missingModules(analysis: Analysis, truth: GroundTruth): string[] {
  return Object.keys(truth.modules)
    .filter((path) => !analysis.modules.has(path))
    .map((path) => `the ground truth names the module ${path}, which is not part of the project`);
}
