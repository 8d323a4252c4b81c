import { describe, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../../fixtures/run-vitest.ts';

const names = ({ cases }: VitestRun) =>
  cases.filter(({ status }) => status === 'passed' || status === 'failed').map(({ fullName }) => fullName);

describe('the revise phase in a grid', () => {
  test('runs alone, with the active episode that it needs, and has a tag', async () => {
    const alone = await runVitest('revise', {
      args: [
        'revise.eval',
        '-t',
        '^both phases > follow-imports > revise > boundary_breach real > pipeline-typescript-small-1',
      ],
    });
    expect(alone.exitCode).toBe(0);
    expect(names(alone)).toHaveLength(1);
    const tagged = await runVitest('revise', { args: ['revise.eval', '--tags-filter', 'revise'] });
    expect(names(tagged).every((name) => name.includes(' revise '))).toBe(true);
  });
});
