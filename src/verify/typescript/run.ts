import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { TracedRun, TraceRecord } from '../trace-record.ts';
import type { Analysis } from './analysis.ts';
import type { TracePlan } from './trace-plan.ts';

const TRACE = new URL(import.meta.url.endsWith('.ts') ? './trace.ts' : './trace.js', import.meta.url);
const TIMEOUT_MS = 60_000;

/** Runs a codebase's command line and its own tests, traced, in the folder where it stands. */
export function traceRuns(directory: string, analysis: Analysis): Promise<TracedRun[]> {
  const commands = findCommands(directory);
  const record: TraceRecord = { calls: [], wires: [], flows: [], stages: [] };
  const failure = 'found no command line (scripts of package.json) and no tests to run';
  if (commands.length === 0) return Promise.resolve([{ record, failure }]);
  return Promise.all(commands.map((args, i) => traceRun(directory, analysis, args, i)));
}

/** The scripts of package.json that start a file with node, and the test files, each run by itself. */
function findCommands(directory: string): string[][] {
  const manifest = join(directory, 'package.json');
  const scripts = existsSync(manifest)
    ? ((JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> }).scripts ?? {})
    : {};
  const starts = Object.values(scripts)
    .map((script) => script.trim().split(/\s+/))
    .filter(([program, file]) => program === 'node' && file !== undefined && !file.startsWith('-'))
    .map(([, ...args]) => args);
  const tests = globSync('**/*.test.{ts,mts}', { cwd: directory, exclude: ['node_modules/**'] }).toSorted();
  return [...starts, ...tests.map((file) => [file])];
}

async function traceRun(directory: string, analysis: Analysis, args: string[], index: number): Promise<TracedRun> {
  const planFile = join(directory, `.tocs-trace-plan-${index}.json`);
  const plan: TracePlan = {
    modules: Object.fromEntries(
      [...analysis.modules].map(([name, { literalSpecifiers, imports, functions, classes }]) => [
        fileURLToPath(pathToFileURL(join(directory, name))),
        { name, literalSpecifiers, imports, functions, classes },
      ]),
    ),
    output: join(directory, `.tocs-trace-${index}.json`),
  };
  writeFileSync(planFile, JSON.stringify(plan));
  try {
    await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', TRACE.href, ...args],
      {
        cwd: directory,
        env: { ...withoutVitest(process.env), TOCS_TRACE_PLAN: planFile },
        timeout: TIMEOUT_MS,
      },
    );
    return { record: readRecord(plan.output) };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const output = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
    return { record: readRecord(plan.output), failure: `\`node ${args.join(' ')}\` failed: ${output || message}` };
  } finally {
    rmSync(planFile, { force: true });
    rmSync(plan.output, { force: true });
  }
}

function readRecord(path: string): TraceRecord {
  if (!existsSync(path)) return { calls: [], wires: [], flows: [], stages: [] };
  return JSON.parse(readFileSync(path, 'utf8')) as TraceRecord;
}

/** The environment without what a test runner around us would hand on to the run. */
function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([key]) => !/^(VITEST|NODE_OPTIONS|NODE_TEST_CONTEXT|NODE_V8_COVERAGE)/.test(key)),
  );
}
