import { describe, expect, test } from 'vitest';
import { baselines } from '../../src/agents/baselines/baselines.ts';
import { type GenerateOptions, generate } from '../../src/patterns/generate.ts';
import { runEpisode } from '../../src/phases/construct/run-episode.ts';
import { resultOf } from '../../src/scoring/result.ts';
import { score } from '../../src/scoring/score.ts';
import { budgetsTable } from '../construct/budgets.ts';
import { languagesTable } from '../construct/languages.ts';
import { performanceTable } from '../construct/performance.ts';
import { type ConstructSuite, constructSuite } from '../construct/results.ts';
import { suiteResults } from '../results.ts';

async function suiteOf(name: string, budget: number, ...options: GenerateOptions[]): Promise<ConstructSuite> {
  const results = options.flatMap(generate).map(async (codebase) => {
    const transcript = await runEpisode({ agent: baselines.bfsImport(), codebase, condition: 'active', budget });
    const place = { suite: name, group: 'active', scope: 'active' };
    return resultOf(place, transcript, score(transcript, codebase.groundTruth), codebase, '');
  });
  const suite = { suite: name, project: '', file: 'some.eval.ts' };
  return constructSuite(suiteResults(suite, await Promise.all(results), 0));
}
const f1 = ({ episodes }: Pick<ConstructSuite, 'episodes'>) =>
  episodes.map(({ scores }) => scores?.dependency_f1 ?? Number.NaN);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const published = { language: 'python', diversity: 'published' } as const;

describe('F1 by budget', () => {
  test('has a column for each budget of the file, and counts codebases that all budgets share', async () => {
    const few = await suiteOf('few', 10, { seeds: [1, 2, 3] });
    const many = await suiteOf('many', 20, { seeds: [2, 3, 4] });
    const table = budgetsTable([few, many]);
    expect(table?.columns).toEqual(['agent', 'B=10', 'B=20', 'codebases']);
    const cells = [mean(f1(few).slice(1)), mean(f1(many).slice(0, 2))].map((value) => value.toFixed(3));
    expect(table?.rows).toEqual([{ group: 'active', cells: ['bfs-import', ...cells, '2'] }]);
  });

  test('leaves out a codebase on which an episode failed under some budget', async () => {
    const few = await suiteOf('few', 10, { seeds: [1, 2] });
    const many = await suiteOf('many', 20, { seeds: [1, 2] });
    const [first, second] = many.episodes as [ConstructSuite['episodes'][0], ConstructSuite['episodes'][0]];
    const table = budgetsTable([few, { ...many, episodes: [{ ...first, scores: null }, second] }]);
    expect(table?.rows[0]?.cells.slice(1, 4)).toEqual([
      f1(few)[1]?.toFixed(3),
      second.scores?.dependency_f1.toFixed(3),
      '1',
    ]);
  });

  test('is not there when all suites have one budget', async () => {
    expect(budgetsTable([await suiteOf('one', 10, { seeds: [1] })])).toBeNull();
  });

  test('shows published figures, marked as measured on other codebases, beside codebases of that shape alone', async () => {
    const suites = await Promise.all(
      [10, 25].map((budget) => suiteOf(`${budget}`, budget, { ...published, seeds: [1] })),
    );
    const table = budgetsTable(suites);
    expect(table?.rows).toContainEqual({
      group: 'published, on other codebases',
      cells: ['BFS-Import', '0.078', '0.603', '3'],
    });
    expect(table?.notes.join(' ')).toContain('measured on other codebases');
    expect(budgetsTable(suites, false)?.rows).toHaveLength(1);
  });
});

describe('published rows of the performance table', () => {
  test('stand beside codebases of the published shape with the published budget', async () => {
    const groups = async (budget: number, options: GenerateOptions, asked?: boolean) =>
      new Set(performanceTable(await suiteOf('suite', budget, options), asked).rows.map(({ group }) => group)).size;
    expect(await groups(20, { ...published, seeds: [1] })).toBe(2);
    expect(await groups(15, { ...published, seeds: [1] })).toBe(1);
    expect(await groups(20, { seeds: [1] })).toBe(1);
    expect(await groups(15, { seeds: [1] }, true)).toBe(2);
  });
});

describe('the languages table', () => {
  test('pairs codebases by seed', async () => {
    const suite = await suiteOf('both', 20, { seeds: [1, 2, 3] }, { language: 'python', seeds: [2, 3, 4] });
    const table = languagesTable(suite);
    expect(table?.columns).toEqual(['agent', 'condition', 'typescript', 'python', 'python − typescript']);
    const [python, typescript] = ['python', 'typescript'].map((language) =>
      f1({ ...suite, episodes: suite.episodes.filter(({ codebase }) => codebase.language === language) }),
    ) as [number[], number[]];
    const difference = mean(python.slice(0, 2)) - mean(typescript.slice(1));
    expect(table?.rows[0]).toEqual({
      group: 'F1',
      cells: [
        'bfs-import',
        'active',
        mean(typescript).toFixed(3),
        mean(python).toFixed(3),
        `${difference > 0 ? '+' : ''}${difference.toFixed(3)} (n=2)`,
      ],
    });
    expect(table?.notes.join(' ')).toContain('initialisers');
  });

  test('is not there for one language', async () => {
    expect(languagesTable(await suiteOf('one', 20, { seeds: [1] }))).toBeNull();
  });
});
