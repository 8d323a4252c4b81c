import type { Codebase } from '../../codebase/codebase.ts';
import { type Contract, type Edge, type EdgeType, edgeKey, type GroundTruth } from '../../codebase/ground-truth.ts';
import type { Draw } from '../draw.ts';
import type { Blueprint, ModuleId } from '../pipeline/blueprint.ts';
import type { Dialect } from '../pipeline/dialect.ts';
import type { Syntax } from './syntax.ts';

/** What a kind of mutation did, in words. */
export interface Change {
  target: ModuleId;
  description: string;
}

/** A codebase while it is being changed: its files and its truth, both copies. */
export class Site {
  readonly blueprint: Blueprint;
  readonly dialect: Dialect;
  readonly syntax: Syntax;
  /** Callers, importers and tests follow the change. */
  readonly repaired: boolean;
  readonly draw: Draw;
  readonly files: Map<string, string>;
  readonly truth: GroundTruth;

  constructor(
    codebase: Codebase,
    made: { blueprint: Blueprint; dialect: Dialect; syntax: Syntax; repaired: boolean; draw: Draw },
  ) {
    this.blueprint = made.blueprint;
    this.dialect = made.dialect;
    this.syntax = made.syntax;
    this.repaired = made.repaired;
    this.draw = made.draw;
    this.files = new Map(codebase.files);
    this.truth = structuredClone(codebase.groundTruth);
  }

  path(id: ModuleId): string {
    return this.dialect.modulePath(id);
  }

  text(path: string): string {
    const text = this.files.get(path);
    if (text === undefined) throw new Error(`mutate: there is no file ${path}`);
    return text;
  }

  /** Replaces the one place where the text stands; a place that is not there, or twice, is a mistake of ours. */
  replace(path: string, from: string, to: string): void {
    const text = this.text(path);
    const count = text.split(from).length - 1;
    if (count !== 1) throw new Error(`mutate: ${JSON.stringify(from)} stands ${count} times in ${path}`);
    this.files.set(
      path,
      text.replace(from, () => to),
    );
  }

  hasEdge(source: ModuleId, target: ModuleId, type: EdgeType): boolean {
    const key = edgeKey({ source: this.path(source), target: this.path(target), type });
    return this.truth.dependency_edges.some((edge) => edgeKey(edge) === key);
  }

  addEdge(source: ModuleId, target: ModuleId, type: EdgeType, evidence: readonly string[] = [this.path(source)]): void {
    if (this.hasEdge(source, target, type)) return;
    const edge: Edge = { source: this.path(source), target: this.path(target), type, evidence: [...evidence] };
    this.truth.dependency_edges.push(edge);
  }

  removeEdges(which: (edge: Edge) => boolean): void {
    this.truth.dependency_edges = this.truth.dependency_edges.filter((edge) => !which(edge));
  }

  /** Removes calls between modules that no run shows any longer. */
  removeCalls(source: ModuleId, target?: ModuleId): void {
    const [from, to] = [this.path(source), target === undefined ? undefined : this.path(target)];
    this.removeEdges(
      (edge) => edge.type === 'CALLS_API' && edge.source === from && (to ?? edge.target) === edge.target,
    );
  }

  contract(module: ModuleId, name: string): Contract {
    const [path, wanted] = [this.path(module), this.dialect.functionName(name)];
    const contract = this.truth.contracts.find((one) => one.module === path && one.name === wanted);
    if (!contract) throw new Error(`mutate: ${path} has no contract ${wanted}`);
    return contract;
  }

  /** Brings the views of the edges in the modules into line with the edges. */
  finish(): GroundTruth {
    const edges = Map.groupBy(this.truth.dependency_edges, ({ source }) => source);
    for (const [path, module] of Object.entries(this.truth.modules)) {
      module.edges = (edges.get(path) ?? []).map(({ target, type }) => ({ target, type }));
    }
    return this.truth;
  }
}
