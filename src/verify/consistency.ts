import { reach } from '../base/reach.ts';
import { type Edge, edgeKey, type GroundTruth } from '../codebase/ground-truth.ts';

/**
 * What is wrong with a ground truth by itself or against the files: evidence that is not there, entries that stand twice,
 * a view of the edges that differs from them, and invariants that the edges contradict. One line each.
 *
 * @param runs the code runs, so that data flows where a rule says so
 */
export function checkConsistency(truth: GroundTruth, files: ReadonlySet<string>, runs = true): string[] {
  return [
    ...repeated(
      'edge',
      truth.dependency_edges.map((edge) => edgeKey(edge).replaceAll('\n', ' ')),
    ),
    ...repeated(
      'contract',
      truth.contracts.map(({ module, name }) => `${module} ${name}`),
    ),
    ...repeated(
      'invariant',
      truth.invariants.map(({ id }) => id),
    ),
    ...missingEvidence(truth, files),
    ...modulesThatDiffer(truth),
    ...truth.invariants.flatMap(({ id, structured }) =>
      structured ? contradictions(id, structured, truth.dependency_edges, runs) : [],
    ),
  ];
}

function repeated(what: string, keys: readonly string[]): string[] {
  const twice = new Set(keys.filter((key, i) => keys.indexOf(key) !== i));
  return [...twice].map((key) => `${what} ${key} stands twice`);
}

function missingEvidence(truth: GroundTruth, files: ReadonlySet<string>): string[] {
  const gone = (paths: readonly string[]) => paths.filter((path) => !files.has(path));
  return [
    ...truth.dependency_edges.flatMap(({ source, target, type, evidence = [] }) => [
      ...gone(evidence).map((path) => `evidence of ${source} → ${target} (${type}): there is no file ${path}`),
      ...(evidence.length > 0 && !evidence.includes(source) && type === 'IMPORTS'
        ? [`evidence of ${source} → ${target} (IMPORTS) leaves out ${source}, where the import stands`]
        : []),
    ]),
    ...truth.invariants.flatMap(({ id, evidence_locations }) =>
      gone(evidence_locations).map((path) => `evidence of ${id}: there is no file ${path}`),
    ),
  ];
}

function modulesThatDiffer(truth: GroundTruth): string[] {
  const edges = Map.groupBy(truth.dependency_edges, ({ source }) => source);
  const text = (list: readonly { target: string; type: string }[]) =>
    list
      .map(({ target, type }) => `${target} ${type}`)
      .toSorted()
      .join();
  return Object.entries(truth.modules).flatMap(([path, module]) => [
    ...(module.filepath === path ? [] : [`module ${path} has the filepath ${module.filepath}`]),
    ...(text(module.edges) === text(edges.get(path) ?? [])
      ? []
      : [`the edges listed in module ${path} are not its dependency_edges`]),
  ]);
}

type Structured = NonNullable<GroundTruth['invariants'][number]['structured']>;

function contradictions(id: string, { type, src, dst }: Structured, edges: readonly Edge[], runs: boolean): string[] {
  const inside = (path: string, place: string | null | undefined) =>
    !place || path === place || path.startsWith(`${place}/`);
  // A rule that names neither end speaks of what its words say, which is not known here.
  if (type === 'FORBIDDEN_EDGE' && (src || dst)) {
    return edges
      .filter((edge) => edge.type === 'IMPORTS' && inside(edge.source, src) && inside(edge.target, dst))
      .map(({ source, target }) => `${id} forbids ${source} → ${target}, which is an import`);
  }
  if (runs && type === 'VALIDATION_CHAIN' && src && dst && !flowsTo(src, dst, edges)) {
    return [`${id} says that data passes ${src} before ${dst}, but none flows from the one to the other`];
  }
  return [];
}

/** Whether data flows from one stage to another, directly or through others. */
function flowsTo(from: string, to: string, edges: readonly Edge[]): boolean {
  const flows = Map.groupBy(
    edges.filter(({ type }) => type === 'DATA_FLOWS_TO'),
    ({ source }) => source,
  );
  return from !== to && reach([from], (part) => flows.get(part)?.map(({ target }) => target) ?? []).has(to);
}
