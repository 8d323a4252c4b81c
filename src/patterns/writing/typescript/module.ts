import {
  type Blueprint,
  type Callable,
  type Module,
  type ModuleId,
  type Type,
  type Unit,
  unitOf,
} from '../../blueprint/blueprint.ts';
import { functionOf, importsOf } from '../../blueprint/imports.ts';
import { camelCase, pascalCase } from '../names.ts';
import { saysUnits } from '../places.ts';
import { expression, spelled, statements } from './expressions.ts';
import { pointCode, upFrom } from './points.ts';

/** The name under which a module knows the form of a row. */
function shapeName(blueprint: Blueprint, { id, shape }: Module): string {
  return 'own' in shape ? pascalCase(shape.own) : spelled(blueprint, id, shape.unit);
}

export function typeText(blueprint: Blueprint, module: Module, type: Type): string {
  const row = shapeName(blueprint, module);
  switch (type) {
    case 'number':
      return 'number';
    case 'text':
      return 'string';
    case 'flag':
      return 'boolean';
    case 'row':
      return row;
    case 'rows':
      return `${row}[]`;
    case 'texts':
      return 'string[]';
    case 'none':
      return 'void';
  }
}

/** The fields of a row, as members of an interface. */
function fieldsOf({ domain }: Blueprint): string {
  const fields = [
    'id: string',
    ...domain.texts.map((name) => `${name}: string`),
    ...domain.numbers.map((name) => `${name}: number`),
  ];
  return fields.map((field) => `  ${field};`).join('\n');
}

/** @param doc what its comment says */
export function moduleText(blueprint: Blueprint, module: Module, doc: string): string {
  const { id } = module;
  const units = blueprint.units.filter((unit) => unit.module === id);
  const rows = typeText(blueprint, module, 'rows');
  const { node, lines } = pointCode(blueprint, id, rows);
  const body = [...units.map((unit) => unitText(blueprint, module, unit)), lines.join('\n').trim()].filter(Boolean);
  const entry = blueprint.entries.find(({ unit }) => unit.from === id);
  const nodeImports = new Map(node);
  if (entry) {
    nodeImports.set('node:fs', [...new Set([...(node.get('node:fs') ?? []), 'readFileSync'])].toSorted());
    nodeImports.set('node:url', ['fileURLToPath']);
    body.push(runText(blueprint, module, unitOf(blueprint, entry.unit.unit)));
  }
  const own =
    'own' in module.shape && body.some((text) => new RegExp(`\\b${shapeName(blueprint, module)}\\b`).test(text))
      ? [`interface ${shapeName(blueprint, module)} {\n${fieldsOf(blueprint)}\n}`]
      : [];
  const imports = [
    ...[...nodeImports]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => `import { ${names.join(', ')} } from '${from}';`),
    ...importLines(blueprint, module),
  ];
  const passed = module.reexports.length > 0 ? [reexportLines(blueprint, module)] : [];
  const text = [comment(blueprint, doc), imports.join('\n'), passed.join('\n'), ...own, ...body];
  const whole = text.filter((part) => part !== '').join('\n\n');
  return `${whole}${/^(import|export) /m.test(whole) ? '' : '\n\nexport {};'}\n`;
}

function comment({ comments }: Blueprint, text: string): string {
  return comments === 'none' || text === '' ? '' : `/** ${text} */`;
}

function specifier(from: ModuleId, to: ModuleId): string {
  return `${upFrom(from)}${to}.ts`;
}

function importLines(blueprint: Blueprint, module: Module): string[] {
  const passed = new Set(module.reexports.map(({ unit }) => unit));
  return (importsOf(blueprint).get(module.id) ?? []).flatMap(({ from, values, types }) => {
    const named = values.filter((name) => !passed.has(name)).map((name) => importName(blueprint, module.id, name));
    const typeNames = types.map((name) => importName(blueprint, module.id, name));
    if (named.length === 0 && typeNames.length === 0) return [];
    if (named.length === 0) return [`import type { ${typeNames.join(', ')} } from '${specifier(module.id, from)}';`];
    const names = [...named, ...typeNames.map((name) => `type ${name}`)];
    return [`import { ${names.join(', ')} } from '${specifier(module.id, from)}';`];
  });
}

/** A name in an import: a function of a point has the name that the point gives it. */
function importName(blueprint: Blueprint, module: ModuleId, name: string): string {
  for (const point of blueprint.points) {
    if (name === functionOf(point, 'run')) return camelCase(point.run);
    if (name === functionOf(point, 'add')) return camelCase(point.add);
    if (name === functionOf(point, 'setUp')) return camelCase(point.setUp);
  }
  const unit = unitOf(blueprint, name);
  const here = spelled(blueprint, module, name);
  const there = spelled(blueprint, unit.module, name);
  return here === there ? here : `${there} as ${here}`;
}

function reexportLines(blueprint: Blueprint, module: Module): string {
  const by = Map.groupBy(module.reexports, ({ from }) => from);
  return [...by]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, refs]) => {
      const names = refs.map(({ unit }) => {
        const one = unitOf(blueprint, unit);
        const there = spelled(blueprint, one.module, unit);
        return one.kind === 'shape' ? `type ${there}` : there;
      });
      return `export { ${[...new Set(names)].toSorted().join(', ')} } from '${specifier(module.id, from)}';`;
    })
    .join('\n');
}

function unitText(blueprint: Blueprint, module: Module, unit: Unit): string {
  const { id } = module;
  const name = spelled(blueprint, id, unit.id);
  const doc = saysUnits(blueprint) ? comment(blueprint, unit.doc) : '';
  const head = doc === '' ? '' : `${doc}\n`;
  switch (unit.kind) {
    case 'constant':
      return `${head}export const ${name} = ${expression(blueprint, id, typeof unit.value === 'number' ? { k: 'number', value: unit.value } : { k: 'text', value: unit.value })};`;
    case 'shape':
      return `${head}export interface ${name} {\n${fieldsOf(blueprint)}\n}`;
    case 'port':
      return `${head}export abstract class ${name} {\n  abstract ${camelCase(unit.method)}(rows: ${typeText(blueprint, module, 'rows')}): ${typeText(blueprint, module, 'rows')};\n}`;
    case 'failure':
      return `${head}export class ${name} extends Error {\n  override name = '${name}';\n}`;
    case 'class': {
      const base = unit.base ? ` extends ${spelled(blueprint, id, unit.base.unit)}` : '';
      const override = unit.base ? 'override ' : '';
      return `${head}export class ${name}${base} {\n  ${override}${camelCase(unit.method ?? '')}${signature(blueprint, module, unit)} {\n${lines(blueprint, id, unit, '    ')}\n  }\n}`;
    }
    case 'function':
      return `${head}export function ${name}${signature(blueprint, module, unit)} {\n${lines(blueprint, id, unit, '  ')}\n}`;
  }
}

function signature(blueprint: Blueprint, module: Module, { params, returns }: Callable): string {
  const list = params.map(({ name, type }) => `${camelCase(name)}: ${typeText(blueprint, module, type)}`);
  return `(${list.join(', ')}): ${typeText(blueprint, module, returns)}`;
}

function lines(blueprint: Blueprint, module: ModuleId, { body, result }: Callable, indent: string): string {
  return statements(blueprint, module, body, result)
    .map((line) => `${indent}${line}`)
    .join('\n');
}

/** Runs the entry on the data, and prints what it gives, where the file is started itself. */
function runText(blueprint: Blueprint, module: Module, unit: Unit): string {
  const up = `../${upFrom(module.id) === './' ? '' : upFrom(module.id)}`;
  return [
    'if (process.argv[1] === fileURLToPath(import.meta.url)) {',
    `  const data = JSON.parse(readFileSync(new URL('${up}${blueprint.files.data}', import.meta.url), 'utf8')) as ${typeText(blueprint, module, 'rows')};`,
    `  for (const line of ${spelled(blueprint, module.id, unit.id)}(data)) console.log(line);`,
    '}',
  ].join('\n');
}

/** All exports of a module. */
export function exportsOf(blueprint: Blueprint, module: Module): string[] {
  const points = blueprint.points.flatMap((point) => [
    ...(point.holder === module.id ? [camelCase(point.run)] : []),
    ...(point.holder === module.id && point.registrar !== module.id && point.mechanism !== 'injected'
      ? [camelCase(point.add)]
      : []),
    ...(point.registrar === module.id && point.holder !== module.id && point.mechanism !== 'injected'
      ? [camelCase(point.setUp)]
      : []),
  ]);
  const own = blueprint.units
    .filter((unit) => unit.module === module.id)
    .map((unit) => spelled(blueprint, module.id, unit.id));
  const passed = module.reexports.map(({ unit }) => spelled(blueprint, unitOf(blueprint, unit).module, unit));
  return [...new Set([...own, ...points, ...passed])];
}
