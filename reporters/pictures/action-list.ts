import { formatAction } from '../../src/episode/actions/actions.ts';
import type { Novelty } from '../../src/scoring/novelty.ts';
import { escaped } from '../escaped.ts';
import { FONT, PALETTE } from './palette.ts';

const ROW = 19;
const TOP = 46;
/** Columns: step, action, what was new. */
const [STEP, ACTION, NEWS, WIDTH] = [34, 48, 520, 720];
const LONGEST = 64;
/** So many actions are listed. */
const MOST = 30;

/** The actions of an episode as a table: step, action, and what was new. */
export function drawActionList(novelties: readonly Novelty[]): string {
  const listed = novelties.slice(0, MOST);
  const rest = novelties.length - listed.length;
  const height = TOP + ROW * Math.max(1, listed.length + (rest > 0 ? 1 : 0)) + 10;
  const rows = listed.map(({ step, event, news }, i) => {
    const y = TOP + ROW * i;
    const stripe = i % 2 === 0 ? `<rect x="8" y="${y}" width="${WIDTH - 16}" height="${ROW}" fill="#f4f7fa"/>` : '';
    const color = event.ok ? PALETTE.text : PALETTE.hallucinated;
    return `${stripe}<text x="${STEP}" y="${y + 13}" text-anchor="end" fill="${PALETTE.quiet}">${step}</text><text x="${ACTION}" y="${y + 13}" font-family="monospace" fill="${color}">${escaped(cut(formatAction(event.action)))}</text><text x="${NEWS}" y="${y + 13}" fill="${color}">${escaped(news)}</text>`;
  });
  const head = `<text x="10" y="22" font-size="14" font-weight="bold">Actions</text><text x="${STEP}" y="40" text-anchor="end" fill="${PALETTE.quiet}">step</text><text x="${ACTION}" y="40" fill="${PALETTE.quiet}">action</text><text x="${NEWS}" y="40" fill="${PALETTE.quiet}">what was new</text>`;
  const none = novelties.length === 0 ? `<text x="${ACTION}" y="${TOP + 13}">none</text>` : '';
  const more =
    rest > 0 ? `<text x="${ACTION}" y="${TOP + ROW * MOST + 13}" fill="${PALETTE.quiet}">and ${rest} more</text>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"><rect width="100%" height="100%" fill="${PALETTE.card}"/><g font-family="${FONT}" font-size="12" fill="${PALETTE.text}">${head}${none}${rows.join('')}${more}</g></svg>`;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
