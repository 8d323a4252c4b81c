import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract, GroundTruth } from '../../codebase/ground-truth.ts';
import { stemOf } from '../../codebase/path.ts';
import type { Evidence } from '../verification.ts';
import { type Analysis, analyse } from './analysis.ts';
import { type Runs, traceRuns } from './run.ts';

/** Finds out what a TypeScript codebase on disk shows: by ts-morph, by the type checker, and by a traced run. */
export async function typescriptEvidence(directory: string, truth: GroundTruth): Promise<Evidence> {
  const analysis = analyse(directory, truth);
  const runs = await traceRuns(directory, analysis);
  const named = stringsOfConfigs(directory);
  const [wired, unnamed] = partition(
    unique(runs.wires),
    ([, target]) => named.has(stemOf(target)) || named.has(target),
  );
  return {
    edges: {
      IMPORTS: [...analysis.modules].flatMap(([source, { imports }]) =>
        imports.map((target) => [source, target] as const),
      ),
      CALLS_API: unique(runs.calls),
      DATA_FLOWS_TO: unique(runs.flows),
      REGISTRY_WIRES: wired,
    },
    problems: [
      ...missingModules(analysis, truth),
      ...analysis.unlisted.map((path) => `the ground truth does not name the source file ${path}`),
      ...compareExports(analysis, truth),
      ...compareContracts(analysis.contracts, truth.contracts),
      ...(analysis.typeErrors ?? []).map((error) => `type error: ${error}`),
      ...runs.failures,
      ...unnamed.map(([source, target]) => `${source} loads ${target} by a computed specifier, but no config names it`),
      ...idleStages(runs, wired),
    ],
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

function compareExports(analysis: Analysis, truth: GroundTruth): string[] {
  return [...analysis.modules].flatMap(([path, { exports }]) => {
    const listed = truth.modules[path]?.exports.toSorted().join(', ');
    const found = exports.toSorted().join(', ');
    return listed === found
      ? []
      : [`${path} exports ${found || 'nothing'}, the ground truth says ${listed || 'nothing'}`];
  });
}

/** Where the contracts of the ground truth and those of the code differ, one line each. */
function compareContracts(found: readonly Contract[], listed: readonly Contract[]): string[] {
  const key = ({ module, name }: Contract) => `${module} ${name}`;
  const text = ({ signature, callers }: Contract) => {
    const params = signature.params.map((param) => `${param.name}${param.has_default ? '?' : ''}: ${param.type_hint}`);
    return `(${params.join(', ')}): ${signature.return_type}, called by ${callers.toSorted().join(', ') || 'nobody'}`;
  };
  const foundByKey = new Map(found.map((contract) => [key(contract), contract]));
  const listedByKey = new Map(listed.map((contract) => [key(contract), contract]));
  return [
    ...listed.flatMap((contract) => {
      const other = foundByKey.get(key(contract));
      if (!other) return [`contract ${key(contract)}: not in the code`];
      if (text(contract) === text(other)) return [];
      return [`contract ${key(contract)}: the ground truth says ${text(contract)}; the code says ${text(other)}`];
    }),
    ...found
      .filter((contract) => !listedByKey.has(key(contract)))
      .map((contract) => `contract ${key(contract)}: missing from the ground truth`),
  ];
}

/** A run only shows the edges if it enters every wired stage and some record lives through each. */
function idleStages(runs: Runs, wired: readonly (readonly [string, string])[]): string[] {
  const most = new Map<string, number>();
  for (const [stage, records] of runs.stages) most.set(stage, Math.max(most.get(stage) ?? 0, records));
  return wired.flatMap(([, stage]) => {
    if (!most.has(stage)) return [`the wired stage ${stage} is entered by no run`];
    return most.get(stage) === 0 ? [`no record lives through ${stage}`] : [];
  });
}

/** Every string in the JSON files of the codebase, apart from its package and compiler settings. */
function stringsOfConfigs(directory: string): ReadonlySet<string> {
  const strings = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') strings.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  const exclude = ['node_modules/**', 'package.json', 'tsconfig.json', 'ground_truth.json', '.tocs-*'];
  for (const file of globSync('**/*.json', { cwd: directory, exclude })) {
    collect(JSON.parse(readFileSync(join(directory, file), 'utf8')));
  }
  return strings;
}

function unique(pairs: readonly [string, string][]): [string, string][] {
  return [...new Map(pairs.map((pair) => [pair.join('\n'), pair])).values()];
}

function partition<T>(values: readonly T[], accepts: (value: T) => boolean): [T[], T[]] {
  return [values.filter(accepts), values.filter((value) => !accepts(value))];
}
