import { type Blueprint, type Rule, unitOf } from '../../blueprint/blueprint.ts';
import { allIn } from '../../blueprint/expr.ts';
import { pointOf } from '../../blueprint/imports.ts';
import { BOUNDS } from '../config.ts';
import { camelCase } from '../names.ts';
import { placeOf } from '../places.ts';
import { sentenceOf } from '../rules.ts';
import { behindOf, measureOf } from '../tested.ts';
import type { Writer } from '../writer.ts';
import { expression, spelled } from './expressions.ts';

/** A module that is none of the codebase: tests know units by their own names. */
const OUTSIDE = '';

/** The tests that run code, with how much each gives. They import no module statically: tests are no modules of a truth. */
export function behaviourTest(blueprint: Blueprint): string {
  const imports = new Map<string, Set<string>>();
  const take = (from: string, name: string) => imports.set(from, (imports.get(from) ?? new Set()).add(name));
  for (const { run } of blueprint.tests)
    for (const e of allIn(run)) {
      if (e.k === 'call' || e.k === 'constant') take(e.ref.from, importName(blueprint, e.ref.unit));
      if (e.k === 'through') take(pointOf(blueprint, e.point).holder, camelCase(pointOf(blueprint, e.point).run));
      if (e.k === 'setUp') take(pointOf(blueprint, e.point).registrar, camelCase(pointOf(blueprint, e.point).setUp));
    }
  const lines = [...imports]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, names]) => `const { ${[...names].toSorted().join(', ')} } = await import('../src/${from}.ts');`);
  const tests = blueprint.tests.map(({ title, run, size }) => {
    const value = expression(blueprint, OUTSIDE, run);
    const measured = measureOf(blueprint, run) === 'size' ? `${value}.length` : value;
    return `test('${title}', () => {\n  const sample = data();\n  assert.equal(${measured}, ${size});\n});`;
  });
  return `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
${lines.join('\n')}

const data = () => JSON.parse(readFileSync(new URL('../${blueprint.files.data}', import.meta.url), 'utf8'));

${tests.join('\n\n')}
`;
}

function importName(blueprint: Blueprint, id: string): string {
  const unit = unitOf(blueprint, id);
  const [there, here] = [spelled(blueprint, unit.module, id), spelled(blueprint, OUTSIDE, id)];
  return there === here ? there : `${there}: ${here}`;
}

/** The tests that hold rules, by reading files. They import no module. */
export function rulesTest(blueprint: Blueprint, writer: Writer): string | null {
  const rules = blueprint.rules.filter(({ attested }) => attested.includes('test'));
  const bounds = blueprint.rules.some(({ attested }) => attested.includes('config'));
  if (rules.length === 0 && !bounds) return null;
  const tests = [
    ...rules.map(
      (rule) =>
        `test('${sentenceOf(rule, (at) => placeOf(blueprint, writer, at))}', () => {\n  ${assertion(blueprint, rule)}\n});`,
    ),
    ...(bounds
      ? [
          `test('imports stay within the bounds of the config', () => {\n  for (const bound of config().${camelCase(BOUNDS)}) apart(bound.in, bound.never);\n});`,
        ]
      : []),
  ];
  return `import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const config = () => JSON.parse(readFileSync(join(root, '${blueprint.files.config}'), 'utf8'));

function filesIn(place: string): string[] {
  const path = join(root, 'src', place);
  if (!existsSync(path)) return [\`\${path}.ts\`];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => join(path, name));
}

function importsIn(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/^(?:import|export) .*from '(\\.[^']+)';$|^import '(\\.[^']+)';$/gm);
  return [...found].map((match) => join(dirname(file), match[1] ?? match[2] ?? ''));
}

function apart(from: string, to: string): void {
  const forbidden = filesIn(to);
  for (const file of filesIn(from))
    assert.deepEqual(importsIn(file).filter((path) => path !== file && forbidden.includes(path)), [], file);
}

${
  rules.some(({ form }) => form === 'VALIDATION_CHAIN')
    ? `function ordered(names: string[], earlier: string, later: string): void {
  assert.ok(names.includes(earlier) && names.indexOf(earlier) < names.indexOf(later), names.join(', '));
}
`
    : ''
}
${tests.join('\n\n')}
`;
}

function assertion(blueprint: Blueprint, rule: Rule): string {
  switch (rule.form) {
    case 'FORBIDDEN_EDGE':
      return `apart('${rule.src}', '${rule.dst ?? ''}');`;
    case 'INTERFACE_ONLY':
      return behindOf(blueprint, rule)
        .map((part) => `apart('${rule.src}', '${part}');`)
        .join('\n  ');
    case 'NAMING_CONVENTION':
      return `for (const file of filesIn('${rule.src}')) assert.match(file, /[/\\\\]${(rule.pattern ?? '').replaceAll('*', '[^/\\\\]*')}\\.ts$/);`;
    case 'VALIDATION_CHAIN': {
      const point = blueprint.points.find(({ parts }) => parts.some(({ unit }) => unit.from === rule.src));
      return `ordered(config().${camelCase(point?.key ?? '')}, '${rule.src}', '${rule.dst}');`;
    }
  }
}
