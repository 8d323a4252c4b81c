import { markdownTable } from 'markdown-table';
import { isTextColumn, type Table } from './table.ts';

/** Writes a table as Markdown; groups become a first column. */
export function renderMarkdown(table: Table): string {
  const grouped = table.rows.some(({ group }) => group !== undefined);
  const escapeCell = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const head = grouped ? ['', ...table.columns] : [...table.columns];
  const rows = table.rows.map(({ group, cells }) => (grouped ? [group ?? '', ...cells] : [...cells]).map(escapeCell));
  const first = grouped ? 1 : 0;
  const align = head.map((_, i) => (i < first || isTextColumn(table, i - first) ? 'l' : 'r'));
  return [
    `### ${table.title}`,
    markdownTable([head, ...rows], { align }),
    ...table.notes.map((note) => `_${note}_`),
  ].join('\n\n');
}
