import { beforeAll, describe, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../../fixtures/run-vitest.ts';
import type { ExploitScores } from '../phases/exploit/scores.ts';

const names = ({ cases }: VitestRun) =>
  cases.filter(({ status }) => status === 'passed' || status === 'failed').map(({ fullName }) => fullName);

describe('the revise phase in a grid', () => {
  let run: VitestRun;
  beforeAll(async () => {
    run = await runVitest('revise', { args: ['revise.eval'] });
  });

  test('has a case for each kind of change, real and sham, and codebase', () => {
    expect(names(run)).toContain('both phases follow-imports revise boundary_breach real pipeline-typescript-small-2');
    expect(names(run)).toContain('both phases null revise interface_break sham pipeline-typescript-small-1');
    expect(names(run).filter((name) => / revise .* pipeline/.test(name) && name.startsWith('both'))).toHaveLength(16);
  });

  test('asks thresholds of the metrics that a phase has', () => {
    // A claimed gullibility has a value for shams alone: no real change is asked for it, and neither control believes.
    const failed = run.cases.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    expect(failed.length).toBe(8);
    for (const name of failed) expect(name).toMatch(/ sham pipeline/);
    expect(names(run)).toContain('both phases follow-imports revise boundary_breach sham mean of 2 episodes');
  });

  test('is reported apart from the episodes that it goes on from', () => {
    const [both, copies] = run.results?.suites ?? [];
    const of = (phase: string, suite = both) => suite?.results.filter((result) => result.phase === phase);
    expect(of('construct')).toHaveLength(4);
    expect(of('revise')).toHaveLength(16);
    expect(of('revise', copies)).toHaveLength(2);
    const part = run.report.split(/^## /m).find((text) => text.startsWith('both phases')) ?? '';
    expect(part).toContain('4 episodes, 16 revise phases');
    expect(part).toMatch(/### Revision\n[\s\S]*\| boundary_breach \| null /);
    expect(part).toMatch(/### Performance\n[\s\S]*\| active \| follow-imports \|/);
  });
});

describe('the exploit phase in a grid', () => {
  let run: VitestRun;
  beforeAll(async () => {
    run = await runVitest('revise', { args: ['exploit.eval'] });
  });

  test('asks after the active episode, and without the codebase having been seen', () => {
    expect(run.exitCode).toBe(0);
    expect(names(run)).toContain('questions oracle exploit explored pipeline-typescript-medium-1');
    expect(names(run)).toContain('questions answering exploit question-only pipeline-typescript-medium-2');
    const [suite] = run.results?.suites ?? [];
    const of = (phase: string) => suite?.results.filter((result) => result.phase === phase);
    expect(of('construct')).toHaveLength(6);
    expect(of('exploit')).toHaveLength(12);
    const accuracies = of('exploit')?.map(({ agent, axes, scores }) => [
      agent,
      axes.exploit,
      (scores as ExploitScores).exploit.accuracy,
    ]);
    expect(accuracies?.filter(([agent, exploit]) => agent === 'oracle' && exploit === 'explored')).toEqual([
      ['oracle', 'explored', 1],
      ['oracle', 'explored', 1],
    ]);
  });

  test('has a table with accuracy, prior and lift by form of invariant', () => {
    expect(run.report).toMatch(
      /### Constraints\n[\s\S]*\| all +\| oracle +\| +1\.000 \| +[01]\.\d{3} \| +\+[01]\.\d{3} \|/,
    );
    expect(run.report).toMatch(/\| VALIDATION_CHAIN +\| null /);
  });
});
