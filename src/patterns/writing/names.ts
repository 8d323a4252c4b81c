import { remembered } from '../../base/remembered.ts';
import { type Blueprint, type ModuleId, type Unit, unitOf } from '../blueprint/blueprint.ts';

/** `rate_orders` → `rateOrders`. */
export function camelCase(words: string): string {
  const [first = '', ...others] = words.split('_');
  return first + others.map(capitalised).join('');
}

/** `rate_orders` → `RateOrders`. */
export function pascalCase(words: string): string {
  return words.split('_').map(capitalised).join('');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Names that stand more than once: parts that are loaded have the same one. */
const repeated = remembered((blueprint: Blueprint): ReadonlySet<string> => {
  const names = blueprint.units.map(({ name }) => name);
  return new Set(names.filter((name, i) => names.indexOf(name) !== i));
});

/** Under which name, in words, a module knows a unit of another: its own, unless that stands twice. */
export function wordsIn(blueprint: Blueprint, module: ModuleId, id: string): string {
  const unit = unitOf(blueprint, id);
  if (unit.module === module || !repeated(blueprint).has(unit.name)) return unit.name;
  return `${unit.name}_of_${unit.module.split('/').at(-1)}`;
}

/** How units of a kind are spelled in both languages, functions aside. */
export function isType(unit: Unit): boolean {
  return unit.kind === 'class' || unit.kind === 'shape' || unit.kind === 'port' || unit.kind === 'failure';
}
