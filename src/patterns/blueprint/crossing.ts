import { isWithin } from '../../base/path.ts';
import { reach } from '../../base/reach.ts';
import { rememberedBy } from '../../base/remembered.ts';
import type { Blueprint, Callable, ModuleId, Rule, Statement } from './blueprint.ts';
import { isCallable } from './blueprint.ts';
import type { Expr } from './expr.ts';
import { importsOf, PARTS } from './imports.ts';

type Boundary = Pick<Rule, 'form' | 'src' | 'dst'>;

/** Two functions of which the one can call the other, and the call. */
export interface Crossing {
  source: Callable;
  target: Callable;
  call: Expr;
}

/**
 * Ways to break a boundary: functions of which the one can call the other against it, without a circle.
 *
 * @param rules others that must stay as they are
 */
export function* crossingsOf(blueprint: Blueprint, rule: Boundary, rules: readonly Boundary[]): Generator<Crossing> {
  const parts = new Set(blueprint.points.flatMap((point) => point.parts.map(({ unit }) => unit.unit)));
  const callables = blueprint.units.filter(isCallable);
  const within = (place: string | null) => callables.filter(({ module }) => isWithin(module, place));
  const targets = within(rule.dst).filter(({ id, kind }) => kind === 'function' && !parts.has(id));
  for (const source of within(rule.src)) {
    for (const target of targets) {
      if (target.module === source.module || reachedBy(blueprint).get(target.module)?.has(source.module)) continue;
      if (rules.some((one) => one !== rule && isAgainst(one, source.module, target.module))) continue;
      const call = callOf(blueprint, source, target);
      if (call) yield { source, target, call };
    }
  }
}

/** How a function calls another one with what it has itself. */
function callOf({ domain }: Blueprint, source: Callable, target: Callable): Expr | null {
  const [from, to] = [source.params[0], target.params[0]];
  if (!from || !to) return null;
  const given: Expr = { k: 'var', name: from.name };
  const call = (arg: Expr): Expr => ({ k: 'call', ref: { unit: target.id, from: target.module }, args: [arg] });
  const field = (row: Expr): Expr => ({
    k: 'field',
    of: row,
    name: (to.type === 'number' ? domain.numbers : domain.texts)[0] as string,
  });
  if (from.type === to.type) return call(given);
  if (from.type === 'row') return to.type === 'rows' ? call({ k: 'only', of: given }) : call(field(given));
  if (from.type !== 'rows') return null;
  const row: Expr = { k: 'var', name: 'row' };
  const value = call(to.type === 'row' ? row : field(row));
  if (target.returns === 'number') return { k: 'sum', of: given, as: 'row', value };
  return target.returns === 'text'
    ? { k: 'lines', of: given, as: 'row', value }
    : { k: 'keep', of: given, as: 'row', when: value };
}

function isAgainst({ form, src, dst }: Boundary, source: ModuleId, target: ModuleId): boolean {
  return form === 'FORBIDDEN_EDGE' && isWithin(source, src) && isWithin(target, dst);
}

/** All that each module imports, by way of others too. */
const reachedBy = rememberedBy(PARTS, (blueprint: Blueprint): ReadonlyMap<ModuleId, ReadonlySet<ModuleId>> => {
  const imports = importsOf(blueprint);
  return new Map(
    [...imports.keys()].map((id) => [id, reach([id], (at) => imports.get(at)?.map(({ from }) => from) ?? [])]),
  );
});

/** The codebase with the call in it. */
export function crossed(blueprint: Blueprint, { source, call }: Crossing): Blueprint {
  const step: Statement = { kind: 'let', name: 'seen', value: call };
  const changed = { ...source, body: [step, ...source.body] };
  return { ...blueprint, units: blueprint.units.map((unit) => (unit.id === source.id ? changed : unit)) };
}
