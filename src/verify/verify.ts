import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGroundTruth } from '../codebase/directory.ts';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import { inLanguage } from '../languages/in-language.ts';
import { checkConsistency } from './consistency.ts';
import { checkRules } from './rules.ts';
import { compareEdges, type Evidence, type Verification } from './verification.ts';

/**
 * Verifies the ground truth of a codebase on disk by means that share nothing with the generator: IMPORTS by ts-morph or
 * Python's own `ast`, contracts by the type checker or by `ast`, and the other edges by a run that is traced from outside. It works on a copy in a
 * temporary folder, and runs the code of the codebase there.
 *
 * With `broken` some check of the codebase must fail, as after a mutation that others do not follow.
 *
 * @throws Error if the ground truth is missing or malformed, or the language cannot be verified
 */
export async function verify(directory: string, { broken = false } = {}): Promise<Verification> {
  const truth = readGroundTruth(directory);
  const findEvidence = await inLanguage('verifier', VERIFIERS, truth.language)();
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'tocs-verify-')));
  try {
    cpSync(directory, copy, { recursive: true });
    const files = new Set(readdirSync(copy, { recursive: true, encoding: 'utf8' }));
    const evidence = await findEvidence(copy, truth);
    // A broken codebase is one whose tests fail as it is.
    const rules = broken || evidence.unchecked ? [] : await checkRules(copy, truth);
    const problems = [
      ...checkConsistency(truth, files, !broken),
      ...evidence.problems,
      ...(broken ? [] : evidence.idle),
      ...(rules ?? []),
    ];
    return compareEdges(truth.dependency_edges, { ...evidence, problems }, broken);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

type FindEvidence = (directory: string, truth: GroundTruth) => Promise<Evidence>;

/** The verifiers, each loaded when it is needed: ts-morph takes long to load. */
const VERIFIERS: Readonly<Record<string, () => Promise<FindEvidence>>> = {
  typescript: async () => (await import('./typescript/evidence.ts')).typescriptEvidence,
  python: async () => (await import('./python/evidence.ts')).pythonEvidence,
};
