import type { Blueprint } from '../../blueprint/blueprint.ts';
import { configText, json } from '../config.ts';
import { architectureFiles, readmeText } from '../documents.ts';
import { camelCase, pascalCase } from '../names.ts';
import { commentOf } from '../places.ts';
import type { Writer } from '../writer.ts';
import { exportsOf, moduleText, typeText } from './module.ts';
import { listOfParts, partType } from './points.ts';
import { behaviourTest, rulesTest } from './tests.ts';
import { TSCONFIG } from './tsconfig.ts';

const moduleOf = (blueprint: Blueprint, id: string) => {
  const module = blueprint.modules.find((one) => one.id === id);
  if (!module) throw new Error(`there is no module ${id}`);
  return module;
};

/** TypeScript for Node: types are stripped, there are no dependencies, specifiers end in `.ts`. */
export const typescriptWriter: Writer = {
  language: 'typescript',
  habits: { arity: 'loose', linking: 'ahead', countsFailedCalls: false, missingInTests: 'call' },
  path: (_, id) => `src/${id}.ts`,
  folder: (_, folder) => (folder === '' ? 'src' : `src/${folder}`),
  rulesTest: ({ files }) => `tests/${files.rules}.test.ts`,
  config: ({ files }) => files.config,
  name: camelCase,
  className: pascalCase,
  part: (blueprint, module, point) =>
    partType(blueprint, module, point, typeText(blueprint, moduleOf(blueprint, module), 'rows')),
  listOf: listOfParts,
  packages: () => [],
  type: (blueprint, module, type) => typeText(blueprint, moduleOf(blueprint, module), type),
  exports: (blueprint, id) => exportsOf(blueprint, moduleOf(blueprint, id)),
  write(blueprint) {
    const { files, entries, withTests } = blueprint;
    const config = configText(blueprint, camelCase);
    const rules = withTests ? rulesTest(blueprint, this) : null;
    const scripts = {
      ...Object.fromEntries(entries.map(({ command, unit }) => [command, `node src/${unit.from}.ts`])),
      ...(withTests ? { test: 'node --test tests/*.test.ts' } : {}),
    };
    const commands = Object.keys(scripts).map((name) => `npm run ${name}`);
    const folders = [...new Set(blueprint.modules.map(({ id }) => id.split('/').slice(0, -1).join('/')))];
    return [
      ...blueprint.modules.map((module): [string, string] => [
        `src/${module.id}.ts`,
        moduleText(blueprint, module, commentOf(blueprint, this, module)),
      ]),
      [files.data, json(blueprint.sample)],
      ...(config ? [[files.config, config] as [string, string]] : []),
      ...(withTests && blueprint.tests.length > 0
        ? [[`tests/${files.behaviour}.test.ts`, behaviourTest(blueprint)] as [string, string]]
        : []),
      ...(rules ? [[this.rulesTest(blueprint), rules] as [string, string]] : []),
      ['package.json', json({ name: files.title, private: true, type: 'module', scripts })],
      ['tsconfig.json', TSCONFIG],
      ...architectureFiles(blueprint, this),
      [
        'README.md',
        readmeText(
          blueprint,
          files.title,
          commands,
          folders.filter(Boolean).map((folder) => `src/${folder}`),
        ),
      ],
    ];
  },
};
