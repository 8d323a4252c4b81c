import type { Blueprint } from '../../blueprint/blueprint.ts';
import { configText, json } from '../config.ts';
import { architectureFiles, readmeText } from '../documents.ts';
import { pascalCase } from '../names.ts';
import { commentOf } from '../places.ts';
import type { Writer } from '../writer.ts';
import { dotted, exportsOf, moduleText, typeText } from './module.ts';
import { partType } from './points.ts';
import { behaviourTest, rulesTest } from './tests.ts';

const moduleOf = (blueprint: Blueprint, id: string) => {
  const module = blueprint.modules.find((one) => one.id === id);
  if (!module) throw new Error(`there is no module ${id}`);
  return module;
};

/** Folders of modules, with those around them. */
function foldersOf({ modules }: Blueprint): string[] {
  const folders = modules.flatMap(({ id }) => {
    const parts = id.split('/').slice(0, -1);
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  });
  return [...new Set(folders)].toSorted();
}

/** Python 3.9 and later, with nothing beside its own library. */
export const pythonWriter: Writer = {
  language: 'python',
  habits: { arity: 'strict', linking: 'in-order', countsFailedCalls: true, missingInTests: 'all' },
  path: ({ files }, id) => `${files.package}/${id}.py`,
  folder: ({ files }, folder) => (folder === '' ? files.package : `${files.package}/${folder}`),
  rulesTest: ({ files }) => `tests/test_${files.rules}.py`,
  config: ({ files }) => files.config,
  name: (words) => words,
  className: pascalCase,
  part: (blueprint, module, point) =>
    partType(blueprint, module, point, typeText(blueprint, moduleOf(blueprint, module), 'rows')),
  listOf: (part) => `list[${part}]`,
  packages(blueprint) {
    return ['', ...foldersOf(blueprint)].map((folder) => `${this.folder(blueprint, folder)}/__init__.py`);
  },
  type: (blueprint, module, type) => typeText(blueprint, moduleOf(blueprint, module), type),
  exports: (blueprint, id) => exportsOf(blueprint, moduleOf(blueprint, id)),
  write(blueprint) {
    const { files, entries, withTests } = blueprint;
    const config = configText(blueprint, (words) => words);
    const rules = withTests ? rulesTest(blueprint, this) : null;
    const commands = [
      ...entries.map(({ unit }) => `python3 -m ${dotted(blueprint, unit.from)}`),
      ...(withTests ? ['python3 -m unittest discover -s tests -t .'] : []),
    ];
    const folders = foldersOf(blueprint);
    return [
      ...blueprint.modules.map((module): [string, string] => [
        `${files.package}/${module.id}.py`,
        moduleText(blueprint, module, commentOf(blueprint, this, module)),
      ]),
      ...this.packages(blueprint).map((path): [string, string] => [path, '']),
      [files.data, json(blueprint.sample)],
      ...(config ? [[files.config, config] as [string, string]] : []),
      ...(withTests && blueprint.tests.length > 0
        ? [[`tests/test_${files.behaviour}.py`, behaviourTest(blueprint)] as [string, string]]
        : []),
      ...(rules ? [[this.rulesTest(blueprint), rules] as [string, string]] : []),
      ...(withTests ? [['tests/__init__.py', ''] as [string, string]] : []),
      ...architectureFiles(blueprint, this),
      [
        'README.md',
        readmeText(
          blueprint,
          files.title,
          commands,
          folders.map((folder) => `${files.package}/${folder}`),
        ),
      ],
    ];
  },
};
