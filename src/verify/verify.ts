import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGroundTruth } from '../codebase/directory.ts';
import { checkConsistency } from './consistency.ts';
import { compareEdges, type Verification } from './verification.ts';

/**
 * Verifies the ground truth of a codebase on disk by means that share nothing with the generator: IMPORTS by ts-morph,
 * contracts by the type checker, and the other edges by a run that is traced from outside. It works on a copy in a
 * temporary folder, and runs the code of the codebase there.
 *
 * @throws Error if the ground truth is missing or malformed, or the language cannot be verified
 */
export async function verify(directory: string): Promise<Verification> {
  const truth = readGroundTruth(directory);
  if (truth.language !== 'typescript') {
    throw new Error(`${directory}: there is no verifier for ${truth.language} (there is one for typescript)`);
  }
  // ts-morph takes long to load, so it is loaded when it is needed.
  const { typescriptEvidence } = await import('./typescript/evidence.ts');
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'tocs-verify-')));
  try {
    cpSync(directory, copy, { recursive: true });
    const files = new Set(readdirSync(copy, { recursive: true, encoding: 'utf8' }));
    const evidence = await typescriptEvidence(copy, truth);
    const problems = [...checkConsistency(truth, files), ...evidence.problems];
    return compareEdges(truth.dependency_edges, { ...evidence, problems });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
