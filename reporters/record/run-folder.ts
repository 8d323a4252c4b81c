import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../src/base/is-alive.ts';
import { replaceFile } from '../../src/base/replace-file.ts';
import { RunRecord } from './run-record.ts';

/** The record of one run in its folder. */
const RECORD = 'run.json';
/** What is copied for whoever looks at the last run. */
const REPORTS = ['report.html', 'report.md', 'results.json', 'results.csv'];

/** Folder of a run below an output folder. */
export function runFolder(output: string, id: string): string {
  return join(output, 'runs', id);
}

export function writeRecord(output: string, record: RunRecord): void {
  replaceFile(join(runFolder(output, record.id), RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

/** The record of a run; null where there is none that can be read. */
export function readRecord(output: string, id: string): RunRecord | null {
  try {
    return RunRecord.parse(JSON.parse(readFileSync(join(runFolder(output, id), RECORD), 'utf8')));
  } catch {
    return null;
  }
}

/** The runs of an output folder, the oldest first. */
export function runsIn(output: string): string[] {
  const folder = join(output, 'runs');
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

/** Makes a run the latest: copies of its reports, and a text that names it. Links would fail on Windows. */
export function makeLatest(output: string, id: string): void {
  const [next, latest] = [join(output, `latest.${process.pid}.new`), join(output, 'latest')];
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  for (const name of REPORTS) {
    const file = join(runFolder(output, id), name);
    if (existsSync(file)) cpSync(file, join(next, name));
  }
  replaceFile(join(next, 'run.txt'), `${id}\n`);
  rmSync(latest, { recursive: true, force: true });
  renameSync(next, latest);
}

/**
 * Removes the oldest runs, but none that is under way or that wrote a baseline, nor the latest.
 *
 * @param keep how many may stay beside those that wrote a baseline
 * @param current the run that has just ended
 */
export function forgetOldRuns(output: string, keep: number, current: string): void {
  const text = join(output, 'latest', 'run.txt');
  const latest = existsSync(text) ? readFileSync(text, 'utf8').trim() : '';
  const counted = runsIn(output).filter((id) => {
    const record = readRecord(output, id);
    return record === null || (!record.wrote_baseline && !isUnderWay(record));
  });
  const removable = counted.filter((id) => id !== current && id !== latest);
  for (const id of removable.slice(0, Math.max(0, counted.length - keep)))
    rmSync(runFolder(output, id), { recursive: true, force: true });
}

/** Whether the process of a run without an end is still there. */
export function isUnderWay({ begin, end, pid }: RunRecord): boolean {
  return end === null && isAlive(pid, Date.parse(begin));
}
