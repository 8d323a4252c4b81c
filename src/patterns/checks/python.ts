import type { Codebase } from '../../codebase/codebase.ts';
import { type CheckRun, runCheck } from './run-check.ts';

/** The command line, and the tests. */
export function pythonChecks(codebase: Codebase, directory: string): Promise<CheckRun[]> {
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
      runCheck(`python3 -m ${command.join(' ')}`, 'python3', ['-B', '-m', ...command], directory),
    ),
    runCheck(
      'python3 -m unittest discover -s tests',
      'python3',
      ['-B', '-m', 'unittest', 'discover', '-s', 'tests'],
      directory,
    ),
  ]);
}
