import type { Blueprint, Callable, Module, ModuleId, Rule, Statement, Unit, UnitRef } from '../blueprint/blueprint.ts';
import { isCallable, unitOf } from '../blueprint/blueprint.ts';
import { crossed, crossingsOf } from '../blueprint/crossing.ts';
import { allIn, type Expr, mapExpr } from '../blueprint/expr.ts';
import { expressionsOf } from '../blueprint/imports.ts';
import type { Draw } from '../draw.ts';
import { runsToEnd, shownBy } from '../drawing/fit.ts';
import type { MutationType } from './mutation.ts';

/** A blueprint in which one thing is otherwise. */
export interface ChangedBlueprint {
  blueprint: Blueprint;
  target: ModuleId;
  description: string;
}

type Kind = (blueprint: Blueprint, draw: Draw, repaired: boolean) => ChangedBlueprint | null;

/** The four kinds of mutation, for all patterns and languages: each edits the blueprint, and files follow from that. */
export const CHANGES: Readonly<Record<MutationType, Kind>> = {
  interface_break: breakInterface,
  dependency_shift: shiftDependency,
  boundary_breach: (blueprint, draw, repaired) => breach(blueprint, draw, repaired, 0),
  invariant_violation: (blueprint, draw, repaired) =>
    reorder(blueprint, draw, repaired) ?? breach(blueprint, draw, repaired, 1) ?? breach(blueprint, draw, repaired, 0),
};

/** A function takes one more argument, which callers give or do not. */
function breakInterface(blueprint: Blueprint, draw: Draw, repaired: boolean): ChangedBlueprint | null {
  const { entered } = shownBy(blueprint);
  // What nobody calls while anything runs would break nothing where names are looked up late.
  const called = calledFunctions(blueprint).filter(({ id }) => entered.has(id));
  const lists = called.filter(({ returns }) => returns === 'rows' || returns === 'texts');
  const targets = lists.length > 0 ? lists : called.filter(({ returns }) => returns === 'number');
  const unit = draw.pick(targets.length > 0 ? targets : [null]);
  if (!unit?.result) return null;
  const isList = lists.length > 0;
  const name = draw.pick(['limit', 'most', 'at_most', 'count']);
  const changed: Callable = {
    ...unit,
    params: [...unit.params, { name, type: 'number' }],
    result: isList
      ? { k: 'first', of: unit.result, count: { k: 'var', name } }
      : { k: 'extreme', which: 'min', left: unit.result, right: { k: 'var', name } },
  };
  const given: Expr = { k: 'number', value: isList ? draw.integer(40, 90) : draw.integer(1000, 9000) };
  const withUnit = replaceUnit(blueprint, changed);
  return {
    blueprint: repaired
      ? everywhere(withUnit, (e) => (e.k === 'call' && e.ref.unit === unit.id ? { ...e, args: [...e.args, given] } : e))
      : withUnit,
    target: unit.module,
    description: `${words(unit)} takes one more argument: how much it gives at the most`,
  };
}

/** A function moves to a module of its own; importers follow or do not. */
function shiftDependency(blueprint: Blueprint, draw: Draw, repaired: boolean): ChangedBlueprint | null {
  const late = new Set(blueprint.late.flatMap(({ source, target }) => [source, target]));
  const { entered } = shownBy(blueprint);
  const targets = calledFunctions(blueprint).filter((unit) => {
    if (!entered.has(unit.id)) return false;
    const others = blueprint.units.filter(({ module, id }) => module === unit.module && id !== unit.id);
    const uses = (one: Unit, id: string) => isCallable(one) && refsIn(one).some((ref) => ref.unit === id);
    return !late.has(unit.module) && others.every((one) => !uses(one, unit.id) && !uses(unit, one.id));
  });
  const unit = draw.pick(targets.length > 0 ? targets : [null]);
  if (!unit) return null;
  const old = blueprint.modules.find(({ id }) => id === unit.module) as Module;
  const folder = unit.module.slice(0, unit.module.lastIndexOf('/') + 1);
  const home = folder + draw.pick(['relocated', 'elsewhere', 'moved_on', 'apart', 'split_off']);
  const module: Module = { ...old, id: home, doc: 'Split off, to be used by itself.', reexports: [], typesOf: [] };
  const moved = { ...unit, module: home };
  const follow = (ref: UnitRef): UnitRef =>
    ref.unit === unit.id && ref.from === unit.module ? { ...ref, from: home } : ref;
  const shifted: Blueprint = {
    ...replaceUnit(blueprint, moved),
    modules: [...blueprint.modules, module]
      .map((one) => (repaired ? { ...one, reexports: one.reexports.map(follow) } : one))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
  return {
    blueprint: repaired ? everywhere(shifted, (e) => (e.k === 'call' ? { ...e, ref: follow(e.ref) } : e)) : shifted,
    target: unit.module,
    description: `${words(unit)} has moved from ${unit.module} to ${home}`,
  };
}

/** So many ways across a boundary are tried: some would make the code run for ever. */
const MOST_TRIED = 8;

/** An import crosses a boundary that a test holds. */
function breach(blueprint: Blueprint, draw: Draw, repaired: boolean, which: number): ChangedBlueprint | null {
  const rules = blueprint.rules.filter(({ form, attested }) => form === 'FORBIDDEN_EDGE' && attested.includes('test'));
  const ways = rules.flatMap((rule) =>
    [...crossingsOf(blueprint, rule, blueprint.rules)].map((way) => ({ rule, ...way })),
  );
  const rule = [...new Set(ways.map((way) => way.rule))][which];
  if (!rule) return null;
  const tried = draw.shuffle(ways.filter((way) => way.rule === rule)).slice(0, MOST_TRIED);
  const found = tried.find((way) => runsToEnd(crossed(blueprint, way)));
  if (!found) return null;
  const { source, target } = found;
  const changed = crossed(blueprint, found);
  return {
    blueprint: withoutRules(changed, [rule], repaired),
    target: source.module,
    description: `${source.module} now uses ${words(target)} of ${target.module}`,
  };
}

/** A part runs behind one that it had to run before. */
function reorder(blueprint: Blueprint, draw: Draw, repaired: boolean): ChangedBlueprint | null {
  const chains = blueprint.rules.filter(
    ({ form, attested }) => form === 'VALIDATION_CHAIN' && attested.includes('test'),
  );
  const rule = draw.pick(chains.length > 0 ? chains : [null]);
  const point = rule && blueprint.points.find(({ parts }) => parts.some(({ unit }) => unit.from === rule.src));
  if (!rule || !point) return null;
  const moved = point.parts.filter(({ unit }) => unit.from === rule.src);
  const parts = point.parts.flatMap((part) =>
    part.unit.from === rule.src ? [] : part.unit.from === rule.dst ? [part, ...moved] : [part],
  );
  const order = parts.map(({ unit }) => unit.from);
  const lost = blueprint.rules.filter(
    ({ form, src, dst }) =>
      form === 'VALIDATION_CHAIN' && order.includes(src) && order.indexOf(src) > order.indexOf(dst ?? ''),
  );
  const changed = { ...blueprint, points: blueprint.points.map((one) => (one === point ? { ...one, parts } : one)) };
  return {
    blueprint: withoutRules(changed, lost, repaired),
    target: rule.src,
    description: `${rule.src} now runs after ${rule.dst}`,
  };
}

/** Rules that no longer hold: they are gone with the change, or still stand there. */
function withoutRules(blueprint: Blueprint, lost: readonly Rule[], repaired: boolean): Blueprint {
  const rules = repaired
    ? blueprint.rules.filter((rule) => !lost.includes(rule))
    : blueprint.rules.map((rule) => (lost.includes(rule) ? { ...rule, broken: true as const } : rule));
  return { ...blueprint, rules };
}

/** Functions that others call by a static import, and that are no parts and no entries. */
function calledFunctions(blueprint: Blueprint): Callable[] {
  const apart = new Set([
    ...blueprint.points.flatMap(({ parts }) => parts.map(({ unit }) => unit.unit)),
    ...blueprint.entries.map(({ unit }) => unit.unit),
  ]);
  const called = new Set(
    blueprint.units.filter(isCallable).flatMap((unit) =>
      refsIn(unit)
        .filter(({ unit: id }) => unitOf(blueprint, id).module !== unit.module)
        .map((ref) => ref.unit),
    ),
  );
  return blueprint.units
    .filter(isCallable)
    .filter(({ id, kind }) => kind === 'function' && called.has(id) && !apart.has(id));
}

/** The units that a body calls. */
function refsIn({ body, result }: Callable): UnitRef[] {
  return expressionsOf(body, result).flatMap((root) =>
    [...allIn(root)].flatMap((e) => (e.k === 'call' || e.k === 'constant' ? [e.ref] : [])),
  );
}

function replaceUnit(blueprint: Blueprint, unit: Unit): Blueprint {
  return { ...blueprint, units: blueprint.units.map((one) => (one.id === unit.id ? unit : one)) };
}

/** The blueprint with all expressions changed, those of tests too. */
function everywhere(blueprint: Blueprint, change: (e: Expr) => Expr): Blueprint {
  const map = (e: Expr) => mapExpr(e, change);
  const step = (one: Statement): Statement =>
    one.kind === 'refuse' ? { ...one, when: map(one.when) } : { ...one, value: map(one.value) };
  return {
    ...blueprint,
    units: blueprint.units.map((unit) =>
      isCallable(unit) ? { ...unit, body: unit.body.map(step), result: unit.result && map(unit.result) } : unit,
    ),
    tests: blueprint.tests.map((test) => ({ ...test, run: map(test.run) })),
  };
}

const words = ({ name }: Unit) => name.replaceAll('_', ' ');
