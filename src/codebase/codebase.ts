import { remembered } from '../base/remembered.ts';
import { sha256 } from '../base/sha256.ts';
import type { GroundTruth } from './ground-truth.ts';

/** Files alone, as an agent sees them. */
export interface Snapshot {
  /** Unique among the codebases of a suite, e.g. `pipeline-typescript-medium-42`. Never shown to agents. */
  readonly id: string;
  readonly language: string;
  /** File text by path. Paths are relative, separated by `/`, and in code-point order. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * An immutable snapshot of files together with its true architecture. Agents are shown the files only through the
 * five actions of an episode; the ground truth is never among the files.
 */
export interface Codebase extends Snapshot {
  readonly groundTruth: GroundTruth;
  /** The plan of a drawn codebase, which its pattern alone can read; absent in any other. */
  readonly blueprint?: unknown;
  /** Of a generated codebase: of which options and seed it is. With other seeds there are others like it. */
  readonly generated?: Generated;
}

/** What a codebase was generated from. */
export interface Generated {
  /** The options of `generate`, seeds aside, for the one pattern that it has. */
  readonly options: Readonly<Record<string, string | number>>;
  readonly seed: number;
}

/** Builds a codebase from files in any order. */
export function createCodebase(files: Iterable<readonly [string, string]>, groundTruth: GroundTruth): Codebase {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { id: groundTruth.codebase_id, language: groundTruth.language, files: new Map(sorted), groundTruth };
}

/** SHA-256 (hex) over the files alone: what an agent can see. */
export const filesHash = remembered(({ files }: Snapshot) => sha256(JSON.stringify([...files])));

/** SHA-256 (hex) over files and ground truth: two codebases with the same hash give the same scores. */
export const codebaseHash = remembered((codebase: Codebase) =>
  sha256(filesHash(codebase) + JSON.stringify(codebase.groundTruth)),
);
