import { type Blueprint, type ModuleId, type Statement, unitOf } from '../../blueprint/blueprint.ts';
import type { Expr } from '../../blueprint/expr.ts';
import { pointOf } from '../../blueprint/imports.ts';
import { isType, pascalCase, wordsIn } from '../names.ts';

const quote = (text: string) => JSON.stringify(text);

/** A unit as a module spells it. */
export function spelled(blueprint: Blueprint, module: ModuleId, id: string): string {
  const unit = unitOf(blueprint, id);
  const words = wordsIn(blueprint, module, id);
  if (unit.kind === 'constant') return words.toUpperCase();
  return isType(unit) ? pascalCase(words) : words;
}

/** An expression as Python, in a module. */
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
        return e.name;
      case 'field':
        return `${operand(e.of)}["${e.name}"]`;
      case 'binary':
        return `${operand(e.left)} ${e.op} ${operand(e.right)}`;
      case 'rest':
        return `${operand(e.of)} % ${e.by}`;
      case 'extreme':
        return `${e.which}(${x(e.left)}, ${x(e.right)})`;
      case 'compare':
        return `${operand(e.left)} ${e.op === '=' ? '==' : e.op} ${operand(e.right)}`;
      case 'both':
        return `${x(e.left)} and ${x(e.right)}`;
      case 'choose':
        return `${x(e.yes)} if ${x(e.when)} else ${x(e.no)}`;
      case 'concat':
        return e.parts.map((part) => (part.k === 'text' ? quote(part.value) : `str(${x(part)})`)).join(' + ');
      case 'letters':
        return `${operand(e.of)}.${e.as}()`;
      case 'cut':
        return `${operand(e.of)}[:${e.length}]`;
      case 'constant':
        return spelled(blueprint, module, e.ref.unit);
      case 'call': {
        const unit = unitOf(blueprint, e.ref.unit);
        const name = spelled(blueprint, module, e.ref.unit);
        const args = e.args.map(x).join(', ');
        return unit.kind === 'class' ? `${name}().${unit.method}(${args})` : `${name}(${args})`;
      }
      case 'each':
        return `[{**${e.as}, "${e.field}": ${x(e.value)}} for ${e.as} in ${x(e.of)}]`;
      case 'keep':
        return `[${e.as} for ${e.as} in ${x(e.of)} if ${x(e.when)}]`;
      case 'sort':
        return `sorted(${x(e.of)}, key=lambda row: row["${e.by}"]${e.descending ? ', reverse=True' : ''})`;
      case 'first':
        return `${operand(e.of)}[:${x(e.count)}]`;
      case 'only':
        return `[${x(e.of)}]`;
      case 'sum':
        return `sum(${x(e.value)} for ${e.as} in ${x(e.of)})`;
      case 'size':
        return `len(${x(e.of)})`;
      case 'lines':
        return `[${x(e.value)} for ${e.as} in ${x(e.of)}]`;
      case 'joined':
        return `${operand(e.left)} + ${operand(e.right)}`;
      case 'fold':
        return `reduce(lambda ${e.name}, ${e.as}: ${x(e.value)}, ${x(e.over)}, ${x(e.of)})`;
      case 'through': {
        const point = pointOf(blueprint, e.point);
        const args = [...(e.key ? [e.key] : []), e.of].map(x);
        if (point.mechanism === 'injected') args.push(`[${partsOf(blueprint, module, point.id).join(', ')}]`);
        return `${point.run}(${args.join(', ')})`;
      }
      case 'setUp':
        return `${pointOf(blueprint, e.point).setUp}()`;
    }
  };
  const operand = (e: Expr): string =>
    ['binary', 'rest', 'compare', 'both', 'choose', 'concat', 'joined'].includes(e.k) ? `(${x(e)})` : x(e);
  return x(root);
}

/** The parts of a point as values: functions, or objects of their classes. */
export function partsOf(blueprint: Blueprint, module: ModuleId, id: string): string[] {
  const { parts, form } = pointOf(blueprint, id);
  return parts.map(({ unit }) => `${spelled(blueprint, module, unit.unit)}${form === 'class' ? '()' : ''}`);
}

/** Statements of a body, a line each or two. */
export function statements(
  blueprint: Blueprint,
  module: ModuleId,
  body: readonly Statement[],
  result: Expr | null,
): string[] {
  const x = (e: Expr) => expression(blueprint, module, e);
  return [
    ...body.flatMap((one) => {
      if (one.kind === 'do') return [x(one.value)];
      if (one.kind === 'refuse')
        return [`if ${x(one.when)}:`, `    raise ${spelled(blueprint, module, one.error.unit)}(${quote(one.message)})`];
      return [`${one.name} = ${x(one.value)}`];
    }),
    ...(result ? [`return ${x(result)}`] : []),
  ];
}
