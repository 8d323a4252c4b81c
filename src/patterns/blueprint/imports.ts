import { rememberedBy } from '../../base/remembered.ts';
import {
  type Blueprint,
  type ExtensionPoint,
  isCallable,
  type ModuleId,
  type Statement,
  type UnitRef,
  unitOf,
} from './blueprint.ts';
import { allIn, type Expr } from './expr.ts';

/** Names that a module takes from another one. */
export interface Import {
  from: ModuleId;
  /** Units, taken as values; a function of an extension point has the name of the point. */
  values: readonly string[];
  /** Shapes, taken as types alone. */
  types: readonly string[];
  /** It closes a circle, so it is taken late or as a type alone. */
  late: boolean;
}

/** The function of a point that a module takes: stands among units as `point.role`. */
export type PointFunction = 'run' | 'add' | 'setUp';
export const functionOf = (point: ExtensionPoint, role: PointFunction) => `${point.id}.${role}`;

export function expressionsOf(statements: readonly Statement[], result: Expr | null): Expr[] {
  return [
    ...statements.flatMap((one) => (one.kind === 'refuse' ? [one.when] : [one.value])),
    ...(result ? [result] : []),
  ];
}

/** A point by its id. */
export function pointOf({ points }: Pick<Blueprint, 'points'>, id: string): ExtensionPoint {
  const point = points.find((one) => one.id === id);
  if (!point) throw new Error(`there is no extension point ${id}`);
  return point;
}

/** Whether the module that takes up the parts of a point loads them while it runs. */
export function loadsParts({ mechanism }: ExtensionPoint): boolean {
  return mechanism === 'config' || mechanism === 'directory';
}

/** All of a blueprint on which its imports depend: copies in which something else differs have the same. */
export const PARTS = ['units', 'modules', 'points', 'late'] as const;

/** What each module imports, in the order of the names of the modules. */
export const importsOf = rememberedBy(PARTS, (blueprint: Blueprint): ReadonlyMap<ModuleId, readonly Import[]> => {
  const units = Map.groupBy(blueprint.units, ({ module }) => module);
  return new Map(
    blueprint.modules.map((module): [ModuleId, readonly Import[]] => {
      const found = new Map<ModuleId, { values: Set<string>; types: Set<string> }>();
      const take = (from: ModuleId, kind: 'values' | 'types', name: string) => {
        if (from === module.id) return;
        const known = found.get(from) ?? { values: new Set(), types: new Set() };
        known[kind].add(name);
        found.set(from, known);
      };
      const value = ({ unit, from }: UnitRef) => take(from, 'values', unit);
      const takeExpr = (root: Expr) => {
        for (const e of allIn(root)) {
          if (e.k === 'call' || e.k === 'constant') value(e.ref);
          if (e.k === 'through') {
            const point = pointOf(blueprint, e.point);
            take(point.holder, 'values', functionOf(point, 'run'));
            if (point.mechanism === 'injected') for (const part of point.parts) value(part.unit);
          }
          if (e.k === 'setUp') {
            const point = pointOf(blueprint, e.point);
            take(point.registrar, 'values', functionOf(point, 'setUp'));
          }
        }
      };
      for (const ref of module.reexports) value(ref);
      if ('from' in module.shape) take(module.shape.from, 'types', module.shape.unit);
      for (const { unit, from } of module.typesOf) take(from, 'types', unit);
      for (const unit of units.get(module.id) ?? []) {
        if (!isCallable(unit)) continue;
        if (unit.base) value(unit.base);
        for (const statement of unit.body) if (statement.kind === 'refuse') value(statement.error);
        for (const e of expressionsOf(unit.body, unit.result)) takeExpr(e);
      }
      for (const point of blueprint.points) {
        if (point.holder === module.id && point.port) take(point.port.from, 'types', point.port.unit);
        if (point.registrar !== module.id || point.registrar === point.holder || point.mechanism === 'injected')
          continue;
        take(point.holder, 'values', functionOf(point, 'add'));
        if (!loadsParts(point)) for (const part of point.parts) value(part.unit);
        else if (point.port) take(point.port.from, 'types', point.port.unit);
      }
      const late = lateOf(blueprint, module.id);
      return [
        module.id,
        [...found]
          .map(([from, { values, types }]) => ({
            from,
            values: [...values].toSorted(),
            types: [...types].filter((type) => !values.has(type)).toSorted(),
            late: late.has(from),
          }))
          .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
      ];
    }),
  );
});

/** Modules of which a module takes what closes a circle. */
function lateOf({ late }: Blueprint, id: ModuleId): ReadonlySet<ModuleId> {
  return new Set(late.filter(({ source }) => source === id).map(({ target }) => target));
}

/** The modules whose units a module can name: those that it imports, and those behind the barrels among them. */
export const knownTo = rememberedBy(PARTS, (blueprint: Blueprint): ReadonlyMap<ModuleId, ReadonlySet<ModuleId>> => {
  const points = new Map(
    blueprint.points.flatMap(
      (point) =>
        [
          [functionOf(point, 'run'), point.holder],
          [functionOf(point, 'add'), point.holder],
          [functionOf(point, 'setUp'), point.registrar],
        ] as const,
    ),
  );
  return new Map(
    [...importsOf(blueprint)].map(([id, imports]) => [
      id,
      new Set(
        imports.flatMap(({ from, values }) => [
          from,
          ...values.map((name) => points.get(name) ?? unitOf(blueprint, name).module),
        ]),
      ),
    ]),
  );
});
