import { believe } from '../../src/agents/baselines/conventions.ts';
import { mean } from '../../src/base/mean.ts';
import { directoryOf } from '../../src/base/path.ts';
import type { Codebase } from '../../src/codebase/codebase.ts';
import type { Edge } from '../../src/codebase/ground-truth.ts';
import type { Pattern } from '../../src/patterns/drawing/specification.ts';
import { isDrawn } from '../../src/patterns/drawn.ts';
import { writerOf } from '../../src/patterns/writing/writers.ts';
import { featuresOf } from '../../src/prior/features.ts';
import { f1, learn, type Prior } from '../../src/prior/prior.ts';
import { vocabulariesOf } from '../../src/prior/vocabulary.ts';
import { scoreContracts } from '../../src/scoring/contracts.ts';
import { scoreInvariants } from '../../src/scoring/invariants.ts';

type Bare = Pick<Edge, 'source' | 'target' | 'type'>;
const pathsOf = ({ groundTruth }: Codebase) => Object.keys(groundTruth.modules);

/** What guessers get that see file names alone, as mean F1 of edges over codebases that they have not learnt from. */
export interface Guessed {
  names: number;
  /** The same by how folders are made; null where there is no such codebase. */
  layer: number | null;
  feature: number | null;
  flat: number | null;
  one: number;
  nearest: number;
  byHand: number;
  threeFiles: number;
  /** Strict F1 of rules that are likely by names, and shares of exports whose signature, and whose callers, are right. */
  rules: number;
  signatures: number;
  callers: number;
  /** Strict F1 of rules where all pairs of folders are said to be apart. */
  allRules: number;
  /** Recall of attested rules by all that hold between folders, and F1 of listing these. */
  holdingRules: number;
}

export function guess(
  pattern: Pattern,
  prior: Prior,
  learnt: readonly Codebase[],
  tested: readonly Codebase[],
): Guessed {
  const single = learnt.slice(0, 5).map((one) => learn(pattern, [one], []));
  const score = (guessed: (codebase: Codebase) => readonly Bare[]) =>
    mean(tested.map((codebase) => f1(guessed(codebase), codebase.groundTruth.dependency_edges)));
  const believed = (by: Prior) => (codebase: Codebase) => by.edges.believes(by.placesOf(pathsOf(codebase)));
  const byNames = (codebase: Codebase) => f1(believed(prior)(codebase), codebase.groundTruth.dependency_edges);
  const shape = (name: string) => {
    const of = tested.filter(({ blueprint }) => (blueprint as { folders?: string } | undefined)?.folders === name);
    return of.length === 0 ? null : mean(of.map(byNames));
  };
  const beliefs = tested.map((codebase) => ({ codebase, belief: believe(prior, pathsOf(codebase)) }));
  const contracts = beliefs.map(({ codebase, belief }) => scoreContracts(belief, codebase.groundTruth));
  const shareOf = (part: 'signature_matches' | 'caller_matches') =>
    mean(contracts.map((scores) => scores[part] / Math.max(1, scores.total)));
  return {
    names: mean(tested.map(byNames)),
    layer: shape('layer'),
    feature: shape('feature'),
    flat: shape('flat'),
    one: mean(single.map((by) => score(believed(by)))),
    nearest: score((codebase) => nearest(codebase, learnt, pattern)),
    byHand: score((codebase) => byHand(codebase, pattern)),
    threeFiles: score((codebase) => afterReading(codebase, believed(prior)(codebase))),
    rules: mean(beliefs.map(({ codebase, belief }) => scoreInvariants(belief, codebase.groundTruth).f1)),
    signatures: shareOf('signature_matches'),
    callers: shareOf('caller_matches'),
    allRules: mean(tested.map((codebase) => rulesF1(codebase, () => true))),
    holdingRules: mean(tested.map((codebase) => rulesF1(codebase, (src, dst) => holds(codebase, src, dst)))),
  };
}

/** What a codebase with the most alike names has, carried over from like name to like name. */
function nearest(codebase: Codebase, learnt: readonly Codebase[], pattern: Pattern): Bare[] {
  const { names, folders } = vocabulariesOf(pattern);
  const kinds = (one: Codebase) =>
    pathsOf(one).map((path) => {
      const { name, folder } = featuresOf(path, names, folders, new Set());
      return [path, `${name} ${folder}`] as const;
    });
  const own = kinds(codebase);
  const count = (list: readonly (readonly [string, string])[]) => Map.groupBy(list, ([, kind]) => kind);
  const ownCount = count(own);
  const alike = (one: Codebase) => {
    const other = count(kinds(one));
    return (
      [...ownCount].reduce((sum, [kind, list]) => sum + Math.min(list.length, other.get(kind)?.length ?? 0), 0) /
      pathsOf(one).length
    );
  };
  const best = learnt.toSorted((a, b) => alike(b) - alike(a))[0] as Codebase;
  // The first of a kind there is the first of that kind here.
  const there = count(kinds(best));
  const map = new Map(
    [...there].flatMap(([kind, list]) => list.map(([path], i) => [path, ownCount.get(kind)?.[i]?.[0]] as const)),
  );
  return best.groundTruth.dependency_edges.flatMap(({ source, target, type }) => {
    const [from, to] = [map.get(source), map.get(target)];
    return from && to && from !== to ? [{ source: from, target: to, type }] : [];
  });
}

/** What somebody would say who knows the pattern from books: entries start holders, parts use what stands below them. */
function byHand(codebase: Codebase, pattern: Pattern): Bare[] {
  const { names, folders } = vocabulariesOf(pattern);
  const role = new Map(
    pathsOf(codebase).map((path) => {
      const { name, folder } = featuresOf(path, names, folders, new Set());
      return [path, pattern.roles.some((one) => one.name === name) ? name : folder] as const;
    }),
  );
  const of = (name: string) => [...role].filter(([, one]) => one === name).map(([path]) => path);
  const all = (from: readonly string[], to: readonly string[], types: readonly Edge['type'][]): Bare[] =>
    from.flatMap((source) =>
      to.filter((target) => target !== source).flatMap((target) => types.map((type) => ({ source, target, type }))),
    );
  const entries = of('entry');
  return [
    ...pattern.points.flatMap(({ holder, parts }) => [
      ...all(entries, of(holder), ['IMPORTS', 'CALLS_API']),
      ...all(of(holder), of(parts), ['CALLS_API', 'REGISTRY_WIRES']),
      ...of(parts)
        .slice(1)
        .map((target, i): Bare => ({ source: of(parts)[i] as string, target, type: 'DATA_FLOWS_TO' })),
    ]),
    ...pattern.defining.flatMap(([from, to]) =>
      all(of(from), of(to), ['IMPORTS', 'CALLS_API']).filter(
        ({ source, target }) => directoryOf(source) === directoryOf(target),
      ),
    ),
  ];
}

/** Where the command line of a drawn codebase begins. */
function entryOf(codebase: Codebase): string | undefined {
  if (!isDrawn(codebase)) return undefined;
  const [entry] = codebase.blueprint.entries;
  return entry && writerOf(codebase.language).path(codebase.blueprint, entry.unit.from);
}

/** The learner after it has read the config, the entry and one part: what these show it knows, the rest it guesses. */
function afterReading(codebase: Codebase, believed: readonly Bare[]): Bare[] {
  const { dependency_edges: edges } = codebase.groundTruth;
  const entry =
    entryOf(codebase) ??
    pathsOf(codebase).find(
      (path) => edges.some(({ source }) => source === path) && !edges.some(({ target }) => target === path),
    ) ??
    '';
  const part = edges.find(({ type }) => type === 'DATA_FLOWS_TO')?.target ?? '';
  const read = new Set([entry, part, ...[...codebase.files.keys()].filter((path) => path.endsWith('.json'))]);
  const known = edges.filter(({ source, evidence = [source] }) => evidence.every((path) => read.has(path)));
  const guessed = believed.filter(({ source }) => !read.has(source));
  return [...known, ...guessed];
}

function foldersOf(codebase: Codebase): string[] {
  return [...new Set(pathsOf(codebase).map(directoryOf))].filter((folder) => folder.includes('/'));
}

function holds({ groundTruth }: Codebase, src: string, dst: string): boolean {
  return !groundTruth.dependency_edges.some(
    ({ type, source, target }) => type === 'IMPORTS' && source.startsWith(`${src}/`) && target.startsWith(`${dst}/`),
  );
}

function rulesF1(codebase: Codebase, which: (src: string, dst: string) => boolean): number {
  const folders = foldersOf(codebase);
  const said = folders.flatMap((src) =>
    folders.filter((dst) => dst !== src && which(src, dst)).map((dst) => `FORBIDDEN_EDGE ${src} ${dst}`),
  );
  const truth = new Set(
    codebase.groundTruth.invariants.map(
      ({ structured }) => `${structured?.type} ${structured?.src} ${structured?.dst}`,
    ),
  );
  const hits = said.filter((rule) => truth.has(rule)).length;
  return said.length + truth.size === 0 ? 1 : (2 * hits) / (said.length + truth.size);
}
