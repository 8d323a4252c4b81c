import type { TypeName } from '../apis.ts';
import type { Blueprint } from '../blueprint.ts';
import type { Dialect } from '../dialect.ts';
import { recordType } from '../spelling.ts';

/** The package that holds all modules, e.g. `orders_pipeline`. */
export function packageName({ domain }: Blueprint): string {
  return `${domain.name}_pipeline`;
}

const TYPES: Readonly<Record<TypeName, string>> = {
  text: 'str',
  texts: 'list[str]',
  number: 'float',
  numbers: 'list[float]',
  flag: 'bool',
  table: 'dict[str, str]',
  counts: 'dict[str, float]',
  records: 'list[RECORD]',
  step: 'Step',
  journal: 'Journal',
  options: 'StageOptions',
  config: 'PipelineConfig',
  stage: 'Stage',
  stages: 'list[Stage]',
  result: 'RunResult',
};

/** Python 3.9 and later, with the standard library alone. */
export function pythonDialect(blueprint: Blueprint): Dialect {
  const root = packageName(blueprint);
  const typeText = (type: TypeName) => TYPES[type].replace('RECORD', recordType(blueprint));
  return {
    language: 'python',
    modulePath: (id) => `${root}/${id}.py`,
    folderPath: (folder) => `${root}/${folder}`,
    configFile: 'pipeline.json',
    boundaryTest: 'tests/test_boundaries.py',
    behaviourTest: 'tests/test_behaviour.py',
    functionName: (name) => name,
    typeText,
    returnText: (api) => typeText(api.returns),
  };
}
