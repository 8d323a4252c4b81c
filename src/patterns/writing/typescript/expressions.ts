import { type Blueprint, type ModuleId, type Statement, unitOf } from '../../blueprint/blueprint.ts';
import type { Expr } from '../../blueprint/expr.ts';
import { pointOf } from '../../blueprint/imports.ts';
import { camelCase, isType, pascalCase, wordsIn } from '../names.ts';

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A unit as a module spells it. */
export function spelled(blueprint: Blueprint, module: ModuleId, id: string): string {
  const unit = unitOf(blueprint, id);
  const words = wordsIn(blueprint, module, id);
  if (unit.kind === 'constant') return words.toUpperCase();
  return isType(unit) ? pascalCase(words) : camelCase(words);
}

/** An expression as TypeScript, in a module. */
export function expression(blueprint: Blueprint, module: ModuleId, root: Expr): string {
  const x = (e: Expr): string => {
    switch (e.k) {
      case 'number':
        return String(e.value);
      case 'text':
        return quote(e.value);
      case 'texts':
        return `[${e.values.map(quote).join(', ')}]`;
      case 'var':
        return camelCase(e.name);
      case 'field':
        return `${x(e.of)}.${camelCase(e.name)}`;
      case 'binary':
        return `${operand(e.left)} ${e.op} ${operand(e.right)}`;
      case 'rest':
        return `${operand(e.of)} % ${e.by}`;
      case 'extreme':
        return `Math.${e.which}(${x(e.left)}, ${x(e.right)})`;
      case 'compare':
        return `${operand(e.left)} ${e.op === '=' ? '===' : e.op} ${operand(e.right)}`;
      case 'both':
        return `${x(e.left)} && ${x(e.right)}`;
      case 'choose':
        return `${x(e.when)} ? ${x(e.yes)} : ${x(e.no)}`;
      case 'concat':
        return `\`${e.parts.map((part) => (part.k === 'text' ? part.value.replaceAll('`', '\\`') : `\${${x(part)}}`)).join('')}\``;
      case 'letters':
        return `${operand(e.of)}.${e.as === 'upper' ? 'toUpperCase' : 'toLowerCase'}()`;
      case 'cut':
        return `${operand(e.of)}.slice(0, ${e.length})`;
      case 'constant':
        return spelled(blueprint, module, e.ref.unit);
      case 'call': {
        const unit = unitOf(blueprint, e.ref.unit);
        const name = spelled(blueprint, module, e.ref.unit);
        const args = e.args.map(x).join(', ');
        return unit.kind === 'class' ? `new ${name}().${camelCase(unit.method ?? '')}(${args})` : `${name}(${args})`;
      }
      case 'each':
        return `${operand(e.of)}.map((${camelCase(e.as)}) => ({ ...${camelCase(e.as)}, ${camelCase(e.field)}: ${x(e.value)} }))`;
      case 'keep':
        return `${operand(e.of)}.filter((${camelCase(e.as)}) => ${x(e.when)})`;
      case 'sort': {
        const field = camelCase(e.by);
        const [a, b] = e.descending ? ['b', 'a'] : ['a', 'b'];
        return `${operand(e.of)}.toSorted((a, b) => ${a}.${field} - ${b}.${field})`;
      }
      case 'first':
        return `${operand(e.of)}.slice(0, ${x(e.count)})`;
      case 'only':
        return `[${x(e.of)}]`;
      case 'sum':
        return `${operand(e.of)}.reduce((total, ${camelCase(e.as)}) => total + ${operand(e.value)}, 0)`;
      case 'size':
        return `${operand(e.of)}.length`;
      case 'lines':
        return `${operand(e.of)}.map((${camelCase(e.as)}) => ${x(e.value)})`;
      case 'joined':
        return `[...${x(e.left)}, ...${x(e.right)}]`;
      case 'fold':
        return `${operand(e.over)}.reduce((${camelCase(e.name)}, ${camelCase(e.as)}) => ${x(e.value)}, ${x(e.of)})`;
      case 'through': {
        const point = pointOf(blueprint, e.point);
        const args = [...(e.key ? [e.key] : []), e.of].map(x);
        if (point.mechanism === 'injected') args.push(`[${partsOf(blueprint, module, point.id).join(', ')}]`);
        return `${camelCase(point.run)}(${args.join(', ')})`;
      }
      case 'setUp':
        return `${camelCase(pointOf(blueprint, e.point).setUp)}()`;
    }
  };
  const operand = (e: Expr): string =>
    ['binary', 'rest', 'compare', 'both', 'choose'].includes(e.k) ? `(${x(e)})` : x(e);
  return x(root);
}

/** The parts of a point as values: functions, or objects of their classes. */
export function partsOf(blueprint: Blueprint, module: ModuleId, id: string): string[] {
  const { parts, form } = pointOf(blueprint, id);
  return parts.map(({ unit }) => {
    const name = spelled(blueprint, module, unit.unit);
    return form === 'class' ? `new ${name}()` : name;
  });
}

/** Statements of a body, a line each. */
export function statements(
  blueprint: Blueprint,
  module: ModuleId,
  body: readonly Statement[],
  result: Expr | null,
): string[] {
  const x = (e: Expr) => expression(blueprint, module, e);
  const changed = new Set(body.flatMap((one) => (one.kind === 'let' && one.again ? [one.name] : [])));
  return [
    ...body.map((one) => {
      if (one.kind === 'do') return `${x(one.value)};`;
      if (one.kind === 'refuse')
        return `if (${x(one.when)}) throw new ${spelled(blueprint, module, one.error.unit)}(${quote(one.message)});`;
      const start = one.again ? '' : changed.has(one.name) ? 'let ' : 'const ';
      return `${start}${camelCase(one.name)} = ${x(one.value)};`;
    }),
    ...(result ? [`return ${x(result)};`] : []),
  ];
}
