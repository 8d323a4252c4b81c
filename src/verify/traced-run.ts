import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TracedRun, TraceRecord } from './trace-record.ts';

const TIMEOUT_MS = 60_000;
/** So many lines of what a failed run printed are shown. */
const SHOWN_LINES = 12;

/** A program that runs a codebase with a tracer in it. */
export interface TracedProgram {
  /** The codebase, where it is run. */
  directory: string;
  /** Tells the runs of one codebase apart. */
  index: number;
  /** What the tracer is told, as JSON in a file; `output` is where it writes what it saw. */
  plan(output: string): unknown;
  command(planFile: string, output: string): { program: string; args: string[]; env?: NodeJS.ProcessEnv };
  /** How the run is called where it fails. */
  title: string;
}

/** Runs a program to its end; what it saw counts also where it fails. */
export async function runTraced({ directory, index, plan, command, title }: TracedProgram): Promise<TracedRun> {
  const planFile = join(directory, `.tocs-plan-${index}.json`);
  const output = join(directory, `.tocs-trace-${index}.json`);
  writeFileSync(planFile, JSON.stringify(plan(output)));
  const { program, args, env } = command(planFile, output);
  try {
    await promisify(execFile)(program, args, { cwd: directory, env, timeout: TIMEOUT_MS });
    return { record: readRecord(output) };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const printed = `${stdout}\n${stderr}`.trim().split('\n').slice(-SHOWN_LINES).join('\n');
    return { record: readRecord(output), failure: `\`${title}\` failed: ${printed || message}` };
  } finally {
    rmSync(planFile, { force: true });
    rmSync(output, { force: true });
  }
}

/** The record of a run that showed nothing. */
export function emptyRecord(): TraceRecord {
  return { calls: [], wires: [], inputs: [], returns: [], parts: [], holders: [], stages: [] };
}

function readRecord(path: string): TraceRecord {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TraceRecord) : emptyRecord();
}
