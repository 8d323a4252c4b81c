import { directoryOf } from '../../src/base/path.ts';
import type { Belief } from '../../src/belief/belief.ts';
import { predictedEdges } from '../../src/belief/belief.ts';
import { EDGE_TYPES, type Edge, edgeKey, type GroundTruth } from '../../src/codebase/ground-truth.ts';
import { believedEdgeKeys, trueEdgeKeys } from '../../src/scoring/edges.ts';
import { compactGraph } from './compact-graph.ts';
import { DASHES, STYLES, shownName, shownText } from './edge-styles.ts';
import { layOut } from './graphviz.ts';
import { underLegend } from './legend.ts';
import { PALETTE } from './palette.ts';

/** Stages stand in one column: their chain would make the picture too wide to be read where it is shown. */
const LAYOUT = {
  IMPORTS: '',
  CALLS_API: '',
  DATA_FLOWS_TO: ',constraint=false',
  REGISTRY_WIRES: '',
} as const satisfies Record<(typeof EDGE_TYPES)[number], string>;

/** Files beyond the modules that a belief names, and edges that are not, are drawn only up to so many: a belief can name anything. */
const [MOST_INVENTED, MOST_HALLUCINATED] = [20, 80];

/**
 * The true graph against the believed one: found edges, missed ones and hallucinated ones by colour, types by line style,
 * files that were not opened faded.
 *
 * @param faded what the legend says of them
 */
export async function drawDependencyGraph(
  belief: Belief,
  truth: GroundTruth,
  opened: ReadonlySet<string>,
  faded = 'not opened',
): Promise<string> {
  const drawn = await layOut(dotOf(belief, truth, opened));
  const held = believedEdgeKeys(belief);
  const found = [...held].filter((key) => trueEdgeKeys(truth).has(key)).length;
  const total = trueEdgeKeys(truth).size;
  const hallucinated = held.size - found;
  const drawnOf = hallucinated > MOST_HALLUCINATED ? `, ${MOST_HALLUCINATED} drawn` : '';
  return underLegend(compactGraph(drawn), [
    { label: `found (${found})`, color: PALETTE.found },
    { label: `missed (${total - found})`, color: PALETTE.missed },
    { label: `hallucinated (${hallucinated}${drawnOf})`, color: PALETTE.hallucinated },
    ...EDGE_TYPES.map((type) => ({ label: type, color: PALETTE.text, dash: DASHES[STYLES[type]] })),
    { label: faded, color: PALETTE.line, box: true },
  ]);
}

function dotOf(belief: Belief, truth: GroundTruth, opened: ReadonlySet<string>): string {
  const actual = trueEdgeKeys(truth);
  const believed = new Map(predictedEdges(belief).map((edge) => [edgeKey(edge), edge]));
  const modules = new Set(Object.keys(truth.modules));
  const ids = new Map<string, string>();
  const id = (path: string) => {
    const known = ids.get(path) ?? `n${ids.size}`;
    ids.set(path, known);
    return known;
  };
  const invented = new Set<string>();
  const lines: string[] = [];
  const line = (
    { source, target, type }: Pick<Edge, 'source' | 'target' | 'type'>,
    color: string,
    width: number,
    rest = '',
  ) => {
    const wide = type === 'DATA_FLOWS_TO' ? 2.5 * width : width;
    lines.push(`${id(source)}->${id(target)}[color="${color}",style=${STYLES[type]},penwidth=${wide}${rest}]`);
  };
  // What is drawn later lies on top.
  const [missed, found] = [false, true].map((held) =>
    truth.dependency_edges.filter((edge) => believed.has(edgeKey(edge)) === held),
  ) as [GroundTruth['dependency_edges'], GroundTruth['dependency_edges']];
  for (const edge of missed) line(edge, PALETTE.missed, 0.6, LAYOUT[edge.type]);
  for (const edge of found) line(edge, PALETTE.found, 1.3, LAYOUT[edge.type]);
  let hallucinated = 0;
  for (const [key, edge] of believed) {
    if (actual.has(key) || hallucinated === MOST_HALLUCINATED) continue;
    hallucinated++;
    const unknown = [edge.source, edge.target].filter((path) => !modules.has(path) && !invented.has(path));
    if (invented.size + unknown.length > MOST_INVENTED) continue;
    for (const path of unknown) invented.add(path);
    // Hallucinated edges do not move the true graph about.
    line(edge, PALETTE.hallucinated, 1.3, ',constraint=false');
  }
  const byFolder = Map.groupBy([...modules], directoryOf);
  const clusters = [...byFolder].map(([folder, paths], i) => {
    const nodes = paths.map((path) => `${id(path)}${looksOf(path, opened.has(path))}`).join(';');
    return `subgraph cluster_${i}{label="${shownText(folder || '.')}";${nodes}}`;
  });
  const strangers = [...invented].map(
    (path) => `${id(path)}[label="${shownText(path)}",color="${PALETTE.hallucinated}",style=dashed]`,
  );
  return `digraph{rankdir=LR;nodesep=0.1;ranksep=0.6;outputorder=edgesfirst;bgcolor="${PALETTE.card}";fontname="Arial";fontsize=10;fontcolor="${PALETTE.quiet}";color="${PALETTE.line}";
node[shape=box,style=filled,fillcolor="#f4f7fa",color="${PALETTE.text}",fontname="Arial",fontsize=11,height=0.25,margin="0.08,0.03"];
edge[arrowsize=0.5];${clusters.join('')}${strangers.join(';')};${lines.join(';')}}`;
}

function looksOf(path: string, opened: boolean): string {
  const faded = opened ? '' : `,color="${PALETTE.line}",fontcolor="${PALETTE.missed}",fillcolor="${PALETTE.card}"`;
  return `[label="${shownName(path)}"${faded}]`;
}
