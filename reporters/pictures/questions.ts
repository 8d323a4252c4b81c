import type { TranscriptEvent } from '../../src/episode/transcript.ts';
import { escaped } from '../escaped.ts';
import { FONT, PALETTE } from './palette.ts';

type ChoiceEvent = Extract<TranscriptEvent, { type: 'choice' }>;

const [WIDTH, LINE, TOP, GAP] = [860, 17, 64, 12];
/** Characters of a line, and questions that are drawn. */
const [LONGEST, MOST] = [118, 30];

/** The questions of an exploit phase: what was asked, which option was chosen, and which is right. */
export function drawQuestions(choices: readonly ChoiceEvent[]): string {
  const drawn = choices.slice(0, MOST);
  const right = choices.filter(({ chosen, question }) => chosen === question.answer).length;
  let y = TOP;
  const blocks = drawn.map(({ question, chosen }, i) => {
    const top = y;
    const lines = [
      line(`${i + 1}. ${question.text}`, 14, y, PALETTE.text, 'bold'),
      ...question.options.map((option, at) => {
        y += LINE;
        const isRight = at === question.answer;
        const isChosen = at === chosen;
        const mark = isRight && isChosen ? '✓' : isChosen ? '✗' : isRight ? '○' : ' ';
        const color = isRight ? PALETTE.recall : isChosen ? PALETTE.hallucinated : PALETTE.quiet;
        return line(`${mark} ${'ABCD'[at]}. ${option}`, 30, y, color, isRight || isChosen ? 'bold' : 'normal');
      }),
    ];
    if (chosen === null) {
      y += LINE;
      lines.push(line('no option was chosen', 30, y, PALETTE.hallucinated, 'normal'));
    }
    y += LINE + GAP;
    const stripe =
      i % 2 === 0 ? `<rect x="8" y="${top - 15}" width="${WIDTH - 16}" height="${y - top}" fill="#f4f7fa"/>` : '';
    return stripe + lines.join('');
  });
  const rest = choices.length - drawn.length;
  const more = rest > 0 ? line(`and ${rest} more`, 14, y, PALETTE.quiet, 'normal') : '';
  const head =
    line(`Questions: ${right} of ${choices.length} right`, 10, 20, PALETTE.text, 'bold', 14) +
    line('✓ chosen and right   ✗ chosen and wrong   ○ right', 10, 36, PALETTE.quiet, 'normal');
  const height = y + (rest > 0 ? LINE : 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"><rect width="100%" height="100%" fill="${PALETTE.card}"/><g font-family="${FONT}" font-size="12">${head}${blocks.join('')}${more}</g></svg>`;
}

function line(text: string, x: number, y: number, color: string, weight: 'bold' | 'normal', size = 12): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return `<text x="${x}" y="${y}" fill="${color}" font-weight="${weight}" font-size="${size}" xml:space="preserve">${escaped(shown)}</text>`;
}
