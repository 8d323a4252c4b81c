import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Codebase, createCodebase } from '../codebase/codebase.ts';
import { writeCodebase } from '../codebase/directory.ts';
import { EDGE_TYPES, type EdgeType, type GroundTruth } from '../codebase/ground-truth.ts';
import { generate } from '../patterns/generate.ts';
import { verify } from './verify.ts';

const [small] = generate({ diversity: 'published', complexity: 'small', seeds: [5] }) as [Codebase];

function write(codebase: Codebase): string {
  const directory = join(mkdtempSync(join(tmpdir(), 'tocs-verify-test-')), 'code');
  writeCodebase(codebase, directory);
  return directory;
}

/** The small codebase with a ground truth that was tampered with. */
function tampered(change: (truth: GroundTruth) => void): string {
  const truth = structuredClone(small.groundTruth);
  change(truth);
  return write(createCodebase(small.files, truth));
}

describe('a wrong ground truth', () => {
  /** An edge of each type that the code does not show. */
  const invented: Record<EdgeType, [string, string]> = {
    IMPORTS: ['src/types.ts', 'src/runner.ts'],
    CALLS_API: ['src/runner.ts', 'src/cli.ts'],
    DATA_FLOWS_TO: ['src/registry.ts', 'src/runner.ts'],
    REGISTRY_WIRES: ['src/runner.ts', 'src/stages/mod_a.ts'],
  };

  test.each(EDGE_TYPES)('with one %s too many: it says which', async (type) => {
    const [source, target] = invented[type];
    const verification = await verify(tampered((truth) => truth.dependency_edges.push({ source, target, type })));
    expect(verification.ok).toBe(false);
    expect(verification.edges[type]).toMatchObject({ unconfirmed: [`${source} → ${target}`], unlisted: [] });
  });
});

/** What the definitions of edges say about the finer cases, each on a codebase of a few lines. */
