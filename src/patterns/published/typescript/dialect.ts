import type { TypeName } from '../apis.ts';
import type { Dialect } from '../dialect.ts';
import { camelCase, recordType } from '../spelling.ts';

const TYPES: Readonly<Record<TypeName, string>> = {
  text: 'string',
  texts: 'string[]',
  number: 'number',
  numbers: 'number[]',
  flag: 'boolean',
  table: 'Record<string, string>',
  counts: 'Record<string, number>',
  records: 'RECORD[]',
  step: 'Step',
  journal: 'Journal',
  options: 'StageOptions',
  config: 'PipelineConfig',
  stage: 'Stage',
  stages: 'Stage[]',
  result: 'RunResult',
};

/** TypeScript for Node: type stripping, no dependencies, `.ts` in specifiers. */
export const typescriptDialect: Dialect = {
  language: 'typescript',
  modulePath: (id) => `src/${id}.ts`,
  folderPath: (folder) => `src/${folder}`,
  configFile: 'pipeline.json',
  boundaryTest: 'tests/boundaries.test.ts',
  behaviourTest: 'tests/behaviour.test.ts',
  functionName: camelCase,
  typeText: (type, blueprint) => TYPES[type].replace('RECORD', recordType(blueprint)),
  returnText: (api, blueprint) => {
    const type = typescriptDialect.typeText(api.returns, blueprint);
    return api.loads ? `Promise<${type}>` : type;
  },
};
