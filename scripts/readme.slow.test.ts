import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packPackage, UserProject, vitestVersions } from '../fixtures/installed-package.ts';

/** A workflow of GitHub, as far as these tests read it. */
const Workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(z.object({ run: z.string().optional(), env: z.record(z.string(), z.string()).optional() })),
    }),
  ),
});

const ROOT = join(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The code blocks of the README by what stands after the fence. */
const blocks = [...readme.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  kind: match[1] as string,
  text: match[2] as string,
}));
const ofKind = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ text }) => text);

describe('as a user has it', () => {
  let project: UserProject;
  beforeAll(() => {
    project = new UserProject(packPackage(), vitestVersions().at(-1) as string);
    project.write('vitest.config.ts', ofKind('ts config')[0] ?? '');
    for (const [i, text] of ofKind('ts eval').entries()) project.write(`evals/readme-${i}.eval.ts`, text);
    for (const [i, text] of ofKind('ts models').entries()) project.write(`evals/models-${i}.eval.ts`, text);
    project.write('run.ts', ofKind('ts run')[0] ?? '');
    project.write(
      'belief.ts',
      `import { readBelief } from './use.ts';\n${ofKind('ts type')[0]}\nreadBelief({ components: {} } satisfies Belief);\n`,
    );
    project.write('use.ts', 'export function readBelief(_: object): void {}\n');
  }, 240_000);

  /** The report that the last lines of a run name. */
  const reportOf = (output: string) => {
    const [, path = ''] = /report {3}(\S+)\.html/.exec(output) ?? [];
    return project.read(`${path}.md`);
  };

  test('every eval file passes, in the config shown', () => {
    // As a user would: the baseline of the example is written once, and held from then on.
    expect(project.node('node_modules/vitest/vitest.mjs', 'run', '-u', 'readme').output).toMatch(
      /Baselines: \d+ written/,
    );
    const { status, output } = project.node('node_modules/vitest/vitest.mjs', 'run', 'readme');
    expect(reportOf(output)).toMatch(/follow-imports +\| +dependency_f1 +\| +held/);
    expect(output).toMatch(new RegExp(`Test Files +${ofKind('ts eval').length} passed`));
    expect(output).not.toMatch(/failed/);
    expect(status).toBe(0);
  });

  test('unit tests go on running beside evals, in one config and as two projects', () => {
    project.write(
      'sum.test.ts',
      "import { expect, test } from 'vitest';\ntest('adds', () => expect(1 + 1).toBe(2));\n",
    );
    const one = project.node('node_modules/vitest/vitest.mjs', 'run', 'sum');
    expect(one.output).toMatch(/Tests +1 passed/);
    project.write('two.config.ts', ofKind('ts config')[1] ?? '');
    const two = project.node('node_modules/vitest/vitest.mjs', 'run', '--config', 'two.config.ts', 'sum', 'readme-0');
    expect(two.output).toMatch(/Test Files +2 passed/);
    expect(two.status).toBe(0);
  });

  test('the eval file with models is collected, and says how many calls it could make', () => {
    const { output } = project.node(
      '--import',
      'data:text/javascript,process.env.TOCS_DRY_RUN="1"',
      'node_modules/vitest/vitest.mjs',
      'run',
      'models',
    );
    // 5 agents × 5 codebases × 4 conditions × 2 tracks × 3 trials
    expect(output).toMatch(/Dry run: 600 episodes, at most \d+ model calls/);
  });

  test('what the workflow runs in a pull request passes without keys', () => {
    const { jobs } = Workflow.parse(parse(ofKind('yaml workflow')[0] ?? ''));
    const step = jobs.replay?.steps.find(({ run }) => run?.startsWith('npx vitest'));
    expect(step?.env).toEqual({ TOCS_CALLS: 'replay' });
    const { status, stdout } = spawnSync(`${step?.run} readme`, {
      cwd: project.directory,
      shell: true,
      encoding: 'utf8',
      env: { ...process.env, ...step?.env, CI: 'true' },
    });
    expect(reportOf(stdout)).toMatch(/follow-imports +\| +dependency_f1 +\| +held/);
    expect(status).toBe(0);
    expect(readFileSync(join(project.directory, '.tocs/junit.xml'), 'utf8')).toContain('<property name="scores"');
  });

  test('every job of the workflow installs, and runs Vitest', () => {
    const { jobs } = Workflow.parse(parse(ofKind('yaml workflow')[0] ?? ''));
    expect(Object.keys(jobs)).toEqual(['replay', 'live']);
    for (const { steps } of Object.values(jobs)) {
      const commands = steps.flatMap(({ run }) => run ?? []);
      expect(commands[0]).toBe('npm ci');
      expect(commands[1]).toMatch(/^npx vitest run /);
    }
  });

  test('every eval file type-checks under strict', () => {
    project.write(
      'tsconfig.readme.json',
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { allowImportingTsExtensions: true },
        include: ['evals', 'vitest.config.ts', 'run.ts', 'belief.ts'],
      }),
    );
    expect(project.node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.readme.json')).toEqual({
      status: 0,
      output: '',
    });
  });

  test('the script without Vitest prints a score', () => {
    const { status, output } = project.node('run.ts');
    expect(output).toMatch(/^0\.\d+\n$/);
    expect(status).toBe(0);
  });

  test('the shell commands run', () => {
    const commands = (ofKind('sh')[1] ?? '').trim().split('\n');
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const { status, stderr } = spawnSync(command, { cwd: project.directory, shell: true, encoding: 'utf8' });
      expect(stderr.replace(/^npm warn.*\n/gm, '')).toBe('');
      expect(status).toBe(0);
    }
  });
});
