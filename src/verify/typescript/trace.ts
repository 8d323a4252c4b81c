/**
 * Preloaded (`node --import`) into a run of a codebase: shows from outside who calls whom, who loads whom by a computed
 * specifier, and whose output enters whom, as the design defines these edges. It shares no code with the generator.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { TraceRecord } from '../trace-record.ts';
import type { TracePlan } from './trace-plan.ts';

const plan = JSON.parse(readFileSync(process.env.TOCS_TRACE_PLAN as string, 'utf8')) as TracePlan;

/** Pairs of modules, each once. */
class Pairs {
  private readonly seen = new Map<string, [string, string]>();
  add(from: string, to: string): void {
    this.seen.set(`${from}\n${to}`, [from, to]);
  }
  has(from: string, to: string): boolean {
    return this.seen.has(`${from}\n${to}`);
  }
  list(): [string, string][] {
    return [...this.seen.values()];
  }
}

const calls = new Pairs();
const wires = new Pairs();
/** Modules that are taken up, and those that take them up. */
const parts = new Set<string>();
const holders = new Set<string>();
const loads = new Pairs();
const returns = new Pairs();
const inputs = new Map<string, [string[], string]>();
const stages = new Map<string, number>();

const moduleByName = new Map(Object.values(plan.modules).map((module) => [module.name, module]));
const moduleAt = (url: string | undefined | null) =>
  url?.startsWith('file:') ? plan.modules[fileURLToPath(url)] : url ? plan.modules[url] : undefined;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const result = nextResolve(specifier, context);
    const from = moduleAt(context.parentURL);
    const to = moduleAt(result.url);
    if (from && to) {
      loads.add(from.name, to.name);
      if (!from.literalSpecifiers.includes(specifier)) {
        wires.add(from.name, to.name);
        parts.add(to.name);
        holders.add(from.name);
      }
    }
    return result;
  },
  load(url, context, nextLoad) {
    const module = moduleAt(url);
    if (!module) return nextLoad(url, context);
    const code = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8').replace(/^#!/, '//'));
    const hook = `globalThis[Symbol.for('tocs.trace')]`;
    const name = JSON.stringify(module.name);
    // Function declarations are hoisted, so they are replaced before anything runs; classes are not.
    const functions = module.functions.map((fn) => `${fn} = ${hook}.wrapFunction(${name}, ${fn});`).join('');
    const classes = module.classes.map((type) => `${hook}.wrapClass(${name}, ${type});`).join('');
    return {
      format: 'module',
      source: `${functions}${code}\n${classes}${hook}.evaluated(${name});`,
      shortCircuit: true,
    };
  },
});

const evaluated = new Set<string>();
const moduleOfClass = new Map<unknown, string>();
const receiver = new AsyncLocalStorage<unknown>();
const moduleOfFunction = new WeakMap<object, string>();
/** Who returned an object, or gave it to a holder of parts: the latest last. */
const owners = new WeakMap<object, string[]>();

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

Reflect.set(globalThis, Symbol.for('tocs.trace'), {
  wrapFunction(module: string, fn: AnyFunction): AnyFunction {
    const wrapped: AnyFunction = function (...args) {
      const caller = callerOf(wrapped);
      // Without an import or a load, the function was passed in as a callback, which is no call of the API.
      const knows = caller && (moduleByName.get(caller.name)?.knows.includes(module) || loads.has(caller.name, module));
      const counts = caller && knows ? caller.name : null;
      return enter(module, counts, caller?.name ?? null, args, () => fn.apply(this, args));
    };
    moduleOfFunction.set(wrapped, module);
    return imitate(wrapped, fn);
  },

  wrapClass(module: string, type: { prototype: object }): void {
    moduleOfClass.set(type, module);
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
      if (key === 'constructor' || typeof descriptor.value !== 'function') continue;
      const method = descriptor.value as AnyFunction;
      const wrapped: AnyFunction = function (...args) {
        const concrete = moduleOf(this);
        // A call on the receiver that is executing already is the object's own business.
        if (concrete === null || receiver.getStore() === this) return method.apply(this, args);
        const caller = callerOf(wrapped);
        const counts = caller && !caller.constructing ? caller.name : null;
        return enter(concrete, counts, caller?.name ?? null, args, () =>
          receiver.run(this, () => method.apply(this, args)),
        );
      };
      Object.defineProperty(type.prototype, key, { ...descriptor, value: imitate(wrapped, method) });
    }
  },

  evaluated(module: string): void {
    evaluated.add(module);
  },
});

/** Notes a call from outside into a module: what is handed over, what goes in, and what comes out. */
function enter(
  module: string,
  counts: string | null,
  caller: string | null,
  args: unknown[],
  run: () => unknown,
): unknown {
  for (const arg of args) {
    for (const value of objectsIn(arg)) {
      const part = typeof value === 'function' ? moduleOfFunction.get(value) : moduleOf(value);
      if (part && part !== module && part !== caller) {
        parts.add(part);
        holders.add(module);
      }
      if (caller !== null && caller !== module && typeof value === 'object') own(value, `${caller}>${module}`);
    }
  }
  noteInput(module, args[0]);
  const finish = (result: unknown) => {
    const constructs = counts !== null && wires.has(counts, module) && moduleOf(result) !== null;
    if (counts !== null && counts !== module && !constructs) calls.add(counts, module);
    const given = objectsIn(result).filter((value) => typeof value === 'object');
    for (const value of given) own(value, module);
    if (caller !== null && caller !== module && given.length > 0 && !constructs) returns.add(module, caller);
    if (Array.isArray(result)) stages.set(module, Math.max(stages.get(module) ?? 0, result.length));
    return result;
  };
  const result = run();
  return result instanceof Promise ? result.then(finish) : finish(result);
}

/** A value, its elements, and the values of its properties, as far as they are objects or functions. */
function objectsIn(value: unknown): object[] {
  if (typeof value === 'function') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return [
    value,
    ...inner.filter((one) => typeof one === 'function' || (typeof one === 'object' && one !== null)),
  ] as object[];
}

function own(value: object, owner: string): void {
  owners.set(value, [...(owners.get(value) ?? []).filter((one) => one !== owner), owner]);
}

function noteInput(module: string, payload: unknown): void {
  if (!stages.has(module)) stages.set(module, 0);
  for (const value of objectsIn(payload)) {
    const known = owners.get(value);
    // What it was given just now is no news of where that comes from.
    if (known) inputs.set(`${known.join()} ${module}`, [known, module]);
  }
}

/** The module that exports the concrete class of an object, or the nearest exported one above it. */
function moduleOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null) return null;
  let type: unknown = object.constructor;
  while (typeof type === 'function') {
    const module = moduleOfClass.get(type);
    if (module !== undefined) return module;
    type = Object.getPrototypeOf(type);
  }
  return null;
}

interface Caller {
  name: string;
  constructing: boolean;
}

/** The nearest stack frame in a module, above `callee`; null for none, or for one that is module evaluation. */
function callerOf(callee: AnyFunction): Caller | null {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 200;
  Error.prepareStackTrace = (_, frames) => frames;
  const holder: { stack?: NodeJS.CallSite[] } = {};
  Error.captureStackTrace(holder, callee);
  const frames = holder.stack ?? [];
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  for (const frame of frames) {
    if (frame.isAsync()) break;
    const module = moduleAt(frame.getFileName());
    if (!module) continue;
    const isTopLevel =
      frame.getFunctionName() === null &&
      frame.getEnclosingLineNumber() === 1 &&
      frame.getEnclosingColumnNumber() === 1;
    if (isTopLevel && !evaluated.has(module.name)) return null;
    return { name: module.name, constructing: frame.isConstructor() };
  }
  return null;
}

/** Gives the wrapper the name and length of what it wraps. */
function imitate(wrapped: AnyFunction, original: AnyFunction): AnyFunction {
  for (const key of ['name', 'length'] as const) {
    Object.defineProperty(wrapped, key, { value: original[key], configurable: true });
  }
  return wrapped;
}

process.on('exit', () => {
  const record: TraceRecord = {
    calls: calls.list(),
    wires: wires.list(),
    inputs: [...inputs.values()],
    returns: returns.list(),
    parts: [...parts],
    holders: [...holders],
    stages: [...stages],
  };
  writeFileSync(plan.output, JSON.stringify(record));
});
