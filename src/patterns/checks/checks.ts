import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Codebase } from '../../codebase/codebase.ts';
import { writeCodebase } from '../../codebase/directory.ts';
import { inLanguage } from '../../languages/in-language.ts';
import { pythonChecks } from './python.ts';
import type { CheckRun } from './run-check.ts';
import { typescriptChecks } from './typescript.ts';

/** What the developers of a codebase would run, by language. */
const CHECKS: Readonly<Record<string, (codebase: Codebase, directory: string) => Promise<CheckRun[]>>> = {
  typescript: typescriptChecks,
  python: pythonChecks,
};

/** Runs what the developers of a codebase would run: the compiler, the command line, the tests. */
export async function runChecks(codebase: Codebase): Promise<CheckRun[]> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tocs-checks-')));
  try {
    writeCodebase(codebase, directory);
    const checks = inLanguage('way to run checks', CHECKS, codebase.language);
    return await checks(codebase, directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
