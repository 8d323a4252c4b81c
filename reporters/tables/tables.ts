import type { SuiteResults } from '../results.ts';
import type { Table } from '../table.ts';
import type { TableOptions } from '../view.ts';
import { VIEWS } from '../views.ts';
import { codebasesTable } from './codebases.ts';
import { outcomesTable } from './outcomes.ts';
import { usageTable } from './usage.ts';
import { verdictsTable } from './verdicts.ts';
import { warningsTable } from './warnings.ts';

/** The tables of a suite, in the order in which they are shown: those of each phase stand between what all phases have. */
export function tablesOf(suite: SuiteResults, options: TableOptions): Table[] {
  return withRows([
    verdictsTable(suite.verdicts),
    codebasesTable(suite.codebases),
    ...VIEWS.flatMap((view) => view.tables(suite, options)),
    usageTable(suite),
    warningsTable(suite),
    outcomesTable(suite),
  ]);
}

/** The tables that compare suites of one eval file with each other. */
export function tablesAcross(suites: readonly SuiteResults[], options: TableOptions): Table[] {
  return withRows(VIEWS.flatMap((view) => view.across?.(suites, options) ?? []));
}

function withRows(tables: readonly (Table | null)[]): Table[] {
  return tables.filter((table) => table !== null && table.rows.length > 0) as Table[];
}
