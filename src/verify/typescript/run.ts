import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TracedRun } from '../trace-record.ts';
import { emptyRecord, runTraced } from '../traced-run.ts';
import type { Analysis } from './analysis.ts';
import type { TracePlan } from './trace-plan.ts';

const TRACE = new URL(import.meta.url.endsWith('.ts') ? './trace.ts' : './trace.js', import.meta.url);

/** Runs a codebase's command line and its own tests, traced, in the folder where it stands. */
export function traceRuns(directory: string, analysis: Analysis): Promise<TracedRun[]> {
  const commands = findCommands(directory);
  const failure = 'found no command line (scripts of package.json) and no tests to run';
  if (commands.length === 0) return Promise.resolve([{ record: emptyRecord(), failure }]);
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

function traceRun(directory: string, analysis: Analysis, args: string[], index: number): Promise<TracedRun> {
  const modules: TracePlan['modules'] = Object.fromEntries(
    [...analysis.modules].map(([name, { literalSpecifiers, knows, functions, classes }]) => [
      fileURLToPath(pathToFileURL(join(directory, name))),
      { name, literalSpecifiers, knows, functions, classes },
    ]),
  );
  return runTraced({
    directory,
    index,
    plan: (output): TracePlan => ({ modules, output }),
    command: (planFile) => ({
      program: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', '--import', TRACE.href, ...args],
      env: { ...withoutVitest(process.env), TOCS_TRACE_PLAN: planFile },
    }),
    title: `node ${args.join(' ')}`,
  });
}

/** The environment without what a test runner around us would hand on to the run. */
function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([key]) => !/^(VITEST|NODE_OPTIONS|NODE_TEST_CONTEXT|NODE_V8_COVERAGE)/.test(key)),
  );
}
