import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Codebase, createCodebase } from '../codebase/codebase.ts';
import { writeCodebase } from '../codebase/directory.ts';
import { EDGE_TYPES, type EdgeType, type GroundTruth } from '../codebase/ground-truth.ts';
import { generate } from '../patterns/generate.ts';
import { verify } from './verify.ts';

const TOCS = join(import.meta.dirname, '../cli/tocs.ts');
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

/** The small codebase with a file that was changed. */
function edited(path: string, change: (text: string) => string): string {
  const files = [...small.files].map(([name, text]): [string, string] => [name, name === path ? change(text) : text]);
  const directory = write(createCodebase(files, small.groundTruth));
  expect(readFileSync(join(directory, path), 'utf8')).not.toBe(small.files.get(path));
  return directory;
}

function forbid(truth: GroundTruth, src: string, dst: string): void {
  const rule = truth.invariants.find(({ structured }) => structured?.type === 'FORBIDDEN_EDGE');
  Object.assign(rule?.structured ?? {}, { src, dst });
}

function leaveOut(truth: GroundTruth, path: string): void {
  delete truth.modules[path];
  truth.dependency_edges = truth.dependency_edges.filter(({ source, target }) => source !== path && target !== path);
}

function turnChain(truth: GroundTruth): void {
  const chain = truth.invariants.find(({ structured }) => structured?.type === 'VALIDATION_CHAIN')?.structured;
  if (chain) Object.assign(chain, { src: chain.dst, dst: chain.src });
}

describe('generated codebases', () => {
  const cases = [
    ...generate({ pattern: 'event_driven', complexity: 'small', seeds: [2] }),
    ...generate({ complexity: 'large', seeds: [4] }),
    ...generate({ diversity: 'published', seeds: [1, 2] }),
  ];
  test.each(cases.map((codebase) => [codebase.id, codebase] as const))(
    '%s: every edge confirmed, none extra',
    async (_, codebase) => {
      const verification = await verify(write(codebase));
      expect(verification.problems).toEqual([]);
      expect(verification.skipped).toEqual([]);
      expect(verification.ok).toBe(true);
      const confirmed = EDGE_TYPES.reduce((sum, type) => sum + verification.edges[type].confirmed, 0);
      expect(confirmed).toBe(codebase.groundTruth.dependency_edges.length);
    },
  );
});

describe('a wrong ground truth', () => {
  test.each(EDGE_TYPES)('with one %s missing: it says which', async (type) => {
    const at = small.groundTruth.dependency_edges.findIndex((edge) => edge.type === type);
    const gone = small.groundTruth.dependency_edges[at];
    const verification = await verify(tampered((truth) => truth.dependency_edges.splice(at, 1)));
    expect(verification.ok).toBe(false);
    expect(verification.edges[type]).toMatchObject({
      unconfirmed: [],
      unlisted: [`${gone?.source} → ${gone?.target}`],
    });
  });

  test.each([
    [
      'a parameter of another type',
      (truth: GroundTruth) => Object.assign(truth.contracts[0]?.signature.params[0] ?? {}, { type_hint: 'Date' }),
    ],
    ['a caller too many', (truth: GroundTruth) => truth.contracts[0]?.callers.push('src/types.ts')],
    [
      'another return type',
      (truth: GroundTruth) => Object.assign(truth.contracts[0]?.signature ?? {}, { return_type: 'void' }),
    ],
    ['a contract missing', (truth: GroundTruth) => truth.contracts.splice(0, 1)],
    [
      'a contract too many',
      (truth: GroundTruth) =>
        truth.contracts.push({
          name: 'gone',
          module: 'src/cli.ts',
          signature: { params: [], return_type: 'void' },
          callers: [],
        }),
    ],
  ])('with %s: the type checker says so', async (_, change) => {
    const verification = await verify(tampered((truth) => void change(truth)));
    expect(verification.ok).toBe(false);
    expect(verification.problems).toEqual([expect.stringMatching(/^contract src\//)]);
  });

  test.each([
    [
      'a module left out',
      (truth: GroundTruth) => leaveOut(truth, 'src/runner.ts'),
      /does not name the source file src\/runner\.ts/,
    ],
    [
      'evidence that is not there',
      (truth: GroundTruth) => Object.assign(truth.dependency_edges[0] ?? {}, { evidence: ['gone.ts'] }),
      /there is no file gone\.ts/,
    ],
    [
      'an edge twice',
      (truth: GroundTruth) => truth.dependency_edges.push(truth.dependency_edges[0] as never),
      /stands twice/,
    ],
    [
      'a view of the edges that differs',
      (truth: GroundTruth) => Object.assign(truth.modules['src/runner.ts'] ?? {}, { edges: [] }),
      /edges listed in module src\/runner\.ts/,
    ],
    [
      'a forbidden edge that is there',
      (truth: GroundTruth) => forbid(truth, 'src/runner.ts', 'src/registry.ts'),
      /forbids src\/runner\.ts → src\/registry\.ts/,
    ],
    ['a chain the wrong way round', (truth: GroundTruth) => turnChain(truth), /but none flows/],
  ] as [string, (truth: GroundTruth) => unknown, RegExp][])('with %s: it says so', async (_, change, message) => {
    const verification = await verify(tampered((truth) => void change(truth)));
    expect(verification.ok).toBe(false);
    expect(verification.problems.join('\n')).toMatch(message);
  });

  test('the command line prints what differs and exits 1', () => {
    const directory = tampered((truth) => truth.dependency_edges.splice(0, 1));
    const { status, stdout } = spawnSync(process.execPath, [TOCS, 'verify', directory], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/missing from the ground truth: src\/\S+ → src\/\S+/);
    expect(stdout).toMatch(/NOT verified/);
  });
});

describe('code that is not what the ground truth says', () => {
  const [stage] = Object.keys(small.groundTruth.modules).filter((path) => path.startsWith('src/stages/')) as [string];

  test('a stage that lets no record live shows no flow', async () => {
    const verification = await verify(
      edited(stage, (text) => text.replace(/return records[\s\S]*?;\n {2}}/, 'return records.slice(0, 0);\n  }')),
    );
    expect(verification.ok).toBe(false);
    expect(verification.problems.join('\n')).toMatch(/no record lives through|failed/);
  });

  test('a failing test of its own is reported with what it printed', async () => {
    const verification = await verify(
      edited('tests/behaviour.test.ts', (text) => `${text}\ntest('fails', () => assert.fail('on purpose'));\n`),
    );
    expect(verification.problems.join('\n')).toMatch(/node tests\/behaviour\.test\.ts` failed:[\s\S]*fail/);
  });

  test('a type error is reported with its file', async () => {
    const verification = await verify(
      edited('src/runner.ts', (text) => `${text}\nexport const wrong: number = 'text';\n`),
    );
    expect(verification.problems.join('\n')).toMatch(/type error: src\/runner\.ts:\d+/);
  });
});

/** What the definitions of edges say about the finer cases, each on a codebase of a few lines. */

describe('the command line', () => {
  test('generates a codebase that verifies, and refuses a folder that is not empty', () => {
    const directory = join(mkdtempSync(join(tmpdir(), 'tocs-cli-')), 'out');
    const args = [
      'generate',
      '--pattern',
      'pipeline',
      '--language',
      'typescript',
      '--complexity',
      'medium',
      '--seed',
      '42',
      '--out',
      directory,
    ];
    expect(execFileSync(process.execPath, [TOCS, ...args], { encoding: 'utf8' })).toMatch(
      /^pipeline-typescript-medium-42: \d+ modules/,
    );
    expect(execFileSync(process.execPath, [TOCS, 'verify', directory], { encoding: 'utf8' })).toMatch(/\nverified\n$/);
    const again = spawnSync(process.execPath, [TOCS, ...args], { encoding: 'utf8' });
    expect(again.status).toBe(1);
    expect(again.stderr).toBe(`tocs: ${directory} is not empty: name a new or an empty folder\n`);
  });

  test.each([
    [['verify', '/nowhere'], /tocs: there is no folder \/nowhere/],
    [['generate', '--seed', 'x', '--out', '/tmp/x'], /whole number/],
    [
      ['generate', '--seed', '1', '--out', '/tmp/x', '--complexity', 'huge'],
      /Allowed choices are small, medium, large/,
    ],
  ])('of %j says what is wrong', (args, message) => {
    const { status, stderr } = spawnSync(process.execPath, [TOCS, ...args], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
  });
});

describe('the definitions', () => {
  async function shows(
    modules: Record<string, string>,
    others: Record<string, string>,
  ): Promise<Record<EdgeType, string[]>> {
    const directory = mkdtempSync(join(tmpdir(), 'tocs-definitions-'));
    const files: Record<string, string> = {
      'package.json': '{"type": "module", "scripts": {"start": "node main.ts"}}',
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'es2024',
          module: 'nodenext',
          allowImportingTsExtensions: true,
          noEmit: true,
          strict: true,
        },
      }),
      'ground_truth.json': JSON.stringify({
        codebase_id: 'd',
        pattern: 'pipeline',
        complexity: 'small',
        language: 'typescript',
        modules: Object.fromEntries(Object.keys(modules).map((filepath) => [filepath, { filepath }])),
        dependency_edges: [],
      }),
      ...modules,
      ...others,
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const { edges } = await verify(directory);
    return Object.fromEntries(EDGE_TYPES.map((type) => [type, edges[type].unlisted])) as Record<EdgeType, string[]>;
  }

  test('type-only imports and re-exports count, import() does not', async () => {
    const { IMPORTS, REGISTRY_WIRES } = await shows(
      {
        'a.ts': `import type { B } from './b.ts';\nexport { c } from './c.ts';\nexport const b: B = 1;\nexport const d = () => import('./d.ts');\nawait d();\n`,
        'b.ts': 'export type B = number;\n',
        'c.ts': 'export const c = 1;\n',
        'd.ts': 'export {};\n',
      },
      { 'main.ts': `import './a.ts';\n` },
    );
    expect(IMPORTS).toEqual(['a.ts → b.ts', 'a.ts → c.ts']);
    expect(REGISTRY_WIRES).toEqual([]);
  });

  test('a computed import is a wire only if a config names the target', async () => {
    const modules = {
      'a.ts': `export async function load(name: string) {\n  return import(\`./parts/\${name}.ts\`);\n}\n`,
      'parts/p.ts': 'export {};\n',
      'parts/q.ts': 'export {};\n',
    };
    const main = `import { load } from './a.ts';\nawait load('p');\nawait load('q');\n`;
    const { REGISTRY_WIRES } = await shows(modules, { 'main.ts': main, 'parts.json': '["p"]' });
    expect(REGISTRY_WIRES).toEqual(['a.ts → parts/p.ts']);
  });

  test('calls on the receiver itself, constructors, accessors and callbacks are no calls of an API', async () => {
    const { CALLS_API } = await shows(
      {
        'base.ts': `export abstract class Base {\n  constructor() { this.setUp(); }\n  setUp(): void {}\n  get label(): string { return 'x'; }\n  run(): void { this.step(); [1].forEach(() => this.step()); }\n  abstract step(): void;\n}\n`,
        'part.ts': `import { Base } from './base.ts';\nexport class Part extends Base {\n  override step(): void { super.setUp(); }\n}\n`,
        'tool.ts': `export function each(values: number[], fn: (value: number) => void): void { values.forEach(fn); }\n`,
        'user.ts': `import { Part } from './part.ts';\nimport { each } from './tool.ts';\nexport function handed(): void {}\nexport function use(): void {\n  const part = new Part();\n  part.label;\n  part.run();\n  each([1], handed);\n}\n`,
      },
      { 'main.ts': `import { use } from './user.ts';\nuse();\n` },
    );
    // The inherited run counts for the concrete class.
    expect(CALLS_API).toEqual(['user.ts → part.ts', 'user.ts → tool.ts']);
  });

  test('a call by module evaluation is none, one by a function of the same module is', async () => {
    const { CALLS_API } = await shows(
      {
        'lib.ts': 'export function one(): number { return 1; }\n',
        'top.ts': `import { one } from './lib.ts';\nexport const value = one();\n`,
        'inner.ts': `import { one } from './lib.ts';\nexport function two(): number[] { return [1].map(() => one()); }\n`,
      },
      { 'main.ts': `import './top.ts';\nimport { two } from './inner.ts';\ntwo();\n` },
    );
    expect(CALLS_API).toEqual(['inner.ts → lib.ts']);
  });

  test('data flows from the stage that last returned it, through code that only hands it on', async () => {
    const stage = (body: string) => `type R = { n: number };\nexport function run(records: R[]): R[] {\n  ${body}\n}\n`;
    const { DATA_FLOWS_TO } = await shows(
      {
        'load.ts': `export async function load(): Promise<{ run(records: { n: number }[]): { n: number }[] }[]> {\n  const names: string[] = ['one', 'two', 'three'];\n  return Promise.all(names.map((name) => import(\`./s/\${name}.ts\`)));\n}\n`,
        'around.ts': `export function around<T>(step: () => T): T { return step(); }\n`,
        'flow.ts': `import { around } from './around.ts';\nimport { load } from './load.ts';\nexport async function flow(): Promise<void> {\n  let records = [{ n: 1 }, { n: 2 }];\n  for (const stage of await load()) {\n    const batch = [...records];\n    records = around(() => stage.run(batch));\n  }\n}\n`,
        's/one.ts': stage('return records.map(({ n }) => ({ n: n + 1 }));'),
        's/two.ts': stage('return records.filter(({ n }) => n > 2);'),
        's/three.ts': stage('return records.map((record) => ({ ...record }));'),
      },
      { 'main.ts': `import { flow } from './flow.ts';\nawait flow();\n`, 'steps.json': '["one", "two", "three"]' },
    );
    expect(DATA_FLOWS_TO).toEqual(['s/one.ts → s/two.ts', 's/two.ts → s/three.ts']);
  });
});
