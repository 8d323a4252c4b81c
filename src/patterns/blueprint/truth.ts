import { remembered } from '../../base/remembered.ts';
import type { Contract, Edge, GroundTruth, Invariant, Module } from '../../codebase/ground-truth.ts';
import { placeOf } from '../writing/places.ts';
import { sentenceOf } from '../writing/rules.ts';
import type { Writer } from '../writing/writer.ts';
import { type Blueprint, isCallable, type ModuleId, type Param, type Rule, type Type } from './blueprint.ts';
import { allIn } from './expr.ts';
import { expressionsOf, functionOf, importsOf, pointOf } from './imports.ts';
import { interpret, type ShownEdge } from './interpret.ts';
import { has } from './loading.ts';

/** The id of a codebase: what differs from the defaults stands in it. */
function idOf({ pattern, complexity, seed, variant }: Blueprint, language: string): string {
  return [pattern, ...variant, language, complexity, seed].join('-');
}

/** The true architecture of what a blueprint becomes in a language: what running it shows, and what its files attest. */
export function truthOf(blueprint: Blueprint, writer: Writer): GroundTruth {
  const path = (id: ModuleId) => writer.path(blueprint, id);
  const edges = edgesOf(blueprint, writer);
  const from = Map.groupBy(edges, ({ source }) => source);
  const files = new Map(
    blueprint.modules.map(({ id, doc }): [string, Module] => [
      path(id),
      {
        filepath: path(id),
        purpose: doc,
        exports: writer.exports(blueprint, id),
        edges: (from.get(path(id)) ?? []).map(({ target, type }) => ({ target, type })),
      },
    ]),
  );
  for (const filepath of writer.packages(blueprint))
    files.set(filepath, { filepath, purpose: 'Makes its folder a package.', exports: [], edges: [] });
  return {
    codebase_id: idOf(blueprint, writer.language),
    pattern: blueprint.pattern,
    complexity: blueprint.complexity,
    language: writer.language,
    modules: Object.fromEntries([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    invariants: blueprint.rules
      .filter(({ attested, broken }) => attested.length > 0 && !broken)
      .map((rule, i) => invariantOf(blueprint, writer, rule, i)),
    design_rationales: blueprint.decisions.map(({ question, answer, modules, effects }, i) => ({
      id: `why-${String(i + 1).padStart(3, '0')}`,
      question,
      answer,
      affected_modules: modules.map(path),
      downstream_effects: [...effects],
    })),
    dependency_edges: edges,
    contracts: contractsOf(blueprint, writer),
  };
}

function edgesOf(blueprint: Blueprint, writer: Writer): Edge[] {
  const path = (id: ModuleId) => writer.path(blueprint, id);
  const imports = [...importsOf(blueprint)].flatMap(([source, list]) =>
    list.map(
      ({ from }): Edge => ({ source: path(source), target: path(from), type: 'IMPORTS', evidence: [path(source)] }),
    ),
  );
  const shown = interpret(blueprint, writer.habits).edges.map(
    ({ source, target, type, point }): Edge => ({
      source: path(source),
      target: path(target),
      type,
      evidence: [...new Set(evidenceOf(blueprint, writer, source, target, type, point))],
    }),
  );
  return [...imports, ...shown];
}

/** The files that together show an edge. */
function evidenceOf(
  blueprint: Blueprint,
  writer: Writer,
  source: ModuleId,
  target: ModuleId,
  type: ShownEdge['type'],
  id: string | null,
): string[] {
  const path = (one: ModuleId) => writer.path(blueprint, one);
  // Data that a part gives back to another one: whoever asks for it shows that.
  if (id === null) return [path(type === 'DATA_FLOWS_TO' ? target : source)];
  const point = pointOf(blueprint, id);
  const config = point.mechanism === 'config' ? [writer.config(blueprint)] : [];
  if (type === 'REGISTRY_WIRES') return [path(source), ...config];
  return [path(point.holder), path(point.registrar), ...config];
}

const TYPES = {
  FORBIDDEN_EDGE: 'BOUNDARY',
  VALIDATION_CHAIN: 'DATAFLOW',
  NAMING_CONVENTION: 'INVARIANT',
  INTERFACE_ONLY: 'INTERFACE',
} as const;

function invariantOf(blueprint: Blueprint, writer: Writer, rule: Rule, i: number): Invariant {
  const place = (at: string | null) => (at === null ? null : placeOf(blueprint, writer, at));
  const { form, src, dst, via, pattern, attested, at } = rule;
  const files = {
    test: writer.rulesTest(blueprint),
    config: writer.config(blueprint),
    comment: at === null ? '' : writer.path(blueprint, at),
  };
  const within = (one: string | null) =>
    one === null ? [] : blueprint.modules.map(({ id }) => id).filter((id) => id === one || id.startsWith(`${one}/`));
  return {
    id: `inv-${String(i + 1).padStart(3, '0')}`,
    type: TYPES[form],
    description: sentenceOf(rule, (one) => placeOf(blueprint, writer, one)),
    structured: { type: form, src: place(src), dst: place(dst), via: place(via), pattern },
    involved_modules: [...new Set([src, dst, via].flatMap(within))].map((id) => writer.path(blueprint, id)),
    rationale: rule.rationale,
    evidence_types: [...attested],
    evidence_locations: attested.map((kind) => files[kind]),
  };
}

/** Who calls what by its name, by unit or function of a point. */
const callersOf = remembered((blueprint: Blueprint): ReadonlyMap<string, ReadonlySet<ModuleId>> => {
  const callers = new Map<string, Set<ModuleId>>();
  const note = (name: string, module: ModuleId) => callers.set(name, (callers.get(name) ?? new Set()).add(module));
  for (const unit of blueprint.units.filter(isCallable)) {
    for (const root of expressionsOf(unit.body, unit.result)) {
      for (const e of allIn(root)) {
        if (e.k === 'call' && has(blueprint, e.ref.from, e.ref.unit)) note(e.ref.unit, unit.module);
        if (e.k === 'through') note(functionOf(pointOf(blueprint, e.point), 'run'), unit.module);
        if (e.k === 'setUp') note(functionOf(pointOf(blueprint, e.point), 'setUp'), unit.module);
      }
    }
  }
  for (const point of blueprint.points) {
    if (point.registrar !== point.holder && point.mechanism !== 'injected')
      note(functionOf(point, 'add'), point.registrar);
    if (point.port) note(point.port.unit, point.holder);
  }
  return callers;
});

function contractsOf(blueprint: Blueprint, writer: Writer): Contract[] {
  const make = (
    key: string,
    module: ModuleId,
    name: string,
    params: readonly (Param | PartParam)[],
    returns: Type,
  ): Contract => ({
    name,
    module: writer.path(blueprint, module),
    signature: {
      params: params.map((param) => ({
        name: writer.name(param.name),
        type_hint: 'text' in param ? param.text : writer.type(blueprint, module, param.type),
        has_default: false,
      })),
      return_type: writer.type(blueprint, module, returns),
    },
    callers: [...(callersOf(blueprint).get(key) ?? [])]
      .filter((caller) => caller !== module)
      .toSorted()
      .map((caller) => writer.path(blueprint, caller)),
  });
  const rows: Param = { name: 'rows', type: 'rows' };
  const units = blueprint.units.flatMap((unit): Contract[] => {
    const { id, module, name } = unit;
    if (unit.kind === 'function') return [make(id, module, writer.name(name), unit.params, unit.returns)];
    if (unit.kind === 'port')
      return [make(id, module, `${writer.className(name)}.${writer.name(unit.method)}`, [rows], 'rows')];
    return [];
  });
  const points = blueprint.points.flatMap((point): Contract[] => {
    const { holder, registrar, style, mechanism } = point;
    const named: Param[] = style === 'sequence' ? [] : [{ name: 'name', type: 'text' }];
    const part = writer.part(blueprint, holder, point);
    const run = make(
      functionOf(point, 'run'),
      holder,
      writer.name(point.run),
      [...named, rows, ...(mechanism === 'injected' ? [{ name: point.key, text: writer.listOf(part) }] : [])],
      'rows',
    );
    if (mechanism === 'injected' || registrar === holder) return [run];
    return [
      run,
      make(functionOf(point, 'add'), holder, writer.name(point.add), [...named, { name: 'part', text: part }], 'none'),
      make(functionOf(point, 'setUp'), registrar, writer.name(point.setUp), [], 'none'),
    ];
  });
  return [...units, ...points];
}

/** A parameter that takes parts: its type is a text of the language. */
interface PartParam {
  name: string;
  text: string;
}
