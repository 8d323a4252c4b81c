import { stageEntry } from '../blueprint.ts';
import type { Emission, Source, Taken } from '../emission.ts';
import { camelCase, recordType } from '../spelling.ts';

const ERROR_CLASS = `/** Something about the config or the data that the pipeline cannot work with. */
export class PipelineError extends Error {
  readonly name = 'PipelineError';
}`;

/** What a module takes that raises errors of the codebase. */
const ERRORS = { errors: { values: ['PipelineError'] } };

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
    `
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
  const { loading } = emission.blueprint;
  const body = `/** A stage as the config names it. */
export interface StageEntry {
  module: string;${loading === 'class' ? '\n  class: string;' : ''}
  options: Readonly<Record<string, number>>;
}

/** The stages that a config file names. A file that names none, or one twice, is refused. */
export class PipelineConfig {
  readonly stages: StageEntry[];

  constructor(path: string) {
    const config = JSON.parse(readFileSync(path, 'utf8')) as { stages: StageEntry[] };
    if (!Array.isArray(config.stages)) throw new PipelineError(\`\${path} names no stages\`);
    const modules = config.stages.map((entry) => entry.module);
    if (new Set(modules).size < modules.length) throw new PipelineError(\`\${path} names a stage twice\`);
    this.stages = config.stages;
  }
}
`;
  return emission.module('config', ERRORS, body, [], [`import { readFileSync } from 'node:fs';`]);
}

/** The registry: loads stages by dynamic import, by the names that the config gives. */
export function emitRegistry(emission: Emission): Source {
  const byClass = emission.blueprint.loading === 'class';
  const options = `StageEntry['options']`;
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
  const taken: Record<string, Taken> = {
    ...ERRORS,
    config: { types: ['PipelineConfig', 'StageEntry'] },
    stage: { types: ['Stage'] },
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
    const result = await runPipeline(records, new PipelineConfig(pathOf('pipeline.json')));
    print([...result.records.map((record) => JSON.stringify(record))]);
    print(result.journal.lines);
  } else {
    console.error(\`there is no command \${command}: use run\`);
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
`;
  const taken: Record<string, Taken> = {
    config: { values: ['PipelineConfig'] },
    runner: { values: ['runPipeline'] },
    types: { types: [record] },
  };
  const node = [`import { readFileSync } from 'node:fs';`, `import { fileURLToPath } from 'node:url';`];
  return emission.module('cli', taken, body, ['`run` delegates to the runner.'], node);
}
