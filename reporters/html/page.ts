import { escaped } from '../escaped.ts';
import { isTextColumn, type Table } from '../table.ts';

/** A part of the report: a suite, or what compares suites. */
export interface Section {
  title: string;
  /** SVG. */
  charts: readonly string[];
  tables: readonly Table[];
}

/** The report as one HTML file that needs nothing else: no network, no scripts. */
export function renderPage(sections: readonly Section[]): string {
  const contents = sections.map(({ title }, i) => `<li><a href="#s${i}">${escaped(title)}</a></li>`).join('');
  const parts = sections.map(
    ({ title, charts, tables }, i) =>
      `<section id="s${i}"><h2>${escaped(title)}</h2>${charts.map((svg) => `<figure>${svg}</figure>`).join('')}${tables.map(renderTable).join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Architecture understanding</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Architecture understanding</h1>
${sections.length > 1 ? `<nav><ul>${contents}</ul></nav>` : ''}
${parts.join('\n')}
</body>
</html>
`;
}

function renderTable(table: Table): string {
  const align = (column: number) => (isTextColumn(table, column) ? '' : ' class="n"');
  const head = table.columns.map((name, i) => `<th${align(i)} scope="col">${escaped(name)}</th>`).join('');
  let group: string | undefined;
  const rows = table.rows.map((row) => {
    const heading =
      row.group !== undefined && row.group !== group
        ? `<tr><th class="g" scope="colgroup" colspan="${table.columns.length}">${escaped(row.group)}</th></tr>`
        : '';
    group = row.group;
    return `${heading}<tr>${row.cells.map((cell, i) => `<td${align(i)}>${escaped(cell)}</td>`).join('')}</tr>`;
  });
  const notes = table.notes.map((note) => `<p class="note">${escaped(note)}</p>`).join('');
  return `<h3>${escaped(table.title)}</h3><div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>${notes}`;
}

const STYLE = `
:root{--text:#1f2328;--quiet:#59636e;--line:#d9dee3;--page:#ffffff;--band:#f4f7fa}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--quiet:#9aa4af;--line:#3a424c;--page:#0f1419;--band:#1a212a}}
body{margin:0 auto;max-width:1000px;padding:24px;font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--page)}
h1{font-size:26px}h2{font-size:20px;margin-top:48px;border-bottom:1px solid var(--line);padding-bottom:6px}h3{font-size:16px;margin:28px 0 8px}
a{color:inherit}nav ul{padding-left:20px}
figure{margin:16px 0;max-width:760px}figure svg{display:block;width:100%;height:auto;border-radius:8px;border:1px solid var(--line)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:13.5px}
th,td{padding:4px 12px;text-align:left;white-space:nowrap}thead th{border-bottom:1px solid var(--line)}
.n{text-align:right;font-variant-numeric:tabular-nums}
.g{padding-top:10px;color:var(--quiet);font-weight:600}
tbody tr:nth-child(even) td{background:var(--band)}
.note{color:var(--quiet);font-size:13px;margin:6px 0;max-width:760px}
`;
