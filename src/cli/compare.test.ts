import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runTocs } from '../../fixtures/run-tocs.ts';
import { type Results, suiteResults } from '../../reporters/results.ts';
import { baselines } from '../agents/baselines/baselines.ts';
import type { Agent } from '../episode/agent.ts';
import { generate } from '../patterns/generate.ts';
import { runEpisode } from '../phases/construct/run-episode.ts';
import { type Result, resultOf } from '../scoring/result.ts';
import { score } from '../scoring/score.ts';
import type { Scores } from '../scoring/scores.ts';

const TOCS = join(import.meta.dirname, 'tocs.ts');
const directory = mkdtempSync(join(tmpdir(), 'tocs-compare-'));
const codebases = generate({ complexity: 'small', seeds: [1, 2, 3, 4, 5, 6, 7, 8] });

async function results(agents: readonly Agent[], budget = 20): Promise<Results> {
  const episodes = agents.flatMap((agent) =>
    codebases.map(async (codebase) => {
      const transcript = await runEpisode({ agent, codebase, condition: 'active', budget });
      const place = { suite: 'suite', group: 'active', scope: 'active' };
      return resultOf(place, transcript, score(transcript, codebase.groundTruth), codebase, '');
    }),
  );
  const suite = suiteResults({ suite: 'suite', project: '', file: 'some.eval.ts' }, await Promise.all(episodes), 0);
  return {
    format: 'vitest-tocs results',
    version: 2,
    package: '1.0.0',
    status: 'complete',
    run: null,
    cases: [],
    errors: [],
    suites: [suite],
  };
}
const changed = (of: Results, change: (episode: Result<Scores>, i: number) => Result<Scores>): Results => ({
  ...of,
  suites: of.suites.map((suite) => ({ ...suite, results: (suite.results as Result<Scores>[]).map(change) })),
});
const withF1 = (f1: (old: number, i: number) => number) => (episode: Result<Scores>, i: number) => ({
  ...episode,
  deterministic: undefined,
  scores: episode.scores && { ...episode.scores, dependency_f1: f1(episode.scores.dependency_f1, i) },
});
let files = 0;
function write(of: Results): string {
  const path = join(directory, `results-${files++}.json`);
  writeFileSync(path, JSON.stringify(of));
  return path;
}
function compareFiles(...args: string[]) {
  const { status, stdout, stderr } = runTocs('compare', ...args);
  return { status, stdout, stderr };
}

describe('tocs compare', () => {
  let side: Results;
  let same: string;
  beforeAll(async () => {
    side = await results([baselines.followImports()]);
    same = write(side);
  });

  test('holds for the same results', () => {
    const { status, stdout, stderr } = compareFiles(same, same);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/follow-imports +dependency_f1 +held +0\.000/);
  });

  test('exits with 1 for a regression, and says where', () => {
    const worse = write(
      changed(
        side,
        withF1((f1, i) => f1 - 0.1 - 0.01 * (i % 3)),
      ),
    );
    const { status, stdout } = compareFiles(
      write(
        changed(
          side,
          withF1((f1) => f1),
        ),
      ),
      worse,
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/dependency_f1 regressed: mean change -0\.\d+/);
    expect(stdout).toMatch(/fell most: pipeline-typescript-small-\d/);
  });

  test('takes metrics with margins', () => {
    const worse = write(
      changed(
        side,
        withF1((f1, i) => f1 - 0.1 - 0.01 * (i % 3)),
      ),
    );
    const old = write(
      changed(
        side,
        withF1((f1) => f1),
      ),
    );
    expect(compareFiles(old, worse, '--metric', 'dependency_f1=0.3').status).toBe(0);
    expect(compareFiles(old, worse, '--metric', 'dependency_recall').status).toBe(0);
    expect(compareFiles(old, worse, '--metric', 'nothing').stderr).toMatch(/there is no metric nothing/);
  });

  test('refuses sides of different set-ups, unless the difference is the change under test', async () => {
    const other = write(changed(side, (episode) => ({ ...episode, prompt_hash: 'p2' })));
    const { status, stderr } = compareFiles(same, other);
    expect(status).toBe(1);
    expect(stderr).toMatch(/the hash of the agent's prompts was none and is p2.*--across/);
    expect(compareFiles(same, other, '--across', 'prompt_hash').status).toBe(0);
    const budget = write(await results([baselines.followImports()], 10));
    expect(compareFiles(same, budget).stderr).toMatch(/the budget was 20 and is 10/);
    expect(compareFiles(same, write({ ...side, package: '2.0.0' })).stderr).toMatch(
      /version of vitest-tocs was 1\.0\.0/,
    );
  });

  test('leaves out codebases on which an episode failed', () => {
    const failed = changed(side, (episode, i) =>
      i > 0
        ? episode
        : { ...episode, scores: null, outcome: { status: 'failed', kind: 'timeout', message: 'too long' } },
    );
    const { verdicts } = JSON.parse(compareFiles(same, write(failed), '--json').stdout);
    expect(verdicts[0].comparisons[0]).toMatchObject({ n: 7, left_out: [{ reason: 'an episode failed: too long' }] });
  });

  test('names groups that only one side has', async () => {
    const both = write(await results([baselines.followImports(), baselines.bfsImport()]));
    expect(compareFiles(same, both).stdout).toContain(
      'only on one side: some.eval.ts > suite > bfs-import > construct > active > scratchpad',
    );
    expect(compareFiles(same, write(await results([baselines.bfsImport()]))).stderr).toMatch(/share no group/);
  });

  test('is as strict as the gate: trials are counted, and a group that one side lacks fails', async () => {
    const sampled = write(
      changed(
        side,
        withF1((f1) => f1),
      ),
    );
    const { status, stdout } = compareFiles(sampled, sampled, '--strict');
    expect(status).toBe(1);
    expect(stdout).toContain('strict asks for at least 3 trials in the baseline, and it has 1');
    const both = write(await results([baselines.followImports(), baselines.bfsImport()]));
    expect(compareFiles(same, both).status).toBe(0);
    expect(compareFiles(same, both, '--strict').status).toBe(1);
  });

  test('takes its options before the files', () => {
    expect(compareFiles('--metric', 'dependency_f1=0.1', '--across', 'package', same, same).status).toBe(0);
    expect(compareFiles('--across', 'budget', same, same).stderr).toMatch(/must be one of agent_config/);
  });

  test('refuses a file that holds no results', () => {
    expect(compareFiles(same, TOCS).stderr).toMatch(/tocs\.ts is no results file: .*JSON/);
    expect(compareFiles(same, TOCS.replace('tocs.ts', '../../package.json')).stderr).toMatch(/is no results file/);
  });
});
