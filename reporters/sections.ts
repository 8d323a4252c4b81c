import { renderMarkdown } from './render-markdown.ts';
import type { Results, SuiteResults } from './results.ts';
import { counted, type Table } from './table.ts';
import { tablesAcross, tablesOf } from './tables/tables.ts';
import { verdictsTable } from './tables/verdicts.ts';
import { verdictOf } from './verdict-of.ts';
import type { TableOptions } from './view.ts';
import { viewOf } from './views.ts';

/** A suite with its tables, or the tables that compare the suites of a file. */
export interface ReportSection {
  title: string;
  suite?: SuiteResults;
  tables: Table[];
}

/** The suites of each file with their tables, and the tables that compare them. */
export function sectionsOf(suites: readonly SuiteResults[], options: TableOptions): ReportSection[] {
  return [...Map.groupBy(suites, ({ project, file }) => `${project}\n${file}`).values()].flatMap((members) => {
    const across = tablesAcross(members, options);
    return [
      ...members.map((suite) => ({ title: headline(suite), suite, tables: tablesOf(suite, options) })),
      ...(across.length > 0 ? [{ title: `Suites of ${members[0]?.file} compared`, tables: across }] : []),
    ];
  });
}

/** The report as Markdown. */
export function markdown(sections: readonly ReportSection[]): string {
  const parts = sections.flatMap(({ title, tables }) => [`## ${title}`, ...tables.map(renderMarkdown)]);
  return `${['# Architecture understanding', ...parts].join('\n\n')}\n`;
}

function headline({ suite, file, results, skipped }: SuiteResults): string {
  const left = skipped > 0 ? `, ${skipped} case${skipped === 1 ? '' : 's'} not run` : '';
  const phases = [...Map.groupBy(results, ({ phase }) => phase)].map(
    ([phase, of]) => viewOf(phase)?.headline(of) ?? counted(of.length, `${phase} phase`),
  );
  const setting = Object.entries(results[0]?.set_up ?? {}).map(
    ([name, value]) => `, ${name.replaceAll('_', ' ')} ${value}`,
  );
  return `${suite} (${file}): ${phases.join(', ') || '0 episodes'}${left}${setting.join('')}`;
}

/** The report for the summary of a GitHub job: how the run went, and the verdicts of all suites, come first. */
export function jobSummary(results: Results, report: string): string {
  const verdicts = verdictsTable(results.suites.flatMap((suite) => suite.verdicts));
  const head = `**${verdictOf(results)}**`;
  return [...(verdicts ? [renderMarkdown(verdicts)] : []), head, report].join('\n\n');
}
