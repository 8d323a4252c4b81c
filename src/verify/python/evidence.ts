import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract, GroundTruth } from '../../codebase/ground-truth.ts';
import { compareContracts, compareExports, stringsOfConfigs, summariseRuns } from '../runs.ts';
import type { TracedRun } from '../trace-record.ts';
import { emptyRecord, runTraced } from '../traced-run.ts';
import type { Evidence } from '../verification.ts';

const script = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** What `facts.py` prints. */
interface Facts {
  modules: Record<string, { imports: string[]; exports: string[]; main: boolean }>;
  contracts: Contract[];
  /** Every Python file of the codebase. */
  sources: string[];
  /** Modules that do not parse, with the reason. */
  unparsable: string[];
}

/** Finds out what a Python codebase on disk shows: by Python's own `ast`, and by a traced run. */
export async function pythonEvidence(directory: string, truth: GroundTruth): Promise<Evidence> {
  if (!hasPython()) {
    const reason = 'python3 is not installed, so no edge of a Python codebase can be checked';
    return {
      edges: { IMPORTS: [], CALLS_API: [], DATA_FLOWS_TO: [], REGISTRY_WIRES: [] },
      problems: [],
      idle: [],
      failures: [],
      skipped: [reason],
      unchecked: true,
    };
  }
  const present = Object.keys(truth.modules).filter((path) => existsSync(join(directory, path)));
  const facts = readFacts(directory, present);
  const runs = await Promise.all(
    [...entries(facts), ['tests', 'tests'] as const].map(([kind, name], i) =>
      traceRun(directory, facts, kind, name, i),
    ),
  );
  const { edges, idle, failures } = summariseRuns(runs, stringsOfConfigs(directory));
  const exports = Object.entries(facts.modules).map(([path, module]) => [path, module.exports] as const);
  return {
    edges: {
      ...edges,
      IMPORTS: Object.entries(facts.modules).flatMap(([source, { imports }]) =>
        imports.map((target) => [source, target] as const),
      ),
    },
    problems: [
      ...Object.keys(truth.modules)
        .filter((path) => !present.includes(path))
        .map((path) => `the ground truth names the module ${path}, which is not there`),
      ...facts.sources
        .filter(
          (path) => !Object.hasOwn(truth.modules, path) && !/(^|\/)(tests?\/|test_|conftest|setup\.py)/.test(path),
        )
        .map((path) => `the ground truth does not name the source file ${path}`),
      ...facts.unparsable.map((error) => `cannot be parsed: ${error}`),
      ...compareExports(exports, truth),
      ...compareContracts(facts.contracts, truth.contracts),
    ],
    idle,
    failures,
    skipped: [],
  };
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function readFacts(directory: string, modules: readonly string[]): Facts {
  const input = JSON.stringify({ root: directory, modules });
  return JSON.parse(
    execFileSync('python3', [script('facts.py')], { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Facts;
}

/** Modules that run as the command line. */
function entries({ modules }: Facts): (readonly ['module', string])[] {
  return Object.entries(modules)
    .filter(([, { main }]) => main)
    .map(([path]) => ['module', path.replace(/\.py$/, '').replaceAll('/', '.')] as const);
}

function traceRun(
  directory: string,
  { modules }: Facts,
  kind: 'module' | 'tests',
  name: string,
  index: number,
): Promise<TracedRun> {
  if (kind === 'tests' && !existsSync(join(directory, name))) return Promise.resolve({ record: emptyRecord() });
  return runTraced({
    directory,
    index,
    plan: () => ({ root: directory, modules }),
    command: (planFile, output) => ({
      program: 'python3',
      args: ['-B', script('trace.py'), planFile, output, kind, name],
    }),
    title: `python3 ${kind} ${name}`,
  });
}
