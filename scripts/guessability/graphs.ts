import { directoryOf } from '../../src/base/path.ts';
import { reach } from '../../src/base/reach.ts';
import { sha256 } from '../../src/base/sha256.ts';
import type { Codebase } from '../../src/codebase/codebase.ts';
import { type Drawn, isDrawn } from '../../src/patterns/drawn.ts';
import { writerOf } from '../../src/patterns/writing/writers.ts';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How the graphs of codebases of one pattern look, and how much they have in common. */
export interface Graphs {
  depth: number;
  depthSd: number;
  /** Shares of codebases. */
  circles: number;
  barrels: number;
  /** Means over codebases. */
  inDegree: number;
  withinFolder: number;
  /** Source lines with a letter in them that stand in over half of the codebases. */
  commonLines: number;
  /** Shares of edges: on pairs of roles that are linked in over nine tenths of the codebases; where all of one role are with all of another. */
  usual: number | null;
  forced: number | null;
  distinct: number;
  commonest: number;
}

export function describeGraphs(codebases: readonly Codebase[]): Graphs {
  const depths = codebases.map(depthOf);
  const depth = mean(depths);
  const lines = codebases.map(linesOf);
  const counts = new Map<string, number>();
  for (const list of lines) for (const line of new Set(list)) counts.set(line, (counts.get(line) ?? 0) + 1);
  const core = coreOf(codebases);
  const classes = Map.groupBy(
    codebases.map((one) => classOf(one, core)),
    (one) => one,
  );
  return {
    depth,
    depthSd: Math.sqrt(depths.reduce((sum, one) => sum + (one - depth) ** 2, 0) / (depths.length - 1)),
    circles: mean(codebases.map((one) => Number(hasCircle(one)))),
    barrels: mean(
      codebases.map(({ files }) =>
        Number([...files.values()].some((text) => text.includes('What is offered from here.'))),
      ),
    ),
    inDegree: mean(
      codebases.map(
        (one) =>
          Math.max(...[...Map.groupBy(importsOf(one), ({ target }) => target).values()].map((list) => list.length)) /
          Object.keys(one.groundTruth.modules).length,
      ),
    ),
    withinFolder: mean(
      codebases.map((one) =>
        mean(importsOf(one).map(({ source, target }) => Number(directoryOf(source) === directoryOf(target)))),
      ),
    ),
    commonLines: mean(
      lines.map((list) => mean(list.map((line) => Number((counts.get(line) ?? 0) > codebases.length / 2)))),
    ),
    ...describeRoles(codebases.filter(isDrawn)),
    distinct: classes.size,
    commonest: Math.max(...[...classes.values()].map((list) => list.length)) / codebases.length,
  };
}

const importsOf = ({ groundTruth }: Codebase) => groundTruth.dependency_edges.filter(({ type }) => type === 'IMPORTS');

function linesOf({ files, groundTruth }: Codebase): string[] {
  return Object.keys(groundTruth.modules)
    .flatMap((path) => (files.get(path) ?? '').split('\n'))
    .map((line) => line.trim())
    .filter((line) => /[a-z]/i.test(line));
}

/** The longest chain of imports; a circle is walked once. */
function depthOf(codebase: Codebase): number {
  const out = Map.groupBy(importsOf(codebase), ({ source }) => source);
  const known = new Map<string, number>();
  const walk = (path: string, above: ReadonlySet<string>): number => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const below = (out.get(path) ?? []).filter(({ target }) => !above.has(target) && target !== path);
    const depth = Math.max(0, ...below.map(({ target }) => 1 + walk(target, new Set([...above, path]))));
    known.set(path, depth);
    return depth;
  };
  return Math.max(...Object.keys(codebase.groundTruth.modules).map((path) => walk(path, new Set())));
}

function hasCircle(codebase: Codebase): boolean {
  const out = Map.groupBy(importsOf(codebase), ({ source }) => source);
  const next = (path: string) => out.get(path)?.map(({ target }) => target) ?? [];
  return [...out.keys()].some((start) => reach(next(start), next).has(start));
}

/** What each module of a drawn codebase is for, by its path. */
function rolesOf(codebase: Codebase): ReadonlyMap<string, string> {
  if (!isDrawn(codebase)) return new Map();
  const { blueprint, language } = codebase;
  return new Map(blueprint.modules.map(({ id, role }) => [writerOf(language).path(blueprint, id), role]));
}

/** The roles that all of the codebases have. */
function coreOf(codebases: readonly Codebase[]): ReadonlySet<string> {
  const all = codebases.map((codebase) => new Set(rolesOf(codebase).values()));
  return new Set([...(all[0] ?? [])].filter((role) => all.every((roles) => roles.has(role))));
}

type TypedPair = string;

/** How many edges of each type there are between roles, and how many there could be. */
function betweenRoles(codebase: Drawn): ReadonlyMap<TypedPair, { edges: number; possible: number }> {
  const { groundTruth } = codebase;
  const role = rolesOf(codebase);
  const count = (name: string) => [...role.values()].filter((one) => one === name).length;
  const pairs = new Map<TypedPair, { edges: number; possible: number }>();
  for (const { source, target, type } of groundTruth.dependency_edges) {
    const [from, to] = [role.get(source) ?? '', role.get(target) ?? ''];
    const key = `${from} ${to} ${type}`;
    const possible = from === to ? count(from) * (count(from) - 1) : count(from) * count(to);
    pairs.set(key, { edges: (pairs.get(key)?.edges ?? 0) + 1, possible });
  }
  return pairs;
}

function describeRoles(codebases: readonly Drawn[]): Pick<Graphs, 'usual' | 'forced'> {
  if (codebases.length === 0) return { usual: null, forced: null };
  const all = codebases.map(betweenRoles);
  const linked = new Map<TypedPair, number>();
  for (const pairs of all) for (const key of pairs.keys()) linked.set(key, (linked.get(key) ?? 0) + 1);
  const share = (
    pairs: (typeof all)[number],
    which: (key: TypedPair, of: { edges: number; possible: number }) => boolean,
  ) => {
    const edges = (of: Iterable<readonly [string, { edges: number }]>) =>
      [...of].reduce((sum, [, one]) => sum + one.edges, 0);
    return edges([...pairs].filter(([key, of]) => which(key, of))) / edges(pairs);
  };
  return {
    usual: mean(all.map((pairs) => share(pairs, (key) => (linked.get(key) ?? 0) > 0.9 * all.length))),
    forced: mean(all.map((pairs) => share(pairs, (_, { edges, possible }) => possible > 1 && edges === possible))),
  };
}

/** A fingerprint of the typed graph among modules of roles that all have, whatever its names are: two alike graphs have the same (colour refinement). */
function classOf(codebase: Codebase, core: ReadonlySet<string>): string {
  const { modules, dependency_edges } = codebase.groundTruth;
  const role = rolesOf(codebase);
  const paths = new Set(Object.keys(modules).filter((path) => core.size === 0 || core.has(role.get(path) ?? '')));
  const edges = dependency_edges.filter(({ source, target }) => paths.has(source) && paths.has(target));
  let colours = new Map([...paths].map((path) => [path, '']));
  for (let round = 0; round < 4; round++) {
    const ends = new Map<string, string[]>([...colours.keys()].map((path) => [path, []]));
    for (const { source, target, type } of edges) {
      ends.get(source)?.push(`out ${type} ${colours.get(target)}`);
      ends.get(target)?.push(`in ${type} ${colours.get(source)}`);
    }
    colours = new Map(
      [...ends].map(([path, list]) => [path, sha256(`${colours.get(path)} ${list.toSorted().join()}`, 12)]),
    );
  }
  return sha256([...colours.values()].toSorted().join(), 12);
}
