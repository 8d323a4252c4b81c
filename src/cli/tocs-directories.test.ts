import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runTocs } from '../../fixtures/run-tocs.ts';
import { readTocs } from '../codebase/directory.ts';

const SAMPLES = join(import.meta.dirname, '../../fixtures/tocs-samples');

interface Expected {
  codebase: string;
  agent: string;
  budget: number;
  probe_interval: number;
  expected: Record<string, number> & { actions: string[] };
}
const cases = JSON.parse(readFileSync(join(SAMPLES, 'expected.json'), 'utf8')) as Expected[];

const tocs = runTocs;

describe('tocs explore gives exactly the published figures', () => {
  test.each(cases.map((each) => [`${each.agent} on ${each.codebase}, budget ${each.budget}`, each] as const))(
    '%s',
    (_, each) => {
      const { codebase, agent, budget, probe_interval } = each;
      const { stdout, stderr } = tocs(
        'explore',
        join(SAMPLES, codebase),
        '--agent',
        agent,
        '--budget',
        String(budget),
        '--probe-every',
        String(probe_interval),
        '--json',
      );
      expect(stderr).toBe('');
      const result = JSON.parse(stdout) as Record<string, number> & { actions: string[] };
      const { actions, ...figures } = each.expected;
      expect(result.actions.map((action) => action.replace(/^\w+/, (verb) => verb.toLowerCase()))).toEqual(actions);
      for (const [name, value] of Object.entries(figures))
        expect(Math.abs((result[name] as number) - value)).toBeLessThanOrEqual(1e-9);
    },
  );

  test('as a table without --json', () => {
    const { stdout } = tocs('explore', join(SAMPLES, 'parcels'));
    expect(stdout).toMatch(/dependency_f1 +│ +0\.7179/);
  });
});

describe('readTocs', () => {
  const copy = () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'tocs-dir-')), 'notes');
    cpSync(join(SAMPLES, 'notes'), folder, { recursive: true });
    return folder;
  };
  const edit = (folder: string, change: (truth: Record<string, unknown>) => void) => {
    const file = join(folder, 'ground_truth.json');
    const truth = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    change(truth);
    writeFileSync(file, JSON.stringify(truth));
  };

  test('shows no agent the ground truth, hidden files or caches', () => {
    const folder = copy();
    mkdirSync(join(folder, '__pycache__'));
    mkdirSync(join(folder, '.git'));
    for (const path of ['__pycache__/app.cpython-311.pyc', '.git/config', '.env'])
      writeFileSync(join(folder, path), 'x');
    expect([...readTocs(folder).files.keys()]).toEqual([
      'app.py',
      'model.py',
      'render.py',
      'rules.py',
      'service.py',
      'spare.py',
      'store.py',
    ]);
  });

  test('shows no ground truth of a folder below, and follows no link', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocs-links-'));
    cpSync(join(SAMPLES, 'notes'), folder, { recursive: true });
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'sub/ground_truth.json'), '{}');
    writeFileSync(join(folder, 'sub/kept.py'), '');
    symlinkSync('.', join(folder, 'loop'));
    symlinkSync('/etc', join(folder, 'outside'));
    const paths = [...readTocs(folder).files.keys()];
    expect(paths.filter((path) => path.includes('/'))).toEqual(['sub/kept.py']);
  });

  test('takes a truth that its code does not show as it stands', () => {
    const folder = copy();
    edit(folder, (truth) =>
      Object.assign(truth, { dependency_edges: [{ source: 'app.py', target: 'spare.py', type: 'CALLS_API' }] }),
    );
    expect(readTocs(folder).groundTruth.dependency_edges).toHaveLength(1);
  });

  test.each([
    [
      'a missing truth',
      (folder: string) => writeFileSync(join(folder, 'ground_truth.json.bak'), ''),
      /has no ground_truth\.json/,
      true,
    ],
    [
      'a truth that is no JSON',
      (folder: string) => writeFileSync(join(folder, 'ground_truth.json'), '{'),
      /ground_truth\.json is no JSON/,
      false,
    ],
    [
      'a malformed truth',
      (folder: string) => edit(folder, (truth) => delete truth.modules),
      /ground_truth\.json: modules: /,
      false,
    ],
    [
      'an edge to an unknown module',
      (folder: string) =>
        edit(folder, (truth) =>
          (truth.dependency_edges as object[]).push({ source: 'app.py', target: 'gone.py', type: 'IMPORTS' }),
        ),
      /the edge app\.py → gone\.py \(IMPORTS\) names gone\.py, which is no module/,
      false,
    ],
    [
      'a file that is not text',
      (folder: string) => writeFileSync(join(folder, 'logo.png'), Buffer.from([0x89, 0x50, 0xff, 0xfe])),
      /logo\.png is not text/,
      false,
    ],
  ] as [string, (folder: string) => unknown, RegExp, boolean][])(
    'says what is wrong with %s',
    (_, change, message, bare) => {
      const folder = bare ? mkdtempSync(join(tmpdir(), 'tocs-dir-')) : copy();
      change(folder);
      expect(() => readTocs(folder)).toThrow(message);
    },
  );
});

describe('tocs score', () => {
  const component = (filepath: string, target: string) => ({
    [filepath]: { filepath, status: 'observed', edges: [{ target, type: 'IMPORTS', confidence: 0.9 }] },
  });
  const result = (codebase_id: string) => {
    const file = join(mkdtempSync(join(tmpdir(), 'tocs-result-')), 'result.json');
    const cognitive_maps = [
      { step: 3, components: {} },
      { step: 6, components: { ...component('app.py', 'service.py'), ...component('app.py ', 'nowhere.py') } },
    ];
    writeFileSync(
      file,
      JSON.stringify({ model_name: 'gpt', codebase_id, cognitive_maps, exploration: { steps_taken: 8 } }),
    );
    return file;
  };

  test('scores a result of the published evaluator', () => {
    const { stdout, stderr } = tocs('score', result('sample-notes'), '--truth', join(SAMPLES, 'notes'));
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      model_name: 'gpt',
      dependency_precision: 0.5,
      dependency_recall: 1 / 16,
      action_auc: expect.any(Number),
      files_opened: null,
    });
  });

  test('refuses one of another codebase', () => {
    const { status, stderr } = tocs('score', result('other'), '--truth', join(SAMPLES, 'notes'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/is about other, the ground truth in .* about sample-notes/);
  });
});
