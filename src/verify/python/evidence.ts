import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Contract, GroundTruth } from '../../codebase/ground-truth.ts';
import { compareContracts, stringsOfConfigs, summariseRuns } from '../runs.ts';
import type { TraceRecord } from '../trace-record.ts';
import type { Evidence } from '../verification.ts';

const script = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const TIMEOUT_MS = 60_000;

/** What `facts.py` prints. */
interface Facts {
  modules: Record<string, { imports: string[]; exports: string[]; main: boolean }>;
  contracts: Contract[];
  /** Every Python file of the codebase. */
  sources: string[];
}

/** Finds out what a Python codebase on disk shows: by Python's own `ast`, and by a traced run. */
export async function pythonEvidence(directory: string, truth: GroundTruth): Promise<Evidence> {
  if (!hasPython()) {
    const reason = 'python3 is not installed, so no edge of a Python codebase can be checked';
    return {
      edges: { IMPORTS: [], CALLS_API: [], DATA_FLOWS_TO: [], REGISTRY_WIRES: [] },
      problems: [],
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
  const { edges, problems } = summariseRuns(runs, stringsOfConfigs(directory));
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
      ...Object.entries(facts.modules).flatMap(([path, { exports }]) => {
        const [found, listed] = [exports, truth.modules[path]?.exports ?? []].map((names) =>
          names.toSorted().join(', '),
        );
        return found === listed
          ? []
          : [`${path} exports ${found || 'nothing'}, the ground truth says ${listed || 'nothing'}`];
      }),
      ...compareContracts(facts.contracts, truth.contracts),
      ...problems,
    ],
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

async function traceRun(directory: string, facts: Facts, kind: 'module' | 'tests', name: string, index: number) {
  const empty: TraceRecord = { calls: [], wires: [], flows: [], stages: [] };
  if (kind === 'tests' && !existsSync(join(directory, name))) return { record: empty };
  const [plan, output] = ['plan', 'trace'].map((part) => join(directory, `.tocs-${part}-${index}.json`)) as [
    string,
    string,
  ];
  writeFileSync(plan, JSON.stringify({ root: directory, modules: facts.modules }));
  const read = () => (existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as TraceRecord) : empty);
  try {
    await promisify(execFile)('python3', ['-B', script('trace.py'), plan, output, kind, name], {
      cwd: directory,
      timeout: TIMEOUT_MS,
    });
    return { record: read() };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const printed = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
    return { record: read(), failure: `\`python3 ${kind} ${name}\` failed: ${printed || message}` };
  } finally {
    rmSync(plan, { force: true });
    rmSync(output, { force: true });
  }
}
