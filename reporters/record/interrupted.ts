import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { episodeOf, Result } from '../../src/scoring/result.ts';
import { isUnderWay, readRecord, runFolder, runsIn } from './run-folder.ts';
import type { RunRecord } from './run-record.ts';

/** A run that was killed, with what its transcripts hold. */
export interface InterruptedRun {
  record: RunRecord;
  results: EndedResult[];
}

/** A result, and where its suite stands. */
export type EndedResult = z.infer<typeof ResultLine>;

/** The line behind the end of a transcript. */
export const ResultLine = z.object({
  type: z.literal('result'),
  project: z.string(),
  file: z.string(),
  result: Result,
});

/** Runs of an output folder that never came to their end. */
export function interruptedRuns(output: string): InterruptedRun[] {
  return runsIn(output).flatMap((id) => {
    const record = readRecord(output, id);
    const folder = runFolder(output, id);
    if (!record || record.end !== null || isUnderWay(record) || existsSync(join(folder, 'results.json'))) return [];
    const files = globSync('episodes/**/*.jsonl', { cwd: folder }).toSorted((a, b) => attemptOf(a) - attemptOf(b));
    return [{ record, results: lastAttempts(files.flatMap((file) => resultIn(join(folder, file)))) }];
  });
}

/** The result that stands behind the end of a transcript; none where the episode was interrupted. */
function resultIn(file: string): EndedResult[] {
  const last = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  try {
    return [ResultLine.parse(JSON.parse(last))];
  } catch {
    return [];
  }
}

/** Which attempt at its episode a transcript is of. */
function attemptOf(file: string): number {
  return Number(/\.attempt-(\d+)\.jsonl$/.exec(file)?.[1] ?? 1);
}

/** Of several attempts at an episode the last one counts. */
function lastAttempts(results: readonly EndedResult[]): EndedResult[] {
  const key = ({ project, file, result }: EndedResult) => JSON.stringify([project, file, episodeOf(result)]);
  return [...new Map(results.map((one) => [key(one), one])).values()];
}
