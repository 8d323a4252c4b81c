import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Codebase } from './codebase.ts';

/** The file, next to the code, that holds the ground truth. No agent ever sees it. */
export const GROUND_TRUTH_FILE = 'ground_truth.json';

/**
 * Writes a codebase and its `ground_truth.json` into a folder.
 *
 * @throws Error if the folder exists and is not empty: nothing is ever overwritten
 */
export function writeCodebase(codebase: Codebase, directory: string): void {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} is not empty: name a new or an empty folder`);
  }
  const truth = `${JSON.stringify(codebase.groundTruth, null, 2)}\n`;
  for (const [path, text] of [...codebase.files, [GROUND_TRUTH_FILE, truth] as const]) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
