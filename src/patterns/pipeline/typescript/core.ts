import { stageEntry } from '../blueprint.ts';
import type { Emission, Source, Taken } from '../emission.ts';
import { camelCase, recordType } from '../spelling.ts';

const ERROR_CLASS = `/** Something about the config or the data that the pipeline cannot work with. */
export class PipelineError extends Error {
  readonly name = 'PipelineError';
}`;

/** The shared types. */
export function emitTypes(emission: Emission): Source {
  const { domain } = emission.blueprint;
  const record = recordType(emission.blueprint);
  const fields = domain.fields.map(({ name, type, derived }) => {
    return `  ${name}${derived ? '?' : ''}: ${type === 'text' ? 'string' : 'number'};`;
  });
  return emission.module(
    'types',
    {},
    `
/** One ${domain.noun}. */
export interface ${record} {
${fields.join('\n')}
}

/** What the config says to a stage. */
export type StageOptions = Readonly<Record<string, number>>;

/** A call that waits to be made. */
export type Step = () => ${record}[];

/** What happened during a run. */
export interface Journal {
  lines: string[];
  counts: Record<string, number>;
}

/** What a run gives. */
export interface RunResult {
  records: ${record}[];
  journal: Journal;
}
`,
  );
}

export function emitErrors(emission: Emission): Source {
  return emission.module('errors', {}, ERROR_CLASS);
}

/** The abstract interface of stages. */
export function emitStageInterface(emission: Emission): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const template = `  /** Hands copies of the records to the stage's own process. */
  run(records: ${record}[]): ${record}[] {
    return this.process(records.map((record) => ({ ...record })));
  }

  protected abstract process(records: ${record}[]): ${record}[];`;
  const plain = `  /** Returns the records as they are after this stage. */
  abstract process(records: ${record}[]): ${record}[];`;
  return emission.module(
    'stage',
    { types: { types: [record, 'StageOptions'] } },
    `${blueprint.reexports ? `export type { ${record}, StageOptions } from './types.ts';\n` : ''}
export abstract class Stage {
  abstract readonly label: string;
  private readonly options: StageOptions;

  constructor(options: StageOptions) {
    this.options = options;
  }

${blueprint.template ? template : plain}

  protected option(name: string, fallback: number): number {
    return this.options[name] ?? fallback;
  }
}
`,
  );
}

export function emitConfig(emission: Emission): Source {
  const { loading, reading } = emission.blueprint;
  const byClass = reading === 'class';
  const check = `if (!Array.isArray(config.stages)) throw new PipelineError(\`\${path} names no stages\`);
  const modules = config.stages.map((entry) => entry.module);
  if (new Set(modules).size < modules.length) throw new PipelineError(\`\${path} names a stage twice\`);`;
  const config = byClass
    ? `/** The stages that a config file names. A file that names none, or one twice, is refused. */
export class PipelineConfig {
  readonly stages: StageEntry[];

  constructor(path: string) {
    const config = JSON.parse(readFileSync(path, 'utf8')) as { stages: StageEntry[] };
    ${check.replaceAll('\n', '\n  ')}
    this.stages = config.stages;
  }
}`
    : `export interface PipelineConfig {
  stages: StageEntry[];
}

/** Reads the config and refuses one that names no stage, or a stage twice. */
${emission.signature('config', 'load_config')} {
  const config = JSON.parse(readFileSync(path, 'utf8')) as PipelineConfig;
  ${check}
  return config;
}`;
  const body = `${emission.errors === 'config' ? `${ERROR_CLASS}\n\n` : ''}/** A stage as the config names it. */
export interface StageEntry {
  module: string;${loading === 'class' ? '\n  class: string;' : ''}
  options: ${byClass ? 'Readonly<Record<string, number>>' : 'StageOptions'};
}

${config}
`;
  const taken: Record<string, Taken> = {
    ...emission.errorImport('config'),
    ...(byClass ? {} : { types: { types: ['StageOptions'] } }),
  };
  return emission.module('config', taken, body, [], [`import { readFileSync } from 'node:fs';`]);
}

/** The registry: loads stages by dynamic import, by the names that the config gives. */
export function emitRegistry(emission: Emission): Source {
  const { loading, reading } = emission.blueprint;
  const byClass = loading === 'class';
  const options = reading === 'class' ? `StageEntry['options']` : 'StageOptions';
  const shape = byClass
    ? `type StageModule = Partial<Record<string, new (options: ${options}) => Stage>>;`
    : `interface StageModule {\n  createStage?: (options: ${options}) => Stage;\n}`;
  const make = byClass
    ? `    const StageClass = loaded[entry.class];
    if (!StageClass) throw new PipelineError(\`\${entry.module} has no class \${entry.class}\`);
    stages.push(new StageClass(entry.options));`
    : `    if (!loaded.createStage) throw new PipelineError(\`\${entry.module} makes no stage\`);
    stages.push(loaded.createStage(entry.options));`;
  const body = `
${shape}

/** Loads the stages that the config names. */
${emission.signature('registry', 'load_stages')} {
  const stages: Stage[] = [];
  for (const entry of config.stages) {
    const loaded = (await import(\`./stages/\${entry.module}.ts\`)) as StageModule;
${make}
  }
  return stages;
}
`;
  const config: Taken =
    emission.errors === 'config'
      ? { values: ['PipelineError'], types: ['PipelineConfig'] }
      : { types: reading === 'class' ? ['PipelineConfig', 'StageEntry'] : ['PipelineConfig'] };
  const taken: Record<string, Taken> = {
    ...emission.errorImport('registry'),
    config,
    stage: { types: ['Stage'] },
    ...(reading === 'class' ? {} : { types: { types: ['StageOptions'] } }),
  };
  return emission.module('registry', taken, body);
}

export function emitRunner(emission: Emission): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const call = `stage.${stageEntry(blueprint)}(batch)`;
  const wrapped = blueprint.middleware.reduce(
    (inner, { fn }) => `${camelCase(fn)}(stage.label, () => ${inner}, journal)`,
    call,
  );
  const body = `
/** Feeds what each stage returns to the next one. */
${emission.signature('runner', 'run_pipeline')} {
  const journal: Journal = { lines: [], counts: {} };
  let current: ${record}[] = records;
  for (const stage of await loadStages(config)) {
    const batch = current;
    current = ${wrapped};
  }
  return { records: current, journal };
}
`;
  const taken: Record<string, Taken> = {
    config: { types: ['PipelineConfig'] },
    registry: { values: ['loadStages'] },
    types: { types: ['Journal', record, 'RunResult'] },
  };
  for (const { id, fn } of blueprint.middleware) taken[id] = { values: [camelCase(fn)] };
  return emission.module('runner', taken, body, ['Loading is delegated to the registry.']);
}

export function emitCli(emission: Emission): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const adapters = blueprint.adapters.filter(({ byCli }) => byCli);
  const by = (who: string) => blueprint.formatters.filter((formatter) => formatter.by === who);
  const [run, inspect] = [by('run'), by('inspect')];
  const lines = (parts: string[]) => `print([${parts.map((part) => `...${part}`).join(', ')}]);`;
  const shown =
    run.length > 0
      ? run.map(({ fn }) => `${camelCase(fn)}(result.records)`)
      : ['result.records.map((record) => JSON.stringify(record))'];
  const looked = [...inspect, ...adapters].map(({ fn }) => `${camelCase(fn)}(records)`);
  const byClass = blueprint.reading === 'class';
  const read = byClass ? 'PipelineConfig' : 'loadConfig';
  const otherCommands = blueprint.inspects
    ? `else if (command === 'inspect') {
    ${lines(looked)}
  } else {
    throw new PipelineError(\`there is no command \${command}: use run or inspect\`);
  }`
    : `else {
    console.error(\`there is no command \${command}: use run\`);
    process.exitCode = 1;
  }`;
  const body = `
function pathOf(name: string): string {
  return fileURLToPath(new URL(\`../\${name}\`, import.meta.url));
}

function readRecords(path: string): ${record}[] {
  const lines = readFileSync(path, 'utf8').trim().split('\\n');
  return lines.map((line) => JSON.parse(line) as ${record});
}

function print(lines: string[]): void {
  for (const line of lines) console.log(line);
}

async function main([command = 'run', path = pathOf('data/sample.ndjson')]: string[]): Promise<void> {
  const records = readRecords(path);
  if (command === 'run') {
    const result = await runPipeline(records, ${byClass ? 'new ' : ''}${read}(pathOf('pipeline.json')));
    ${lines(shown)}
    print(result.journal.lines);
  } ${otherCommands}
}

await main(process.argv.slice(2));
`;
  const taken: Record<string, Taken> = {
    ...emission.errorImport('cli'),
    config: { values: emission.errors === 'config' ? [read, 'PipelineError'] : [read] },
    runner: { values: ['runPipeline'] },
    types: { types: [record] },
  };
  for (const { id, fn } of [...adapters, ...run, ...inspect]) taken[id] = { values: [camelCase(fn)] };
  const inspects = blueprint.inspects ? ', `inspect` shows single stages' : '';
  const hints = [`\`run\` delegates to the runner${inspects}.`];
  const node = [`import { readFileSync } from 'node:fs';`, `import { fileURLToPath } from 'node:url';`];
  return emission.module('cli', taken, body, hints, node);
}
