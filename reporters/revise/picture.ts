import { nameOf } from '../../src/base/path.ts';
import type { Belief } from '../../src/belief/belief.ts';
import { edgeKey, type GroundTruth } from '../../src/codebase/ground-truth.ts';
import { edgesOfChange, type Mutation } from '../../src/patterns/mutations/mutation.ts';
import { believedExport } from '../../src/scoring/contracts.ts';
import { believedEdgeKeys, trueEdgeKeys } from '../../src/scoring/edges.ts';
import { escaped } from '../escaped.ts';
import { FONT, PALETTE } from '../pictures/palette.ts';
import { drawAffectedGraph } from './affected-graph.ts';

const ROW = 21;
const TOP = 84;
const WIDTH = 760;
/** Columns: true before, true now, believed before, believed now. */
const COLUMNS = [468, 538, 620, 700] as const;
/** So many elements are shown. */
const MOST = 30;

/** An affected element, and in which of the four it stands. */
interface Affected {
  label: string;
  trueBefore: string;
  trueNow: string;
  believedBefore: string;
  believedNow: string;
}

/**
 * The affected part of the graph, before, after and true, and each affected element in words: what was true and is true, and
 * what was believed before and after the evidence.
 */
export async function drawRevision(
  mutation: Mutation,
  old: Belief,
  current: Belief,
  before: GroundTruth,
  now: GroundTruth,
): Promise<string> {
  const edges = edgesOfChange(mutation);
  const graph =
    edges.length > 0
      ? await drawAffectedGraph(edges.slice(0, MOST), { before: old, now: current }, { before, now })
      : null;
  const all = affectedBy(mutation, old, current, before, now);
  const shown = all.slice(0, MOST);
  const rows = shown.map((element, i) => drawRow(element, TOP + ROW * i, i));
  const rest =
    all.length > MOST
      ? [`<text x="14" y="${TOP + ROW * MOST + 14}" fill="${PALETTE.quiet}">and ${all.length - MOST} more</text>`]
      : [];
  const table = TOP + ROW * (Math.max(1, shown.length) + rest.length) + 12;
  const width = Math.max(WIDTH, (graph?.width ?? 0) + 28);
  const height = table + (graph ? graph.height + 12 : 0);
  const drawing = graph ? `<style>${graph.style}</style><g transform="translate(14 ${table})">${graph.body}</g>` : '';
  const heads = ['was true', 'is true', 'believed', 'believes'];
  const head = heads.map(
    (name, i) => `<text x="${COLUMNS[i]}" y="74" text-anchor="middle" fill="${PALETTE.quiet}">${name}</text>`,
  );
  const title = `${mutation.type}${mutation.is_sham ? ', a sham: nothing of this happened' : ''}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${PALETTE.card}"/><g font-family="${FONT}" font-size="12" fill="${PALETTE.text}"><text x="14" y="24" font-size="14" font-weight="bold">${title}</text><text x="14" y="44" fill="${PALETTE.quiet}">${escaped(mutation.description)}</text>${head.join('')}${rows.join('')}${rest.join('')}</g>${drawing}</svg>`;
}

function drawRow(element: Affected, y: number, i: number): string {
  const stripe = i % 2 === 0 ? `<rect x="8" y="${y}" width="${WIDTH - 16}" height="${ROW}" fill="#f4f7fa"/>` : '';
  // By sign as well as by colour.
  const said = (believed: string, truth: string): [string, string] =>
    believed === truth ? [`${believed} ✓`, PALETTE.found] : [`${believed} ✗`, PALETTE.hallucinated];
  const cells: [string, string][] = [
    [element.trueBefore, PALETTE.text],
    [element.trueNow, PALETTE.text],
    said(element.believedBefore, element.trueBefore),
    said(element.believedNow, element.trueNow),
  ];
  const texts = cells.map(
    ([text, color], column) =>
      `<text x="${COLUMNS[column]}" y="${y + 15}" text-anchor="middle" fill="${color}">${text}</text>`,
  );
  return `${stripe}<text x="14" y="${y + 15}">${escaped(element.label)}</text>${texts.join('')}`;
}

function affectedBy(
  mutation: Mutation,
  old: Belief,
  current: Belief,
  before: GroundTruth,
  now: GroundTruth,
): Affected[] {
  const there = (yes: boolean) => (yes ? 'yes' : 'no');
  const [wasTrue, isTrue, believed, believes] = [
    trueEdgeKeys(before),
    trueEdgeKeys(now),
    believedEdgeKeys(old),
    believedEdgeKeys(current),
  ];
  const count = (parameters: readonly unknown[] | undefined) => (parameters ? String(parameters.length) : '–');
  const ofTruth = (truth: GroundTruth, module: string, name: string) =>
    count(truth.contracts.find((contract) => contract.module === module && contract.name === name)?.signature.params);
  const ofBelief = (belief: Belief, module: string, name: string) =>
    count(believedExport(belief, module, name)?.signature.params);
  return [
    ...mutation.claimed_elements.contracts.map(
      ({ module, name }): Affected => ({
        label: cut(`parameters of ${name} (${nameOf(module)})`),
        trueBefore: ofTruth(before, module, name),
        trueNow: ofTruth(now, module, name),
        believedBefore: ofBelief(old, module, name),
        believedNow: ofBelief(current, module, name),
      }),
    ),
    ...edgesOfChange(mutation).map((edge): Affected => {
      const key = edgeKey(edge);
      return {
        label: cut(`${nameOf(edge.source)} → ${nameOf(edge.target)} ${edge.type}`),
        trueBefore: there(wasTrue.has(key)),
        trueNow: there(isTrue.has(key)),
        believedBefore: there(believed.has(key)),
        believedNow: there(believes.has(key)),
      };
    }),
  ];
}

const cut = (text: string) => (text.length > 62 ? `${text.slice(0, 61)}…` : text);
