import type { EdgeType } from '../../codebase/ground-truth.ts';
import {
  type Blueprint,
  type Callable,
  type ExtensionPoint,
  isCallable,
  type ModuleId,
  type UnitRef,
  unitOf,
} from './blueprint.ts';
import { allIn, type Expr } from './expr.ts';
import { knownTo, pointOf } from './imports.ts';
import { type Habits, has, Loading, Refused } from './loading.ts';

/** An edge between modules that a run shows. */
export interface ShownEdge {
  source: ModuleId;
  target: ModuleId;
  type: Exclude<EdgeType, 'IMPORTS'>;
  /** The extension point through which it goes; null for one that the source alone shows. */
  point: string | null;
}

/** What running a codebase shows. */
export interface Shown {
  edges: ShownEdge[];
  /** How many of them the command line alone shows. */
  shownByEntries: number;
  /** Units that were entered, with the most rows that one of them returned. */
  entered: ReadonlyMap<string, number>;
  /** What the entries gave, one list each; null for one that ended by an error. */
  outputs: (readonly string[] | null)[];
  /** What the tests gave, in their order: how much came back; null for an error. */
  sizes: (number | null)[];
  /** Tests that showed an edge that nothing before them did. */
  showing: readonly number[];
}

type Row = Readonly<Record<string, number | string>>;
type Value = number | string | boolean | Row | readonly Row[] | readonly string[] | undefined;
type Scope = Map<string, Value>;

/** A run of more calls is taken to go on for ever. */
const MOST_CALLS = 2_000;

/**
 * The edges that the command line and the tests of a codebase show, each run in a process of its own.
 *
 * @throws RangeError for a run of more calls than `mostCalls`
 */
export function interpret(blueprint: Blueprint, habits: Habits, mostCalls = MOST_CALLS): Shown {
  const parts = partsIn(blueprint);
  const { shown, takenUp } = runAll(blueprint, habits, parts, mostCalls);
  // In a broken codebase some are never taken up: nobody can see that they are parts.
  const known = new Map([...parts].filter(([module]) => takenUp.has(module)));
  return known.size === parts.size ? shown : runAll(blueprint, habits, known, mostCalls).shown;
}

/** The modules that extension points take up, each with its point. */
function partsIn(blueprint: Blueprint): ReadonlyMap<ModuleId, string> {
  return new Map(
    blueprint.points.flatMap(({ id, parts }) =>
      parts.map(({ unit }): [ModuleId, string] => [unitOf(blueprint, unit.unit).module, id]),
    ),
  );
}

function runAll(
  blueprint: Blueprint,
  habits: Habits,
  parts: ReadonlyMap<ModuleId, string>,
  mostCalls: number,
): { shown: Shown; takenUp: ReadonlySet<ModuleId> } {
  const takenUp = new Set<ModuleId>();
  const edges = new Map<string, ShownEdge>();
  const entered = new Map<string, number>();
  /** Runs expressions one after the other in one process, which has loaded these modules. */
  const attempt = (modules: readonly ModuleId[], runs: readonly Expr[], showing?: number[]): (Value | null)[] => {
    const process: Process = new Process(blueprint, habits, { edges, entered, takenUp, mostCalls }, parts);
    const orNull = <T>(run: () => T): T | null => {
      try {
        return run();
      } catch (error) {
        if (error instanceof Refused || error instanceof TypeError) return null;
        throw error;
      }
    };
    const taken = runs.flatMap((run) => [...allIn(run)].flatMap((e) => (e.k === 'call' ? [e.ref] : [])));
    const isThere = habits.missingInTests === 'call' || taken.every(({ unit, from }) => has(blueprint, from, unit));
    const isLoaded = isThere && orNull(() => modules.map((id) => process.loading.load(id))) !== null;
    const values = runs.map((run, i) => {
      const before = edges.size;
      const sample = blueprint.sample.map((row) => ({ ...row }));
      const value = isLoaded ? orNull(() => process.evaluate(run, new Map([['sample', sample]]), null)) : null;
      if (edges.size > before) showing?.push(i);
      return value;
    });
    process.noteWires();
    return values;
  };
  const outputs = blueprint.entries.flatMap(({ unit }) =>
    attempt([unit.from], [{ k: 'call', ref: unit, args: [{ k: 'var', name: 'sample' }] }]),
  );
  const shownByEntries = edges.size;
  const tests = blueprint.withTests ? blueprint.tests.map(({ run }) => run) : [];
  const tested = [...new Set(tests.flatMap((run) => modulesOf(blueprint, run)))].toSorted();
  const showing: number[] = [];
  const sizes = attempt(tested, tests, showing);
  const shown: Shown = {
    edges: [...edges.values()],
    shownByEntries,
    entered,
    outputs: outputs as (readonly string[] | null)[],
    sizes: sizes.map((value) => (value === null ? null : sizeOf(value))),
    showing,
  };
  return { shown, takenUp };
}

/** How much a value is: rows and texts by their number. */
function sizeOf(value: Value): number {
  return Array.isArray(value) ? value.length : typeof value === 'number' ? value : String(value).length;
}

/** What a test imports, in the order of names. */
function modulesOf(blueprint: Blueprint, run: Expr): ModuleId[] {
  const modules = [...allIn(run)].flatMap((e) => {
    if (e.k === 'call' || e.k === 'constant') return [e.ref.from];
    if (e.k === 'through') return [pointOf(blueprint, e.point).holder];
    return e.k === 'setUp' ? [pointOf(blueprint, e.point).registrar] : [];
  });
  return [...new Set(modules)].toSorted();
}

/** What all processes note together, and how many calls one may make. */
interface Notes {
  readonly mostCalls: number;
  edges: Map<string, ShownEdge>;
  entered: Map<string, number>;
  takenUp: Set<ModuleId>;
}

/** One process in which code of a codebase runs. */
class Process {
  readonly loading: Loading;
  private readonly blueprint: Blueprint;
  private readonly habits: Habits;
  private readonly edges: Map<string, ShownEdge>;
  private readonly entered: Map<string, number>;
  private readonly seenAsParts: Set<ModuleId>;
  private readonly mostCalls: number;
  /** Which part last returned or published an object, and through which point it came to do so. */
  private readonly owners = new WeakMap<object, { module: ModuleId; point: string | null }>();
  private readonly takenUp = new Map<string, readonly { unit: UnitRef; key: string }[]>();
  private readonly parts: ReadonlyMap<ModuleId, string>;

  constructor(blueprint: Blueprint, habits: Habits, record: Notes, parts: ReadonlyMap<ModuleId, string>) {
    this.blueprint = blueprint;
    this.habits = habits;
    this.edges = record.edges;
    this.entered = record.entered;
    this.seenAsParts = record.takenUp;
    this.mostCalls = record.mostCalls;
    this.loading = new Loading(blueprint, habits);
    this.parts = parts;
  }

  noteWires(): void {
    for (const [, target] of this.loading.wires) this.seenAsParts.add(target);
    for (const point of this.blueprint.points) {
      if (point.mechanism !== 'config') continue;
      for (const [source, target] of this.loading.wires) {
        if (source === point.registrar && point.parts.some(({ unit }) => unit.from === target))
          this.add(source, target, 'REGISTRY_WIRES', point.id);
      }
    }
  }

  private add(source: ModuleId, target: ModuleId, type: ShownEdge['type'], point: string | null): void {
    if (source === target) return;
    const key = `${source}\n${target}\n${type}`;
    const known = this.edges.get(key);
    // What the source alone shows needs nothing else.
    if (!known || (known.point !== null && point === null)) this.edges.set(key, { source, target, type, point });
  }

  private calls = 0;

  /** Enters a function or a method, as the code of `caller` does. */
  private enter(unit: Callable, args: readonly Value[], caller: ModuleId | null, point: string | null): Value {
    if (++this.calls > this.mostCalls) throw new RangeError('too many calls');
    if (this.habits.arity === 'strict' && args.length !== unit.params.length) throw new Refused(unit.id);
    const { module } = unit;
    const counts =
      caller !== null &&
      (unit.kind === 'class' ||
        knownTo(this.blueprint).get(caller)?.has(module) === true ||
        this.loading.hasLoaded(caller, module));
    const isPart = this.parts.has(module);
    if (isPart) this.noteInput(module, args[0], point);
    let ended = false;
    try {
      const scope: Scope = new Map(unit.params.map(({ name }, i) => [name, args[i]]));
      for (const statement of unit.body) {
        if (statement.kind === 'refuse') {
          if (this.evaluate(statement.when, scope, module)) throw new Refused(unit.id);
        } else {
          const value = this.evaluate(statement.value, scope, module);
          if (statement.kind === 'let') scope.set(statement.name, value);
        }
      }
      const result = unit.result ? this.evaluate(unit.result, scope, module) : undefined;
      ended = true;
      this.entered.set(unit.id, Math.max(this.entered.get(unit.id) ?? 0, result === undefined ? 1 : sizeOf(result)));
      if (isPart) {
        this.own(module, result, point);
        if (caller !== null && this.parts.has(caller) && isObject(result))
          this.add(module, caller, 'DATA_FLOWS_TO', null);
      }
      return result;
    } finally {
      if (counts && (ended || this.habits.countsFailedCalls)) this.add(caller, module, 'CALLS_API', point);
    }
  }

  private noteInput(module: ModuleId, payload: Value, point: string | null): void {
    for (const object of objectsIn(payload)) {
      const owner = this.owners.get(object);
      if (owner) this.add(owner.module, module, 'DATA_FLOWS_TO', point ?? owner.point);
    }
  }

  private own(module: ModuleId, payload: Value, point: string | null): void {
    for (const object of objectsIn(payload)) this.owners.set(object, { module, point });
  }

  private through(point: ExtensionPoint, key: Value, rows: Value, caller: ModuleId | null): Value {
    const { holder, id } = point;
    if (point.mechanism === 'injected')
      for (const { unit } of point.parts) this.seenAsParts.add(unitOf(this.blueprint, unit.unit).module);
    if (caller !== null) this.add(caller, holder, 'CALLS_API', null);
    // What a part gives to a module that runs parts is published.
    if (caller !== null && this.parts.has(caller)) this.own(caller, rows, id);
    const isReady = point.registrar === holder || point.mechanism === 'injected';
    const all = isReady ? point.parts : (this.takenUp.get(id) ?? []);
    const parts = point.style === 'sequence' ? all : all.filter((part) => part.key === key);
    const run = ({ unit }: { unit: UnitRef }, value: Value) =>
      this.enter(unitOf(this.blueprint, unit.unit) as Callable, [value], holder, id);
    if (point.style === 'event') {
      let result = rows;
      for (const part of parts) result = run(part, rows);
      return result;
    }
    return parts.reduce((value, part) => run(part, value), rows);
  }

  evaluate(e: Expr, scope: Scope, here: ModuleId | null): Value {
    switch (e.k) {
      case 'number':
      case 'text':
        return e.value;
      case 'texts':
        return e.values;
      case 'var':
        return scope.get(e.name);
      case 'field':
        return (this.evaluate(e.of, scope, here) as Row)[e.name];
      case 'binary': {
        const left = this.number(e.left, scope, here);
        const right = this.number(e.right, scope, here);
        return e.op === '+' ? left + right : e.op === '-' ? left - right : left * right;
      }
      case 'rest':
        return this.number(e.of, scope, here) % e.by;
      case 'extreme':
        return Math[e.which](this.number(e.left, scope, here), this.number(e.right, scope, here));
      case 'compare': {
        const left = this.number(e.left, scope, here);
        const right = this.number(e.right, scope, here);
        return e.op === '<' ? left < right : e.op === '>=' ? left >= right : left === right;
      }
      case 'both':
        return this.evaluate(e.left, scope, here) === true && this.evaluate(e.right, scope, here) === true;
      case 'choose':
        return this.evaluate(this.evaluate(e.when, scope, here) ? e.yes : e.no, scope, here);
      case 'concat':
        return e.parts.map((part) => String(this.evaluate(part, scope, here))).join('');
      case 'letters': {
        const text = this.evaluate(e.of, scope, here) as string;
        return e.as === 'upper' ? text.toUpperCase() : text.toLowerCase();
      }
      case 'cut':
        return (this.evaluate(e.of, scope, here) as string).slice(0, e.length);
      case 'constant': {
        const unit = unitOf(this.blueprint, e.ref.unit);
        return unit.kind === 'constant' ? unit.value : undefined;
      }
      case 'call': {
        const args = e.args.map((arg) => this.evaluate(arg, scope, here));
        const unit = unitOf(this.blueprint, e.ref.unit);
        if (here === null && !has(this.blueprint, e.ref.from, unit.id)) throw new Refused(unit.id);
        if (!isCallable(unit)) throw new Error(`${unit.id} cannot be called`);
        return this.enter(unit, args, here, null);
      }
      case 'each': {
        const value = this.within(e.as, e.value, scope, here);
        return this.rows(e.of, scope, here).map((row) => ({ ...row, [e.field]: value(row) as number | string }));
      }
      case 'keep':
        return this.rows(e.of, scope, here).filter(this.within(e.as, e.when, scope, here));
      case 'sort': {
        const by = (row: Row) => row[e.by] as number;
        return this.rows(e.of, scope, here).toSorted((a, b) => (e.descending ? by(b) - by(a) : by(a) - by(b)));
      }
      case 'first':
        return this.rows(e.of, scope, here).slice(0, this.number(e.count, scope, here));
      case 'only':
        return [this.evaluate(e.of, scope, here) as Row];
      case 'sum': {
        const value = this.within(e.as, e.value, scope, here);
        return this.rows(e.of, scope, here).reduce((total, row) => total + (value(row) as number), 0);
      }
      case 'size':
        return (this.evaluate(e.of, scope, here) as readonly unknown[]).length;
      case 'lines': {
        const value = this.within(e.as, e.value, scope, here);
        return this.rows(e.of, scope, here).map((row) => value(row) as string);
      }
      case 'joined': {
        const left = this.evaluate(e.left, scope, here) as string[];
        return [...left, ...(this.evaluate(e.right, scope, here) as string[])];
      }
      case 'fold': {
        const start = this.evaluate(e.of, scope, here);
        const inner: Scope = new Map(scope);
        return (this.evaluate(e.over, scope, here) as readonly string[]).reduce<Value>(
          (value, text) => this.evaluate(e.value, inner.set(e.as, text).set(e.name, value), here),
          start,
        );
      }
      case 'through': {
        const payload = this.evaluate(e.of, scope, here);
        const key = e.key ? this.evaluate(e.key, scope, here) : undefined;
        return this.through(pointOf(this.blueprint, e.point), key, payload, here);
      }
      case 'setUp': {
        const point = pointOf(this.blueprint, e.point);
        if (here !== null) this.add(here, point.registrar, 'CALLS_API', null);
        this.add(point.registrar, point.holder, 'CALLS_API', null);
        this.takenUp.set(point.id, point.parts);
        for (const { unit } of point.parts) this.seenAsParts.add(unitOf(this.blueprint, unit.unit).module);
        return undefined;
      }
    }
  }

  private number(e: Expr, scope: Scope, here: ModuleId | null): number {
    return this.evaluate(e, scope, here) as number;
  }

  private rows(e: Expr, scope: Scope, here: ModuleId | null): readonly Row[] {
    return this.evaluate(e, scope, here) as readonly Row[];
  }

  /** What an expression is for each row, under that name. */
  private within(as: string, e: Expr, scope: Scope, here: ModuleId | null): (row: Row) => Value {
    const inner: Scope = new Map(scope);
    return (row) => this.evaluate(e, inner.set(as, row), here);
  }
}

const isObject = (value: Value): boolean => typeof value === 'object' && value !== null;

/** A value, the elements of a list, and the values of properties one level down, as far as they are objects. */
function objectsIn(value: Value): object[] {
  if (!isObject(value)) return [];
  const inner = Array.isArray(value) ? value : Object.values(value as Row);
  return [value as object, ...inner.filter((one) => typeof one === 'object' && one !== null)];
}
