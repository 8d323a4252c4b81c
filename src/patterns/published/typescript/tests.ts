import { type Blueprint, stageEntry } from '../blueprint.ts';
import { camelCase, recordType } from '../spelling.ts';
import { testedInvariants } from '../tested-invariants.ts';
import { typescriptDialect } from './dialect.ts';

const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
const title = (description: string) =>
  quote(description.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase()));

/** The test that asserts the boundary rules and naming conventions, by reading files. It imports no module. */
export function writeBoundaryTest(blueprint: Blueprint): string {
  const { boundaries, namings } = testedInvariants(blueprint);
  const rules = boundaries.map(({ description, src, dst }) => {
    const target = dst === null ? 'undefined' : quote(dst);
    return `test(${title(description)}, () => {\n  assertNoImport(${quote(src)}, ${target});\n});`;
  });
  const names = namings.map(({ description, folder }) => {
    const check =
      folder === 'stages'
        ? `for (const file of filesOf('stages')) assert.match(file, /mod_[a-h]\\.ts$/);`
        : `for (const file of filesOf('middleware')) assert.match(readFileSync(file, 'utf8'), /export function with[A-Z]/);`;
    return `test(${title(description)}, () => {\n  ${check}\n});`;
  });
  return `import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '..', 'src');

/** The files of a folder, or the one file of a module. */
function filesOf(place: string): string[] {
  const folder = join(SOURCE, place);
  if (!statSync(folder, { throwIfNoEntry: false })) return [\`\${folder}.ts\`];
  return readdirSync(folder).map((name) => join(folder, name));
}

/** The files that a file imports. */
function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/^import .* from '(\\.[^']+)';$/gm);
  return [...specifiers].map((match) => join(dirname(file), match[1] ?? ''));
}

function assertNoImport(from: string, to?: string): void {
  const forbidden = to === undefined ? undefined : filesOf(to);
  for (const file of filesOf(from)) {
    const found = importsOf(file).filter((target) => forbidden?.includes(target) ?? true);
    assert.deepEqual(found, [], \`\${file} imports \${found.join(', ')}\`);
  }
}

${[...rules, ...names].join('\n\n')}
`;
}

/** The test that runs the code: stages by way of the registry, and every adapter. */
export function writeBehaviourTest(blueprint: Blueprint): string {
  const record = recordType(blueprint);
  const chains = testedInvariants(blueprint).chains.map(
    ({ description, earlier, later }) =>
      `test(${title(description)}, () => {\n  assert.ok(modules.indexOf(${quote(earlier)}) < modules.indexOf(${quote(later)}));\n});`,
  );
  const previews = blueprint.adapters.map(
    ({ id, fn }) => `test('${camelCase(fn)} shows records', async () => {
  const { ${camelCase(fn)} } = await import('../${typescriptDialect.modulePath(id)}');
  assert.ok(${camelCase(fn)}(sample()).length > 0);
});`,
  );
  return `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

type ${record} = import('../src/types.ts').${record};

const ROOT = join(import.meta.dirname, '..');
const CONFIG = join(ROOT, 'pipeline.json');
const modules = (JSON.parse(readFileSync(CONFIG, 'utf8')) as { stages: { module: string }[] }).stages.map(({ module }) => module);

/** Fresh records on every call. */
function sample(): ${record}[] {
  const lines = readFileSync(join(ROOT, 'data/sample.ndjson'), 'utf8').trim().split('\\n');
  return lines.map((line) => JSON.parse(line) as ${record});
}

test('the config names no stage twice', () => {
  assert.equal(new Set(modules).size, modules.length);
});

test('some records live through the last stage', async () => {
  const { PipelineConfig } = await import('../src/config.ts');
  const { runPipeline } = await import('../src/runner.ts');
  const { records } = await runPipeline(sample(), new PipelineConfig(CONFIG));
  assert.ok(records.length > 0);
});

test('stages leave the records that they are given as they were', async () => {
  const { PipelineConfig } = await import('../src/config.ts');
  const { loadStages } = await import('../src/registry.ts');
  for (const stage of await loadStages(new PipelineConfig(CONFIG))) {
    const records = sample();
    stage.${stageEntry(blueprint)}(records);
    assert.deepEqual(records, sample());
  }
});

test('stages run in the order in which the config names them', async () => {
  const { PipelineConfig } = await import('../src/config.ts');
  const { loadStages } = await import('../src/registry.ts');
  const { runPipeline } = await import('../src/runner.ts');
  const config = new PipelineConfig(CONFIG);
  const stages = await loadStages(config);
  assert.deepEqual(
    stages.map((stage) => stage.label),
    [${blueprint.stages.map(({ stage }) => quote(stage.key.replaceAll('_', ' '))).join(', ')}],
  );
  let records = sample();
  for (const stage of stages) records = stage.${stageEntry(blueprint)}(records);
  assert.deepEqual((await runPipeline(sample(), config)).records, records);
});

${[...chains, ...previews].join('\n\n')}
`;
}
