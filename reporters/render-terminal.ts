import CliTable from 'cli-table3';
import wrapAnsi from 'wrap-ansi';
import { harmless, withoutCommands } from '../src/base/harmless.ts';
import { isTextColumn, type Table } from './table.ts';

/** Terminals are taken to be at least this wide. */
const WIDTH = 100;

/**
 * Draws a table for the terminal; without `colour` it is plain text. It is at most 100 columns wide, and harmless whatever its
 * cells hold.
 */
export function renderTerminal(given: Table, colour: boolean): string {
  const table = cleaned(given);
  const rows = table.rows.map(({ cells }) => cells);
  const widths = fitWidths(
    table.columns.map((name, i) => Math.max(name.length, ...rows.map((cells) => (cells[i] ?? '').length))),
  );
  const drawn = new CliTable({
    head: [...table.columns],
    colAligns: table.columns.map((_, i) => (isTextColumn(table, i) ? 'left' : 'right')),
    colWidths: widths.map((width) => width + 2),
    wordWrap: true,
    style: { head: colour ? ['bold'] : [], border: colour ? ['grey'] : [], compact: true },
    chars: BORDERS,
  });
  let group: string | undefined;
  rows.forEach((cells, i) => {
    const next = table.rows[i]?.group;
    if (next !== undefined && next !== group) drawn.push([{ content: `· ${next}`, colSpan: table.columns.length }]);
    group = next;
    drawn.push(cells.map((cell, column) => breakUp(cell, widths[column] as number)));
  });
  const title = colour ? `\u001b[1m${table.title}\u001b[22m` : table.title;
  const lines = drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
  return withoutCommands([title, ...lines, ...table.notes.map(wrapped)].join('\n'));
}

function cleaned({ title, columns, rows, notes, ...rest }: Table): Table {
  return {
    ...rest,
    title: harmless(title),
    columns: columns.map(harmless),
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map(harmless),
      ...(row.group === undefined ? {} : { group: harmless(row.group) }),
    })),
    notes: notes.map(harmless),
  };
}

const BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  right: '',
  middle: '',
  mid: '─',
  'left-mid': '',
  'mid-mid': '',
  'right-mid': '',
};

/** Narrows the widest columns until all fit. */
function fitWidths(widths: readonly number[]): number[] {
  const fitted = [...widths];
  while (fitted.reduce((sum, width) => sum + width + 2, 0) > WIDTH) {
    const widest = fitted.indexOf(Math.max(...fitted));
    fitted[widest] = (fitted[widest] as number) - 1;
  }
  return fitted;
}

/** Breaks words that are wider than their column, so that no name is cut off. */
function breakUp(cell: string, width: number): string {
  return cell.replace(new RegExp(`[^ ]{${width}}(?=[^ ])`, 'g'), '$& ');
}

function wrapped(note: string): string {
  return wrapAnsi(note, WIDTH - 2).replace(/^/gm, '  ');
}
