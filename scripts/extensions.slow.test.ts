import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Results } from '../reporters/results.ts';

const ROOT = join(import.meta.dirname, '..');
const EXTENSIONS = join(ROOT, 'fixtures/extensions');

/** What is added to the sources: files of its own, and one line in a list (with its import). */
const FILES: readonly [toy: string, to: string][] = [
  ['census.ts', 'src/phases/census/census.ts'],
  ['view.ts', 'reporters/census/view.ts'],
  ['size.ts', 'src/episode/actions/size.ts'],
  ['shell.ts', 'src/languages/shell/shell.ts'],
  ['measures.ts', 'src/agents/baselines/measures.ts'],
  ['toy.eval.ts', 'evals/toy.eval.ts'],
];
const LINES: readonly [file: string, ...changes: [after: string, added: string][]][] = [
  [
    'src/phases/phases.ts',
    ["import { construct } from './construct/construct.ts';", "import { census } from './census/census.ts';"],
    ['export const PHASES = [construct, revise, exploit', ', census'],
  ],
  [
    'reporters/views.ts',
    ["import { construct } from './construct/view.ts';", "import { census } from './census/view.ts';"],
    ['[construct, revise, exploit', ', census'],
  ],
  [
    'src/episode/actions/actions.ts',
    ["import { search } from './search.ts';", "import { size } from './size.ts';"],
    ['export const ACTIONS = [list, open, search, inspect, done', ', size'],
  ],
  [
    'src/languages/languages.ts',
    ["import { python } from './python/python.ts';", "import { shell } from './shell/shell.ts';"],
    ['[python, typescript', ', shell'],
  ],
  [
    'src/agents/baselines/baselines.ts',
    ["import { listing } from './listing.ts';", "import { measures } from './measures.ts';"],
    ['  listing,', '  measures,'],
  ],
  [
    'src/phases/construct/metrics.ts',
    [
      "  lower('hallucinated_edges', 'Believed edges that are not true.', (s) => s.hallucinated_edges, count),",
      "  lower('wrong_edges', 'A toy: the same under another name.', (s) => s.hallucinated_edges, count),",
    ],
  ],
];

describe('a toy phase, action, metric, language and agent', () => {
  const copy = mkdtempSync(join(tmpdir(), 'tocs-extensions-'));
  let output: string;
  let status: number | null;
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');

  beforeAll(() => {
    for (const name of ['src', 'reporters', 'package.json', 'tsconfig.json'])
      cpSync(join(ROOT, name), join(copy, name), {
        recursive: true,
        filter: (file) => !/\.test\.ts$|__snapshots__/.test(file),
      });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(
      join(copy, 'vitest.config.ts'),
      `import { defineConfig } from 'vitest/config';
import { tocs } from './src/vitest/plugin.ts';
export default defineConfig({
  resolve: { alias: [{ find: 'vitest-tocs', replacement: ${JSON.stringify(join(copy, 'src/index.ts'))} }] },
  plugins: [tocs({ reporter: { tables: 'all' } })],
  test: { include: ['evals/*.eval.ts'] },
});
`,
    );
    for (const [toy, to] of FILES) cpSync(join(EXTENSIONS, toy), join(copy, to));
    for (const [file, ...changes] of LINES) {
      let text = read(file);
      for (const [after, added] of changes) {
        expect(text, `${file} has ${after}`).toContain(after);
        const glue = added.startsWith(',') ? '' : '\n';
        text = text.replace(after, `${after}${glue}${added}`);
      }
      writeFileSync(join(copy, file), text);
    }
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const { CI: _, ...env } = process.env;
    const run = spawnSync(
      process.execPath,
      [vitest, 'run', '--reporter=default', '--reporter=junit', '--outputFile.junit=junit.xml'],
      {
        cwd: copy,
        encoding: 'utf8',
        env: Object.fromEntries(Object.entries(env).filter(([key]) => !/^VITEST/.test(key))),
      },
    );
    output = `${run.stdout}${run.stderr}`;
    status = run.status;
  });

  test('are their own files and one line a list, and no other file differs', () => {
    const differing = spawnSync('diff', ['-rq', join(ROOT, 'src'), join(copy, 'src')], { encoding: 'utf8' }).stdout;
    const changed = differing.split('\n').filter((line) => line.startsWith('Files '));
    expect(changed).toHaveLength(LINES.filter(([file]) => file.startsWith('src/')).length);
    const lines = spawnSync(
      'diff',
      ['-r', '--exclude=census', '--exclude=shell', join(ROOT, 'src'), join(copy, 'src')],
      {
        encoding: 'utf8',
      },
    ).stdout;
    // An import and an entry for each, the metric alone has no import.
    expect(lines.split('\n').filter((line) => line.startsWith('> '))).toHaveLength(2 * 4 + 1);
  });

  test('type-check', () => {
    expect(() =>
      execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', copy], { cwd: copy }),
    ).not.toThrow();
  });

  test('run, and pass', () => {
    expect(output).toMatch(/census/);
    expect(status, output).toBe(0);
  });

  test('appear in baseline, results, CSV, JUnit, terminal and report', () => {
    expect(read('evals/__baselines__/toy.eval.ts.json')).toContain('toys > measures > census');
    const results = Results.shape.run && JSON.parse(read('.tocs/latest/results.json'));
    const census = results.suites[0].results.filter((result: { phase: string }) => result.phase === 'census');
    expect(census).toHaveLength(2 * 3);
    expect(census[0]).toMatchObject({ set_up: { of: 'edges' }, scores: { counted: expect.any(Number) } });
    expect(read('.tocs/latest/results.csv').split('\n')[0]).toContain('census.error');
    expect(read('.tocs/latest/results.csv').split('\n')[0]).toContain('wrong_edges');
    expect(read('junit.xml')).toMatch(/value="census\.error \d/);
    expect(output).toMatch(/\n *agent +counted +wanted\n/);
    expect(read('.tocs/latest/report.md')).toContain('### Census');
    // The toy agent takes the toy action, on files of the toy language, too.
    expect(output).toContain('measures');
    const transcript = results.suites[0].results.find(
      (result: { agent: string; subject: { id: string } }) =>
        result.agent === 'measures' && result.subject.id === 'script',
    );
    expect(read(`.tocs/runs/${results.run.id}/${transcript.transcript}`)).toMatch(/"type":"size".*characters/);
  });
});
