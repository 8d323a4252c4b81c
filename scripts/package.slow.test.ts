import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { packPackage, UserProject, vitestVersions } from '../fixtures/installed-package.ts';
import { Results } from '../reporters/results.ts';

let tarball = '';
beforeAll(() => {
  tarball = packPackage();
}, 120_000);

describe.each(vitestVersions())('installed beside vitest %s', (version) => {
  let project: UserProject;
  beforeAll(() => {
    project = new UserProject(tarball, version);
  }, 240_000);

  test('an eval file runs, and prints and writes its tables', () => {
    const { status, output } = project.node('node_modules/vitest/vitest.mjs', 'run');
    expect(output).toContain(`RUN  v${version}`);
    expect(output).toMatch(/Tests +16 passed \(16\)/);
    expect(status).toBe(0);
    expect(output).toMatch(/\ntocs {5}PASSED {3}16 cases: 16 passed/);
    const report = project.read('.tocs/latest/report.md');
    expect(report).toContain('### Active-Passive Gap');
    expect(report).toMatch(/published, on other codebases +\| Config-Aware +\|(?: +– \|)? +0\.577 ±0\.014/);
    const results = Results.parse(JSON.parse(project.read('.tocs/latest/results.json')));
    expect(results.suites[0]?.results).toHaveLength(8);
  });

  test('its types are those that a strict user sees', () => {
    expect(project.node('node_modules/typescript/bin/tsc', '-p', '.')).toEqual({ status: 0, output: '' });
  });

  test('a model whose SDK is not installed says what to install', () => {
    project.write(
      'model.ts',
      `import { generate, openai, runEpisode } from 'vitest-tocs';
const [codebase] = generate({ complexity: 'small', seeds: [1] });
const { outcome } = await runEpisode({ agent: openai('gpt', { apiKey: 'none' }), codebase: codebase!, condition: 'active' });
console.log(JSON.stringify(outcome));
`,
    );
    const { output } = project.node('model.ts');
    expect(JSON.parse(output)).toEqual({
      status: 'failed',
      kind: 'setup',
      message: 'the package openai is not installed: npm install --save-dev openai',
    });
  });

  test('the bin generates and verifies', () => {
    const tocs = 'node_modules/vitest-tocs/dist/tocs.js';
    expect(project.node(tocs, 'generate', '--complexity', 'small', '--seed', '1', '--out', 'code').status).toBe(0);
    const { status, output } = project.node(tocs, 'verify', 'code');
    expect(output).toMatch(/\nverified\n$/);
    expect(status).toBe(0);
  });
});

test('the package holds what is built and nothing of the sources or fixtures', () => {
  const files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  expect(files.filter((file) => !/^package\/(dist\/|package\.json|README\.md|LICENSE)/.test(file))).toEqual([]);
  expect(files).toContain('package/LICENSE');
});
