import {
  type Blueprint,
  type Callable,
  type Module,
  type ModuleId,
  type Type,
  type Unit,
  unitOf,
} from '../../blueprint/blueprint.ts';
import { allIn } from '../../blueprint/expr.ts';
import { expressionsOf, functionOf, importsOf } from '../../blueprint/imports.ts';
import { pascalCase } from '../names.ts';
import { saysUnits } from '../places.ts';
import { expression, spelled, statements } from './expressions.ts';
import { pointCode } from './points.ts';

/** The name under which a module knows the form of a row; its own is no export. */
function shapeName(blueprint: Blueprint, { id, shape }: Module): string {
  return 'own' in shape ? `_${pascalCase(shape.own)}` : spelled(blueprint, id, shape.unit);
}

export function typeText(blueprint: Blueprint, module: Module, type: Type): string {
  const row = shapeName(blueprint, module);
  switch (type) {
    case 'number':
      return 'int';
    case 'text':
      return 'str';
    case 'flag':
      return 'bool';
    case 'row':
      return row;
    case 'rows':
      return `list[${row}]`;
    case 'texts':
      return 'list[str]';
    case 'none':
      return 'None';
  }
}

/** The dotted name of a module. */
export function dotted({ files }: Blueprint, id: ModuleId): string {
  return `${files.package}.${id.replaceAll('/', '.')}`;
}

/** @param doc what its comment says */
export function moduleText(blueprint: Blueprint, module: Module, doc: string): string {
  const { id } = module;
  const units = blueprint.units.filter((unit) => unit.module === id);
  const { imports, blocks } = pointCode(blueprint, id, typeText(blueprint, module, 'rows'));
  const own = units.map((unit) => unitText(blueprint, module, unit));
  const entry = blueprint.entries.find(({ unit }) => unit.from === id);
  const library = new Set(imports);
  const body = [...own, ...blocks];
  if (entry) {
    library.add('import json').add('from pathlib import Path');
    body.push(runText(blueprint, module, unitOf(blueprint, entry.unit.unit)));
  }
  const text = body.join('\n');
  if (/\breduce\(/.test(text)) library.add('from functools import reduce');
  if (/@abstractmethod/.test(text)) library.add('from abc import ABC, abstractmethod');
  if (/\(TypedDict\)/.test(text)) library.add('from typing import TypedDict');
  const { lines, late } = importLines(blueprint, module);
  if (late.length > 0) library.add('from typing import TYPE_CHECKING');
  const shape =
    'own' in module.shape && new RegExp(`\\b${shapeName(blueprint, module)}\\b`).test(text)
      ? [`${shapeName(blueprint, module)} = dict[str, int | str]`]
      : [];
  const head = [
    ...(late.length > 0 ? ['from __future__ import annotations', ''] : []),
    ...[...library].toSorted(),
    ...(library.size > 0 && lines.length > 0 ? [''] : []),
    ...lines,
    ...(late.length > 0 ? ['', 'if TYPE_CHECKING:', ...late.map((line) => `    ${line}`)] : []),
  ].join('\n');
  const parts = [docstring(blueprint, doc, ''), head, ...shape].filter((part) => part !== '');
  return `${[parts.join('\n\n'), ...body].filter((part) => part !== '').join('\n\n\n')}\n`;
}

function docstring({ comments }: Blueprint, text: string, indent: string): string {
  return comments === 'none' || text === '' ? '' : `${indent}"""${text}"""`;
}

/** Import lines at the top, and those for types alone that would close a circle. */
function importLines(blueprint: Blueprint, module: Module): { lines: string[]; late: string[] } {
  const lines: string[] = [];
  const late: string[] = [];
  for (const { from, values, types, late: isLate } of importsOf(blueprint).get(module.id) ?? []) {
    const names = (of: readonly string[]) => of.map((name) => importName(blueprint, module.id, name)).toSorted();
    const line = (of: readonly string[]) => `from ${dotted(blueprint, from)} import ${names(of).join(', ')}`;
    if (!isLate) lines.push(line([...values, ...types]));
    else if (types.length > 0) late.push(line(types));
  }
  return { lines, late };
}

/** Imports inside of a function: what it uses of a module that would close a circle. */
function lateImports(blueprint: Blueprint, module: ModuleId, unit: Callable): string[] {
  const late = (importsOf(blueprint).get(module) ?? []).filter((one) => one.late);
  const used = new Set(
    expressionsOf(unit.body, unit.result).flatMap((root) =>
      [...allIn(root)].flatMap((e) => (e.k === 'constant' || e.k === 'call' ? [e.ref.unit] : [])),
    ),
  );
  return late.flatMap(({ from, values }) => {
    const names = values.filter((name) => used.has(name)).map((name) => importName(blueprint, module, name));
    return names.length > 0 ? [`from ${dotted(blueprint, from)} import ${names.join(', ')}`] : [];
  });
}

/** A name in an import: a function of a point has the name that the point gives it. */
function importName(blueprint: Blueprint, module: ModuleId, name: string): string {
  for (const point of blueprint.points) {
    if (name === functionOf(point, 'run')) return point.run;
    if (name === functionOf(point, 'add')) return point.add;
    if (name === functionOf(point, 'setUp')) return point.setUp;
  }
  const unit = unitOf(blueprint, name);
  const [there, here] = [spelled(blueprint, unit.module, name), spelled(blueprint, module, name)];
  return here === there ? here : `${there} as ${here}`;
}

function unitText(blueprint: Blueprint, module: Module, unit: Unit): string {
  const { id } = module;
  const name = spelled(blueprint, id, unit.id);
  const doc = (indent: string) => {
    const text = saysUnits(blueprint) ? docstring(blueprint, unit.doc, indent) : '';
    return text === '' ? [] : [text];
  };
  switch (unit.kind) {
    case 'constant':
      return `${name} = ${expression(blueprint, id, typeof unit.value === 'number' ? { k: 'number', value: unit.value } : { k: 'text', value: unit.value })}`;
    case 'shape':
      return [`class ${name}(TypedDict):`, ...doc('    '), ...fieldsOf(blueprint)].join('\n');
    case 'port':
      return [
        `class ${name}(ABC):`,
        ...doc('    '),
        ...(doc('').length > 0 ? [''] : []),
        '    @abstractmethod',
        `    def ${unit.method}(self, rows: ${typeText(blueprint, module, 'rows')}) -> ${typeText(blueprint, module, 'rows')}: ...`,
      ].join('\n');
    case 'failure':
      return [`class ${name}(Exception):`, ...(doc('').length > 0 ? doc('    ') : ['    pass'])].join('\n');
    case 'class':
      return [
        `class ${name}${unit.base ? `(${spelled(blueprint, id, unit.base.unit)})` : ''}:`,
        ...doc('    '),
        ...(doc('').length > 0 ? [''] : []),
        `    def ${unit.method}(self, ${signature(blueprint, module, unit).slice(1)}:`,
        ...bodyOf(blueprint, id, unit).map((line) => `        ${line}`),
      ].join('\n');
    case 'function':
      return [
        `def ${name}${signature(blueprint, module, unit)}:`,
        ...doc('    '),
        ...bodyOf(blueprint, id, unit).map((line) => `    ${line}`),
      ].join('\n');
  }
}

function bodyOf(blueprint: Blueprint, module: ModuleId, unit: Callable): string[] {
  return [...lateImports(blueprint, module, unit), ...statements(blueprint, module, unit.body, unit.result)];
}

/** The fields of a row, as members of a typed dictionary. */
function fieldsOf({ domain }: Blueprint): string[] {
  return [
    'id: str',
    ...domain.texts.map((name) => `${name}: str`),
    ...domain.numbers.map((name) => `${name}: int`),
  ].map((field) => `    ${field}`);
}

function signature(blueprint: Blueprint, module: Module, { params, returns }: Callable): string {
  const list = params.map(({ name, type }) => `${name}: ${typeText(blueprint, module, type)}`);
  return `(${list.join(', ')}) -> ${typeText(blueprint, module, returns)}`;
}

/** Runs the entry on the data, and prints what it gives, where the module is started itself. */
function runText(blueprint: Blueprint, module: Module, unit: Unit): string {
  const depth = module.id.split('/').length;
  return `if __name__ == "__main__":
    data = json.loads((Path(__file__).parents[${depth}] / "${blueprint.files.data}").read_text())
    for line in ${spelled(blueprint, module.id, unit.id)}(data):
        print(line)`;
}

/** What a module offers as the verifier of the language counts it: functions, classes, constants. */
export function exportsOf(blueprint: Blueprint, module: Module): string[] {
  const points = blueprint.points.flatMap((point) => [
    ...(point.holder === module.id ? [point.run] : []),
    ...(point.holder === module.id && point.registrar !== module.id && point.mechanism !== 'injected'
      ? [point.add]
      : []),
    ...(point.registrar === module.id && point.holder !== module.id && point.mechanism !== 'injected'
      ? [point.setUp]
      : []),
  ]);
  const own = blueprint.units
    .filter((unit) => unit.module === module.id)
    .map((unit) => spelled(blueprint, module.id, unit.id));
  return [...new Set([...own, ...points])];
}
