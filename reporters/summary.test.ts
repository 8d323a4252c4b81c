import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Results } from './results.ts';
import { summaryLines } from './summary.ts';

const ENDING = {
  duration: 130_000,
  report: '.tocs/latest/report.html',
  run: '20261130-221604-77c1',
  limit: null,
  cap: null,
};
const EMPTY: Results = {
  format: 'vitest-tocs results',
  version: 2,
  package: '',
  status: 'complete',
  run: null,
  cases: [],
  errors: [],
  suites: [],
};

describe('the last lines of a run', () => {
  test('say that it failed where something failed beside its cases', () => {
    const lines = summaryLines({ ...EMPTY, errors: ['a.eval.ts: no such file'] }, ENDING);
    expect(lines[0]).toMatch(/^tocs {5}FAILED {3}0 cases/);
    expect(lines).toContain('failed   a.eval.ts: no such file');
  });

  test('say that it is incomplete, and the limit', () => {
    const lines = summaryLines(
      { ...EMPTY, status: 'incomplete' },
      { ...ENDING, limit: 'the limit of 20 calls is reached' },
    );
    expect(lines[0]).toMatch(/^tocs {5}INCOMPLETE/);
    expect(lines).toContain('limit    the limit of 20 calls is reached');
  });

  test('are at most 15, of at most 118 characters, whatever names and messages hold', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constantFrom('a\nb', 'x\ry\u2028z', '\u001b[2J', 'n'.repeat(400), '::error::x'),
    );
    const results = fc.array(
      fc.record({ suite: text, agent: text, file: text, project: text, warning: text, reason: text }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(results, fc.array(text, { maxLength: 5 }), text, (all, errors, limit) => {
        const made: Results = {
          ...EMPTY,
          errors,
          cases: all.map(({ project, file, suite, agent, reason }) => ({
            project,
            file,
            name: `${suite} > ${agent} > x`,
            state: 'failed',
            reason,
            thresholds: {},
          })),
          suites: all.map(({ suite, agent, file, project, warning }) => ({
            suite,
            project,
            file,
            skipped: 0,
            codebases: [],
            verdicts: [],
            results: [
              {
                phase: 'construct',
                agent,
                agent_config: '',
                prompt_hash: '',
                subject: { id: 's', hash: '' },
                trial: 1,
                axes: { condition: 'active', track: 'scratchpad' },
                set_up: {},
                suite,
                group: 'active',
                scope: 'active',
                codebase: null,
                outcome: { status: 'failed', kind: 'server', message: '' },
                usage: null,
                reading: { probes: 0, unread: 0, problems: {} },
                warnings: [warning],
                scores: null,
                transcript: '',
              },
            ],
          })),
        };
        const lines = summaryLines(made, { ...ENDING, limit });
        expect(lines.length).toBeLessThanOrEqual(15);
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(118);
          expect(line).not.toMatch(/[^\P{Cc}\t]/u);
        }
      }),
    );
  });
});
