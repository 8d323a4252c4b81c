import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type Codebase, createCodebase } from '../../codebase/codebase.ts';
import { writeCodebase } from '../../codebase/directory.ts';
import { EDGE_TYPES, type EdgeType, type GroundTruth } from '../../codebase/ground-truth.ts';
import { generate } from '../../patterns/generate.ts';
import { describeVerification } from '../verification.ts';
import { verify } from '../verify.ts';

function write(codebase: Codebase): string {
  const directory = join(mkdtempSync(join(tmpdir(), 'tocs-python-')), 'code');
  writeCodebase(codebase, directory);
  return directory;
}

const [small] = generate({ language: 'python', complexity: 'small', seeds: [5] }) as [Codebase];

function tampered(change: (truth: GroundTruth) => void): string {
  const truth = structuredClone(small.groundTruth);
  change(truth);
  return write(createCodebase(small.files, truth));
}

describe('a wrong ground truth', () => {
  test('with a wrong signature: it says so', async () => {
    const { problems } = await verify(
      tampered((truth) => Object.assign(truth.contracts[0]?.signature ?? {}, { return_type: 'bytes' })),
    );
    expect(problems).toEqual([expect.stringMatching(/^contract \S+ \w+: the ground truth says/)]);
  });
});

/** What the definitions of edges say about the finer cases. */
describe('the definitions', () => {
  async function shows(files: Record<string, string>): Promise<Record<EdgeType, string[]>> {
    const directory = mkdtempSync(join(tmpdir(), 'tocs-definitions-'));
    const modules = Object.fromEntries(
      Object.keys(files)
        .filter((path) => path.endsWith('.py'))
        .map((filepath) => [filepath, { filepath }]),
    );
    const truth = {
      codebase_id: 'd',
      pattern: 'pipeline',
      complexity: 'small',
      language: 'python',
      modules,
      dependency_edges: [],
    };
    for (const [path, text] of Object.entries({ ...files, 'ground_truth.json': JSON.stringify(truth) })) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const { edges } = await verify(directory);
    return Object.fromEntries(EDGE_TYPES.map((type) => [type, edges[type].unlisted])) as Record<EdgeType, string[]>;
  }
  const guard = (call: string) => `\n\nif __name__ == "__main__":\n    ${call}\n`;

  test('calls on the receiver itself, constructors, properties and callbacks are no calls of an API', async () => {
    const { CALLS_API } = await shows({
      'base.py':
        'class Base:\n    def __init__(self):\n        self.set_up()\n    def set_up(self):\n        pass\n    @property\n    def label(self):\n        return "x"\n    def run(self):\n        self.step()\n        [self.step() for _ in [1]]\n    def step(self):\n        pass\n',
      'part.py': 'from base import Base\nclass Part(Base):\n    def step(self):\n        super().set_up()\n',
      'tool.py': 'def each(values, fn):\n    for value in values:\n        fn(value)\n',
      'user.py': `from part import Part\nfrom tool import each\ndef handed(_):\n    pass\ndef use():\n    part = Part()\n    part.label\n    part.run()\n    each([1], handed)\n`,
      'main.py': `from user import use\ndef main():\n    use()${guard('main()')}`,
    });
    expect(CALLS_API).toEqual(['main.py → user.py', 'user.py → part.py', 'user.py → tool.py']);
  });

  test('a computed import is a wire if a config names the target, a literal one is not', async () => {
    const { REGISTRY_WIRES } = await shows({
      'load.py':
        'import importlib\ndef load(name):\n    importlib.import_module("parts.r")\n    return importlib.import_module(f"parts.{name}")\n',
      'parts/p.py': '',
      'parts/q.py': '',
      'parts/r.py': '',
      'names.json': '["p", "r"]',
      'main.py': `from load import load\ndef main():\n    load("p")\n    load("q")${guard('main()')}`,
    });
    expect(REGISTRY_WIRES).toEqual(['load.py → parts/p.py']);
  });
});

test('without python3 nothing is claimed', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const verification = await verify(write(small));
  vi.unstubAllEnvs();
  expect(verification).toMatchObject({ ok: false, checked: false });
  expect(describeVerification(verification).slice(-2)).toEqual([
    'skipped: python3 is not installed, so no edge of a Python codebase can be checked',
    'NOT checked',
  ]);
});
