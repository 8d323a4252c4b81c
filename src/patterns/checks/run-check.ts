import { execFile } from 'node:child_process';
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

/** Runs one program in a folder. */
export function runCheck(command: string, program: string, args: string[], directory: string): Promise<CheckRun> {
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
