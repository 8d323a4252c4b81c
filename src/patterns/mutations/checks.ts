import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Codebase } from '../../codebase/codebase.ts';
import { writeCodebase } from '../../codebase/directory.ts';
import { inLanguage } from '../../languages/in-language.ts';
import { normaliseOutput } from './normalise.ts';

/** One check of a codebase by its own tools: what was run, and what it printed. */
export interface CheckRun {
  /** As a developer would write it. */
  command: string;
  /** Without what differs from run to run. */
  output: string;
  exitCode: number;
}

const TIMEOUT_MS = 60_000;

/** Runs what the developers of a codebase would run: the compiler, the command line, the tests. */
export async function runChecks(codebase: Codebase): Promise<CheckRun[]> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tocs-checks-')));
  try {
    writeCodebase(codebase, directory);
    const checks = inLanguage(
      'way to run checks',
      { typescript: typescriptChecks, python: pythonChecks },
      codebase.language,
    );
    return await checks(codebase, directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function typescriptChecks(codebase: Codebase, directory: string): Promise<CheckRun[]> {
  // The compiler takes long to load.
  const { compile } = await import('./compile.ts');
  const manifest = JSON.parse(codebase.files.get('package.json') ?? '{}') as { scripts?: Record<string, string> };
  const scripts = Object.values(manifest.scripts ?? {}).filter((script) => script.startsWith('node src/'));
  const tests = [...codebase.files.keys()].filter((path) => path.endsWith('.test.ts'));
  const quiet = ['--disable-warning=ExperimentalWarning'];
  return [
    compile(codebase),
    ...(await Promise.all([
      ...scripts.map((script) => run(script, process.execPath, [...quiet, ...script.split(' ').slice(1)], directory)),
      run(
        'node --test tests/*.test.ts',
        process.execPath,
        [...quiet, '--test', '--test-reporter=spec', '--test-isolation=none', ...tests],
        directory,
      ),
    ])),
  ];
}

function pythonChecks(codebase: Codebase, directory: string): Promise<CheckRun[]> {
  const mains = [...codebase.files].filter(
    ([path, text]) => !path.startsWith('tests/') && text.includes('__name__ == "__main__"'),
  );
  const commands = mains.flatMap(([path, text]) => {
    const module = path.replace(/\.py$/, '').replaceAll('/', '.');
    const verbs =
      path.endsWith('/cli.py') && text.includes('sys.argv')
        ? text.includes('"inspect"')
          ? ['run', 'inspect']
          : ['run']
        : [];
    return verbs.length > 0 ? verbs.map((verb) => [module, verb]) : [[module]];
  });
  return Promise.all([
    ...commands.map((command) =>
      run(`python3 -m ${command.join(' ')}`, 'python3', ['-B', '-m', ...command], directory),
    ),
    run(
      'python3 -m unittest discover -s tests',
      'python3',
      ['-B', '-m', 'unittest', 'discover', '-s', 'tests'],
      directory,
    ),
  ]);
}

function run(command: string, program: string, args: string[], directory: string): Promise<CheckRun> {
  const inherited = Object.entries(process.env).filter(([key]) => !/^(VITEST|NODE_|FORCE_COLOR|PYTHON)/.test(key));
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1', PYTHONHASHSEED: '0' };
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: directory, env, timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      const exitCode = error ? error.code : 0;
      // A program that is not there, or that had to be killed, is no failing check.
      if (typeof exitCode !== 'number') reject(new Error(`\`${command}\` could not be run: ${error?.message}`));
      else resolve({ command, output: normaliseOutput(`${stdout}${stderr}`, directory), exitCode });
    });
  });
}
