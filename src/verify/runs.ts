import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stemOf } from '../base/path.ts';
import type { Contract, GroundTruth } from '../codebase/ground-truth.ts';
import type { TracedRun, TraceRecord } from './trace-record.ts';
import type { Evidence } from './verification.ts';

/** The edges that all runs of a codebase show together, and what is wrong with the runs. */
export function summariseRuns(
  runs: readonly TracedRun[],
  named: ReadonlySet<string>,
): { edges: Omit<Evidence['edges'], 'IMPORTS'>; idle: string[]; failures: string[] } {
  const all = (read: (record: TraceRecord) => [string, string][]) => unique(runs.flatMap(({ record }) => read(record)));
  const isNamed = ([, target]: [string, string]) => namesOf(target).some((name) => named.has(name));
  const wired = all(({ wires }) => wires).filter(isNamed);
  return {
    edges: { CALLS_API: all(({ calls }) => calls), DATA_FLOWS_TO: flowsOf(runs), REGISTRY_WIRES: wired },
    failures: runs.flatMap(({ failure }) => failure ?? []),
    idle: idleStages(runs, wired),
  };
}

/** How a config can name a module: by its path, whole or below the sources, by its dotted name, or by its stem. */
function namesOf(path: string): string[] {
  const bare = path.replace(/\.\w+$/, '');
  const below = bare.split('/').slice(1).join('/');
  return [path, bare, below, bare.replaceAll('/', '.'), stemOf(path)];
}

/** Data flows between parts: what one of them last returned, or published, and another one was given. */
function flowsOf(runs: readonly TracedRun[]): [string, string][] {
  const parts = new Set(runs.flatMap(({ record }) => record.parts));
  const holders = new Set(runs.flatMap(({ record }) => record.holders));
  const flows = runs.flatMap(({ record }) => {
    const inputs = record.inputs.flatMap(([owners, module]): [string, string][] => {
      const last = owners.findLast((owner) => {
        const [from, holder] = owner.split('>') as [string, string?];
        return parts.has(from) && (holder === undefined || holders.has(holder));
      });
      const [from] = last?.split('>') ?? [];
      return from !== undefined && from !== module && parts.has(module) ? [[from, module]] : [];
    });
    return [...inputs, ...record.returns.filter(([from, to]) => parts.has(from) && parts.has(to))];
  });
  return unique(flows);
}

/** Where the contracts of the ground truth and those of the code differ, one line each. */
export function compareContracts(found: readonly Contract[], listed: readonly Contract[]): string[] {
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

/** Modules whose exports are not those that the ground truth lists, one line each. */
export function compareExports(
  found: readonly (readonly [path: string, names: readonly string[]])[],
  truth: GroundTruth,
): string[] {
  return found.flatMap(([path, names]) => {
    const [shown, listed] = [names, truth.modules[path]?.exports ?? []].map((list) => list.toSorted().join(', '));
    if (shown === listed) return [];
    return [`${path} exports ${shown || 'nothing'}, the ground truth says ${listed || 'nothing'}`];
  });
}

/** A run only shows the edges if it enters every wired stage and some record lives through each. */
function idleStages(runs: readonly TracedRun[], wired: readonly [string, string][]): string[] {
  const most = new Map<string, number>();
  for (const [stage, records] of runs.flatMap(({ record }) => record.stages))
    most.set(stage, Math.max(most.get(stage) ?? 0, records));
  return wired.flatMap(([, stage]) => {
    if (!most.has(stage)) return [`the wired stage ${stage} is entered by no run`];
    return most.get(stage) === 0 ? [`no record lives through ${stage}`] : [];
  });
}

/** Every string in the JSON files of the codebase, apart from its package and compiler settings. */
export function stringsOfConfigs(directory: string): ReadonlySet<string> {
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
