import { nameOf } from '../../src/base/path.ts';
import type { EDGE_TYPES } from '../../src/codebase/ground-truth.ts';

/** Line styles of Graphviz by edge type: they tell types apart where colours tell right from wrong. */
export const STYLES = {
  IMPORTS: 'solid',
  CALLS_API: 'dashed',
  DATA_FLOWS_TO: 'bold',
  REGISTRY_WIRES: 'dotted',
} as const satisfies Record<(typeof EDGE_TYPES)[number], string>;

/** The same as dash patterns and widths of SVG, for the legend. */
export const DASHES = { solid: '', dashed: '5 2', bold: 'bold', dotted: '1 3' } as const;

/** Letters of a name at the most. */
const LONGEST = 40;

/** A name as it is shown in a label of Graphviz: an agent can make up any. */
export function shownText(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  const short = plain.length > LONGEST ? `…${plain.slice(1 - LONGEST)}` : plain;
  return short.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** The name of a file without its folder, as it is shown. */
export function shownName(path: string): string {
  return shownText(nameOf(path));
}
