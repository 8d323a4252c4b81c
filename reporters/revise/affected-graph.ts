import type { Belief } from '../../src/belief/belief.ts';
import { EDGE_TYPES, type Edge, edgeKey, type GroundTruth } from '../../src/codebase/ground-truth.ts';
import { believedEdgeKeys, trueEdgeKeys } from '../../src/scoring/edges.ts';
import { compactGraph, type Drawing } from '../pictures/compact-graph.ts';
import { DASHES, STYLES, shownName } from '../pictures/edge-styles.ts';
import { layOut } from '../pictures/graphviz.ts';
import { drawLegend } from '../pictures/legend.ts';
import { FONT, PALETTE } from '../pictures/palette.ts';

type AffectedEdge = Pick<Edge, 'source' | 'target' | 'type'>;

const GAP = 24;
const TITLE = 26;
/** No wider a legend. */
const WIDTH = 730;

/**
 * The affected part of the graph three times, with every module in the same place: as it was believed before the evidence,
 * as it is believed after it, and as it is true. Beliefs are held against what was true at their time.
 */
export async function drawAffectedGraph(
  edges: readonly AffectedEdge[],
  believed: { before: Belief; now: Belief },
  truth: { before: GroundTruth; now: GroundTruth },
): Promise<Drawing> {
  const [wasTrue, isTrue] = [trueEdgeKeys(truth.before), trueEdgeKeys(truth.now)];
  const panels = await Promise.all([
    drawPanel('b', edges, againstTruth(believedEdgeKeys(believed.before), wasTrue)),
    drawPanel('n', edges, againstTruth(believedEdgeKeys(believed.now), isTrue)),
    drawPanel('t', edges, (key) => (isTrue.has(key) ? PALETTE.text : null)),
  ]);
  const titles = ['believed before the evidence', 'believed at the end', 'true'];
  const types = EDGE_TYPES.filter((type) => edges.some((edge) => edge.type === type));
  const legend = drawLegend(
    [
      { label: 'found', color: PALETTE.found },
      { label: 'missed', color: PALETTE.missed },
      { label: 'hallucinated', color: PALETTE.hallucinated },
      ...types.map((type) => ({ label: type, color: PALETTE.text, dash: DASHES[STYLES[type]] })),
    ],
    WIDTH,
  );
  const top = legend.height + TITLE;
  let left = 0;
  const parts = panels.map(({ width, body }, i) => {
    const part = `<text x="${left + 8}" y="${legend.height + 16}" font-family="${FONT}" font-size="12" fill="${PALETTE.quiet}">${titles[i]}</text><g transform="translate(${left} ${top})">${body}</g>`;
    left += Math.max(width, 180) + GAP;
    return part;
  });
  return {
    width: left - GAP,
    height: top + Math.max(...panels.map(({ height }) => height)),
    style: panels.map(({ style }) => style).join(''),
    body: legend.body + parts.join(''),
  };
}

/** The colour of an edge that is believed or true; null for one that is neither. */
function againstTruth(held: ReadonlySet<string>, actual: ReadonlySet<string>): (key: string) => string | null {
  return (key) => {
    if (held.has(key)) return actual.has(key) ? PALETTE.found : PALETTE.hallucinated;
    return actual.has(key) ? PALETTE.missed : null;
  };
}

async function drawPanel(
  prefix: string,
  edges: readonly AffectedEdge[],
  colorOf: (key: string) => string | null,
): Promise<Drawing> {
  const modules = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const nodes = modules.map((path, i) => `n${i}[label="${shownName(path)}"]`);
  // What is not drawn keeps its place, so that the panels can be compared.
  const lines = edges.map((edge) => {
    const color = colorOf(edgeKey(edge));
    const look = color ? `color="${color}",style=${STYLES[edge.type]}` : 'style=invis';
    const width = edge.type === 'DATA_FLOWS_TO' ? 2.5 : color === PALETTE.missed ? 0.6 : 1.3;
    return `n${modules.indexOf(edge.source)}->n${modules.indexOf(edge.target)}[${look},penwidth=${width}]`;
  });
  const dot = `digraph{rankdir=LR;nodesep=0.1;ranksep=0.5;bgcolor="${PALETTE.card}";
node[shape=box,style=filled,fillcolor="#f4f7fa",color="${PALETTE.text}",fontname="Arial",fontsize=11,height=0.25,margin="0.08,0.03"];
edge[arrowsize=0.5];${[...nodes, ...lines].join(';')}}`;
  return compactGraph(await layOut(dot), prefix);
}
