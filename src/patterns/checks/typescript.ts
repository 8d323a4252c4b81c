import type { Codebase } from '../../codebase/codebase.ts';
import { type CheckRun, runCheck } from './run-check.ts';

/** The compiler, the command line, and the tests. */
export async function typescriptChecks(codebase: Codebase, directory: string): Promise<CheckRun[]> {
  // The compiler takes long to load.
  const { compile } = await import('./compile.ts');
  const manifest = JSON.parse(codebase.files.get('package.json') ?? '{}') as { scripts?: Record<string, string> };
  const scripts = Object.values(manifest.scripts ?? {}).filter((script) => script.startsWith('node src/'));
  const tests = [...codebase.files.keys()].filter((path) => path.endsWith('.test.ts'));
  const quiet = ['--disable-warning=ExperimentalWarning'];
  return [
    compile(codebase),
    ...(await Promise.all([
      ...scripts.map((script) =>
        runCheck(script, process.execPath, [...quiet, ...script.split(' ').slice(1)], directory),
      ),
      runCheck(
        'node --test tests/*.test.ts',
        process.execPath,
        [...quiet, '--test', '--test-reporter=spec', '--test-isolation=none', ...tests],
        directory,
      ),
    ])),
  ];
}
