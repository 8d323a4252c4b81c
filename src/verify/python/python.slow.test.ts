import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Codebase, createCodebase } from '../../codebase/codebase.ts';
import { writeCodebase } from '../../codebase/directory.ts';
import { EDGE_TYPES, type EdgeType, type GroundTruth } from '../../codebase/ground-truth.ts';
import { generate } from '../../patterns/generate.ts';
import { verify } from '../verify.ts';

function write(codebase: Codebase): string {
  const directory = join(mkdtempSync(join(tmpdir(), 'tocs-python-')), 'code');
  writeCodebase(codebase, directory);
  return directory;
}

const [small] = generate({ language: 'python', diversity: 'published', complexity: 'small', seeds: [5] }) as [Codebase];

function tampered(change: (truth: GroundTruth) => void): string {
  const truth = structuredClone(small.groundTruth);
  change(truth);
  return write(createCodebase(small.files, truth));
}

describe('a wrong ground truth', () => {
  const [first, second] = Object.keys(small.groundTruth.modules).filter((path) => path.includes('/stages/mod_')) as [
    string,
    string,
  ];
  const runner = first.replace(/stages.*/, 'runner.py');
  const invented: Record<EdgeType, [string, string]> = {
    IMPORTS: [first, second],
    CALLS_API: [first, runner],
    DATA_FLOWS_TO: [runner, first],
    REGISTRY_WIRES: [runner, first],
  };

  test.each(EDGE_TYPES)('with one %s too many or one missing: it says which', async (type) => {
    const [source, target] = invented[type];
    const more = await verify(tampered((truth) => truth.dependency_edges.push({ source, target, type })));
    expect(more.edges[type].unconfirmed).toEqual([`${source} → ${target}`]);
    const at = small.groundTruth.dependency_edges.findIndex((edge) => edge.type === type);
    const gone = small.groundTruth.dependency_edges[at];
    const less = await verify(tampered((truth) => truth.dependency_edges.splice(at, 1)));
    expect(less.edges[type].unlisted).toEqual([`${gone?.source} → ${gone?.target}`]);
    expect([more.ok, less.ok]).toEqual([false, false]);
  });
});

/** What the definitions of edges say about the finer cases. */

describe('generated Python codebases', () => {
  const cases = [
    ...(['small', 'medium', 'large'] as const).flatMap((complexity) =>
      generate({ language: 'python', complexity, seeds: [3] }),
    ),
    ...generate({ language: 'python', diversity: 'published', seeds: [1, 2] }),
  ];
  test.each(cases.map((codebase) => [codebase.id, codebase] as const))(
    '%s: every edge confirmed, none extra',
    async (_, codebase) => {
      const verification = await verify(write(codebase));
      expect(verification.problems).toEqual([]);
      expect(verification.ok).toBe(true);
      const confirmed = EDGE_TYPES.reduce((sum, type) => sum + verification.edges[type].confirmed, 0);
      expect(confirmed).toBe(codebase.groundTruth.dependency_edges.length);
    },
  );
});
