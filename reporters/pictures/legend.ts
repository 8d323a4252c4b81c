import type { Drawing } from './compact-graph.ts';
import { FONT, PALETTE } from './palette.ts';

/** One entry: a line of that colour and dash pattern (`bold` for a thick one), or a box. */
export interface LegendEntry {
  label: string;
  color: string;
  dash?: string;
  box?: boolean;
}

const ROW = 22;
const SAMPLE = 26;
const GAP = 16;
/** A legend is no wider than this unless the drawing is. */
const WIDTH = 640;
/** Widths of letters at this size, on the average. */
const [CAPITAL, LETTER] = [8.6, 6.3];

/** The drawing on a light card, with a legend above it. */
export function underLegend({ width, height, style, body }: Drawing, entries: readonly LegendEntry[]): string {
  const wide = Math.max(width, WIDTH);
  const legend = drawLegend(entries, wide);
  const high = height + legend.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}"><style>${style}</style><rect width="100%" height="100%" fill="${PALETTE.card}"/>${legend.body}<g transform="translate(${(wide - width) / 2} ${legend.height})">${body}</g></svg>`;
}

/** The entries in rows that are no wider than that. */
export function drawLegend(entries: readonly LegendEntry[], wide: number): { height: number; body: string } {
  const parts: string[] = [];
  let [x, row] = [10, 0];
  for (const entry of entries) {
    const needed = SAMPLE + 6 + widthOf(entry.label);
    if (x + needed > wide) [x, row] = [10, row + 1];
    parts.push(drawEntry(entry, x, row * ROW));
    x += needed + GAP;
  }
  return {
    height: (row + 1) * ROW + 6,
    body: `<g font-family="${FONT}" font-size="12" fill="${PALETTE.text}">${parts.join('')}</g>`,
  };
}

function drawEntry({ label, color, dash = '', box }: LegendEntry, x: number, y: number): string {
  const look = dash === 'bold' ? 'stroke-width="3"' : `stroke-width="1.6"${dash ? ` stroke-dasharray="${dash}"` : ''}`;
  const sample = box
    ? `<rect x="${x}" y="${y + 8}" width="${SAMPLE}" height="12" rx="4" fill="none" stroke="${color}"/>`
    : `<path d="M${x} ${y + 14}h${SAMPLE}" stroke="${color}" fill="none" ${look}/>`;
  return `${sample}<text x="${x + SAMPLE + 6}" y="${y + 18}">${label}</text>`;
}

function widthOf(label: string): number {
  return [...label].reduce((sum, letter) => sum + (/[A-Z_]/.test(letter) ? CAPITAL : LETTER), 0);
}
