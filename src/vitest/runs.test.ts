import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { killRun, runVitest, type VitestRun } from '../../fixtures/run-vitest.ts';
import { constructSuite } from '../../reporters/construct/results.ts';
import type { SuiteResults } from '../../reporters/results.ts';
import { fileName } from '../base/file-name.ts';
import type { Codebase } from '../codebase/codebase.ts';
import { GroundTruth } from '../codebase/ground-truth.ts';
import { readTranscript } from '../episode/transcript.ts';
import { generate } from '../patterns/generate.ts';
import { likelyByNames } from '../prior/prior.ts';
import { score } from '../scoring/score.ts';

const statusOf = ({ cases }: VitestRun, name: string) => cases.find(({ fullName }) => fullName === name)?.status;
const ran = ({ cases }: VitestRun) =>
  cases.filter(({ status }) => status === 'passed' || status === 'failed').map(({ fullName }) => fullName);
const messageOf = ({ cases }: VitestRun, name: string) =>
  cases.find(({ fullName }) => fullName === name)?.failureMessages.join('\n') ?? '';

const episodesIn = (suite: SuiteResults | undefined) => (suite ? constructSuite(suite).episodes : []);

describe('a grid', () => {
  let run: VitestRun;
  beforeAll(async () => {
    run = await runVitest('grid');
  });

  test('has a case for each agent, condition and codebase, nested in that order, and one for each group', () => {
    const first = ran(run).filter((name) => name.startsWith('first suite'));
    expect(first).toHaveLength(2 * 4 * 2 + 2 * 4);
    expect(first).toContain('first suite follow-imports passive-oracle pipeline-typescript-small-2');
    expect(first).toContain('first suite config-aware passive-replay mean of 2 episodes');
  });

  test('numbers trials where there is more than one', () => {
    expect(ran(run)).toContain('controls oracle active pipeline-typescript-small-1 #2');
  });

  test('tags each case with its condition', () => {
    const tagged = run.cases.find(
      ({ fullName }) => fullName === 'first suite config-aware passive-full pipeline-typescript-small-1',
    );
    expect(tagged?.tags).toEqual(['passive-full']);
  });

  test('passes, fails and skips cases one by one', () => {
    expect(run.exitCode).toBe(1);
    expect(run.cases.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)).toEqual([
      'second suite random active pipeline-typescript-small-3',
    ]);
    expect(statusOf(run, 'skipped suite random active pipeline-typescript-small-4')).toBe('skipped');
  });

  test('says of a missed threshold what was wanted and got, and which edges are missed, by type', () => {
    const message = messageOf(run, 'second suite random active pipeline-typescript-small-3');
    expect(message).toMatch(/dependency_f1: wanted at least 0\.9, got 0(\.\d+)?\n/);
    expect(message).toMatch(
      /missed IMPORTS \(\d+\): src\/\S+ → src\/\S+, src\/\S+ → src\/\S+, src\/\S+ → src\/\S+, and \d+ more/,
    );
    expect(message).toMatch(/missed CALLS_API \(\d+\)/);
    expect(message).toContain('second.eval.ts:3:1');
    expect(message).not.toContain('hallucinated_edges');
  });

  test('is reported suite by suite, never mixed', () => {
    expect(run.results?.suites.map(({ suite, file, results }) => [suite, file, results.length])).toEqual([
      ['first suite', 'first.eval.ts', 16],
      ['controls', 'first.eval.ts', 8],
      ['second suite', 'second.eval.ts', 1],
    ]);
    const [, ...parts] = run.report.split(/^## /m);
    expect(parts.map((part) => part.split('\n')[0])).toEqual([
      'first suite (first.eval.ts): 16 episodes, budget 20, probe every 3',
      'controls (first.eval.ts): 8 episodes, budget 20, probe every 3',
      'second suite (second.eval.ts): 1 episode, budget 5, probe every 3',
    ]);
    expect(parts[0]).not.toMatch(/\| null +\|/);
    expect(parts[1]).toMatch(/\| null +\|/);
  });

  test('prints tables in plain text of at most 100 columns', () => {
    const [, tables = ''] = /(first suite \(first\.eval\.ts\)[\s\S]*)\ntocs {2}/.exec(run.output) ?? [];
    expect(tables).toContain('Active-Passive Gap');
    expect(tables).toContain('Recall by edge type');
    const lines = tables.split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  });

  test('leaves transcripts from which the scores can be computed again', () => {
    const [codebase] = generate({ complexity: 'small', seeds: [1] }) as [Codebase];
    const episodes = run.results?.suites[0]?.results.filter((episode) => episode.subject.id === codebase.id) ?? [];
    expect(episodes).toHaveLength(8);
    for (const episode of episodes) {
      const transcript = readTranscript(readFileSync(join(run.runDirectory, episode.transcript), 'utf8'));
      const truth = GroundTruth.parse(codebase.groundTruth);
      expect(score(transcript, truth, likelyByNames(codebase))).toEqual(episode.scores);
    }
  });
});

describe('filters', () => {
  test('-t runs a single replay alone, with the active episode that it needs', async () => {
    const run = await runVitest('grid', {
      args: ['-t', 'config-aware > passive-replay > pipeline-typescript-small-2'],
    });
    expect(run.exitCode).toBe(0);
    expect(ran(run)).toEqual(['first suite config-aware passive-replay pipeline-typescript-small-2']);
    expect(run.results?.suites[0]).toMatchObject({
      results: [{ axes: { condition: 'passive-replay' } }],
      skipped: 23,
    });
  });

  test('-t runs a group case alone, with the episodes that it needs', async () => {
    const run = await runVitest('grid', { args: ['-t', 'follow-imports > passive-replay > mean'] });
    expect(run.exitCode).toBe(0);
    expect(ran(run)).toEqual(['first suite follow-imports passive-replay mean of 2 episodes']);
    expect(
      readdirSync(
        join(run.runDirectory, `episodes/first.eval.ts/${fileName('first suite')}/follow-imports`),
      ).toSorted(),
    ).toEqual(['construct-active-scratchpad', 'construct-passive-replay-scratchpad']);
  });

  test('--tags-filter runs the cases of a condition', async () => {
    const run = await runVitest('grid', { args: ['--tags-filter', 'passive-oracle'] });
    expect(run.exitCode).toBe(0);
    expect(ran(run).every((name) => name.includes(' passive-oracle '))).toBe(true);
    expect(ran(run)).toHaveLength(6);
  });
});

describe('episodes that do not finish', () => {
  let run: VitestRun;
  beforeAll(async () => {
    run = await runVitest('failing');
  });
  const suite = (name: string) => run.results?.suites.find((results) => results.suite === name);

  test('fail their case with the cause where infrastructure failed', () => {
    expect(messageOf(run, 'broken broken active pipeline-typescript-small-1')).toContain(
      'EpisodeFailedError: the episode failed (agent-error): Error: no such model',
    );
    expect(messageOf(run, 'broken broken passive-replay pipeline-typescript-small-1')).toContain('no such model');
  });

  test('point to the line of the agent that threw', () => {
    const message = messageOf(run, 'broken broken active pipeline-typescript-small-1');
    expect(message).toMatch(/Error: no such model/);
    expect(message).toMatch(/failing\.eval\.ts:\d+:\d+/);
    const line =
      readFileSync('fixtures/projects/failing/failing.eval.ts', 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('no such model')) + 1;
    expect(message).toContain(`failing.eval.ts:${line}:`);
  });

  test('are listed apart and are in no mean', () => {
    const flaky = episodesIn(suite('flaky'));
    expect(flaky.map(({ outcome, scores }) => [outcome.status, scores === null])).toEqual([
      ['failed', true],
      ['finished', false],
      ['finished', false],
    ]);
    const part = run.report.split(/^## /m).find((text) => text.startsWith('flaky')) ?? '';
    const finished = flaky.flatMap(({ scores }) => (scores ? [scores.dependency_f1] : []));
    const mean = finished.reduce((sum, f1) => sum + f1, 0) / finished.length;
    expect(part).toMatch(new RegExp(`\\| flaky +\\|[^|]+\\| +${mean.toFixed(3)} ±0\\.\\d+ 2/3 `));
    expect(part).toMatch(/### Episodes that did not finish\n[\s\S]*\| failed +\| flaky +\|.*provider unreachable/);
  });

  test('show finished / run in every cell of their row', () => {
    const part = run.report.split(/^## /m).find((text) => text.startsWith('flaky')) ?? '';
    const rows = part.split('\n').filter((line) => /^\| active +\| flaky/.test(line));
    expect(rows.length).toBeGreaterThanOrEqual(3);
    const [, ...cells] = (rows[0] ?? '').split('|').slice(2, -2);
    for (const cell of cells) expect(cell).toMatch(/ 2\/3 *$/);
  });

  test('keep their group from being judged', () => {
    expect(messageOf(run, 'flaky flaky active mean of 3 episodes')).toMatch(
      /the mean is not judged: 1 of 3 episodes failed/,
    );
  });

  test('are scored where the agent stopped by its own doing', () => {
    expect(statusOf(run, 'stopped refusing active pipeline-typescript-small-1')).toBe('passed');
    expect(episodesIn(suite('stopped')).map(({ outcome, scores }) => [outcome.status, scores?.dependency_f1])).toEqual([
      ['stopped', 0],
      ['stopped', 0],
    ]);
  });

  test('fail as timeouts when they take too long', () => {
    expect(statusOf(run, 'hanging hanging active pipeline-typescript-small-1')).toBe('failed');
    expect(suite('hanging')?.results[0]?.outcome).toMatchObject({ status: 'failed', kind: 'timeout' });
  });
});

describe('a retry', () => {
  let run: VitestRun;
  beforeAll(async () => {
    run = await runVitest('failing', { args: ['--retry=2', '-t', '^(flaky|low)'] });
  });
  const begun = (name: string) => {
    const lines = readFileSync(join(run.outputDirectory, 'begun.txt'), 'utf8').trim().split('\n');
    return lines.filter((line) => line.startsWith(name)).length;
  };

  test('runs a failed episode again', () => {
    expect(statusOf(run, 'flaky flaky active pipeline-typescript-small-1')).toBe('passed');
    expect(begun('flaky')).toBe(4);
  });

  test('reuses any other: there is no best of n', () => {
    expect(statusOf(run, 'low null active pipeline-typescript-small-1')).toBe('failed');
    expect(begun('null')).toBe(1);
  });
});

describe('mistakes in a grid', () => {
  let run: VitestRun;
  beforeAll(async () => {
    run = await runVitest('mistakes');
  });

  test('fail at collection with a line that says what to change, at the place of the mistake', () => {
    expect(run.exitCode).toBe(1);
    expect(run.output).toContain('GridError: describeEpisodes("nobody"): agents is empty: name at least one');
    expect(run.output).toContain('no-agents.eval.ts:3:1');
    expect(run.output).toContain(
      'GridError: describeEpisodes("same name"): the file has a suite of that name: give each its own',
    );
    expect(run.output).toContain('no tests');
  });
});

describe('the plugin', () => {
  test('leaves what the user set', async () => {
    const run = await runVitest('user-config');
    expect(run.exitCode).toBe(0);
    expect(ran(run)).toEqual(['the user’s settings stand']);
  });
});

describe('a killed run', () => {
  test('keeps what its episodes had', async () => {
    const run = await runVitest('failing', {
      args: ['-t', '^hanging', '--testTimeout=60000'],
      env: { TOCS_HANG: '1' },
      onSpawn: (child, directory) => {
        const timer = setInterval(() => {
          const [file] = globSync('runs/*/episodes/failing.eval.ts/hanging/**/*.jsonl', { cwd: directory });
          if (!file || readFileSync(join(directory, file), 'utf8').split('\n').length < 4) return;
          clearInterval(timer);
          killRun(child);
        }, 10);
      },
    });
    const file = join(
      run.runDirectory,
      'episodes/failing.eval.ts/hanging/hanging/construct-active-scratchpad/pipeline-typescript-small-1-1.jsonl',
    );
    const transcript = readTranscript(readFileSync(file, 'utf8'));
    expect(transcript.events.map(({ type }) => type)).toEqual(['action', 'action']);
    expect(transcript.outcome).toMatchObject({ status: 'failed', kind: 'interrupted' });
  });
});

describe('attacks on validity', () => {
  let run: VitestRun;
  beforeAll(async () => {
    run = await runVitest('attacks');
  });
  const episodesOf = (name: string) => episodesIn(run.results?.suites.find(({ suite }) => suite === name));

  test('an agent that never yields times out all the same, and is not averaged in', () => {
    expect(episodesOf('busy').map(({ outcome, scores }) => [outcome, scores])).toEqual([
      [{ status: 'failed', kind: 'timeout', message: 'the episode took longer than 300 ms' }, null],
    ]);
  });

  test('every case that timed out is listed as failed, also where others wait for its episode', () => {
    const outcomes = episodesOf('stuck').map(({ condition, outcome }) => [condition, outcome.status]);
    expect(outcomes).toEqual([
      ['active', 'failed'],
      ['active', 'failed'],
      ['passive-replay', 'failed'],
      ['passive-replay', 'failed'],
    ]);
  });

  test('an agent cannot change the record by changing what it is told', () => {
    for (const { scores } of episodesOf('meddling')) expect(scores).toMatchObject({ files_opened: 3, unique_files: 1 });
    expect(episodesOf('meddling')).toHaveLength(2);
  });

  test('a mean over the few codebases that have a value meets no threshold', () => {
    expect(messageOf(run, 'lucky lucky once active mean of 4 episodes')).toMatch(
      /steps_to_50_recall: wanted at most 5, got 0, the mean over 1 codebases, with no value on 3 of 4 codebases/,
    );
  });

  test('group cases start no more episodes at once than 16 beside those of the cases', async () => {
    const alone = await runVitest('attacks', { args: ['-t', '^many.*mean of'] });
    expect(alone.exitCode).toBe(0);
    const folder = join(alone.runDirectory, 'episodes/attacks.eval.ts/many');
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
    const most = texts.map((name) =>
      Number(/"uncertainty_summary":"(\d+)"/.exec(readFileSync(join(folder, name), 'utf8'))?.[1]),
    );
    expect(texts).toHaveLength(48);
    expect(Math.max(...most)).toBeLessThanOrEqual(16);
  });

  test('counts cases that were not run, in nested suites too', async () => {
    const one = await runVitest('attacks', { args: ['-t', 'meddling > active'] });
    expect(one.results?.suites[0]).toMatchObject({ suite: 'meddling', skipped: 1 });
  });
});
