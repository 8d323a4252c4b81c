import { rememberedBy } from '../../base/remembered.ts';
import { type Blueprint, type ModuleId, unitOf } from './blueprint.ts';
import { importsOf, loadsParts, PARTS } from './imports.ts';

/** What a language does where names or arguments are not as they should be: broken variants differ by it. */
export interface Habits {
  /** A wrong number of arguments is refused at the call, or passed over. */
  arity: 'strict' | 'loose';
  /** All that is imported is looked for before anything runs, or each import as it comes. */
  linking: 'ahead' | 'in-order';
  /** A call counts that ended by an error. */
  countsFailedCalls: boolean;
  /** Where a test takes a name that is not there: all tests are refused, or just the call of it. */
  missingInTests: 'all' | 'call';
}

/** Code could not be loaded, or refused its arguments: the run ends there. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Whether a module has a name that others take from it. */
export function has(blueprint: Blueprint, module: ModuleId, name: string): boolean {
  if (name.includes('.')) return true;
  if (unitOf(blueprint, name).module === module) return true;
  const barrel = blueprint.modules.find(({ id }) => id === module);
  return barrel?.reexports.some(({ unit, from }) => unit === name && has(blueprint, from, name)) ?? false;
}

/** Modules that import a name that is not there. */
const brokenLinks = rememberedBy(
  PARTS,
  (blueprint: Blueprint): ReadonlySet<ModuleId> =>
    new Set(
      [...importsOf(blueprint)]
        .filter(([, imports]) => imports.some(({ from, values }) => values.some((name) => !has(blueprint, from, name))))
        .map(([id]) => id),
    ),
);

/** The modules of one process: which have been loaded, and which of them loaded others by a computed name. */
export class Loading {
  private readonly blueprint: Blueprint;
  private readonly habits: Habits;
  private readonly loaded = new Set<ModuleId>();
  /** Pairs: who loaded whom by a computed name. */
  readonly wires: [ModuleId, ModuleId][] = [];

  constructor(blueprint: Blueprint, habits: Habits) {
    this.blueprint = blueprint;
    this.habits = habits;
  }

  /** @throws Refused where something that it imports is not there */
  load(id: ModuleId): void {
    if (this.habits.linking === 'ahead') this.link(id, new Set());
    this.evaluate(id);
  }

  /** Whether a module loaded another one by a computed name. */
  hasLoaded(source: ModuleId, target: ModuleId): boolean {
    return this.wires.some(([from, to]) => from === source && to === target);
  }

  private link(id: ModuleId, seen: Set<ModuleId>): void {
    if (seen.has(id)) return;
    seen.add(id);
    if (brokenLinks(this.blueprint).has(id)) throw new Refused(id);
    for (const { from, values } of importsOf(this.blueprint).get(id) ?? [])
      if (values.length > 0) this.link(from, seen);
  }

  private evaluate(id: ModuleId): void {
    if (this.loaded.has(id)) return;
    this.loaded.add(id);
    try {
      for (const { from, values, late } of importsOf(this.blueprint).get(id) ?? []) {
        if (values.length === 0 || late) continue;
        this.evaluate(from);
        if (values.some((name) => !has(this.blueprint, from, name))) throw new Refused(id);
      }
      for (const point of this.blueprint.points) {
        if (point.registrar !== id || !loadsParts(point)) continue;
        for (const { unit } of point.parts) {
          this.wires.push([id, unit.from]);
          if (this.habits.linking === 'ahead') this.link(unit.from, new Set());
          this.evaluate(unit.from);
        }
      }
    } catch (error) {
      this.loaded.delete(id);
      throw error;
    }
  }
}
