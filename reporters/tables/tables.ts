import type { SuiteResults } from '../results.ts';
import type { Table } from '../table.ts';
import { budgetsTable } from './budgets.ts';
import { codebasesTable } from './codebases.ts';
import { confusionTable } from './confusion.ts';
import { constraintsTable } from './constraints.ts';
import { gapTable } from './gap.ts';
import { intervalsTable } from './intervals.ts';
import { languagesTable } from './languages.ts';
import { outcomesTable } from './outcomes.ts';
import { performanceTable } from './performance.ts';
import { recallByTypeTable } from './recall-by-type.ts';
import { revisionsTable } from './revisions.ts';
import { stabilityTable } from './stability.ts';
import { tracksTable } from './tracks.ts';
import { usageTable } from './usage.ts';
import { verdictsTable } from './verdicts.ts';
import { warningsTable } from './warnings.ts';

/** What is shown: the published rows beside ours, and the intervals of the main figures. */
export interface TableOptions {
  /** By default they are shown where all codebases have the published shape. */
  published?: boolean | undefined;
  intervals: boolean;
}

/** The tables of a suite, in the order in which they are shown. */
export function tablesOf(results: SuiteResults, options: TableOptions): Table[] {
  const all = { ...results, episodes: [...results.episodes, ...results.revisions, ...results.exploits] };
  const tables = [
    verdictsTable(results.verdicts),
    codebasesTable(results.codebases),
    performanceTable(results, options.published),
    options.intervals ? intervalsTable(results) : null,
    recallByTypeTable(results),
    gapTable(results),
    languagesTable(results),
    tracksTable(results),
    revisionsTable(results),
    constraintsTable(results),
    stabilityTable(results),
    confusionTable(results),
    usageTable(all),
    warningsTable(all),
    outcomesTable(all),
  ];
  return withRows(tables);
}

/** The tables that compare suites of one eval file with each other. */
export function tablesAcross(suites: readonly SuiteResults[], options: TableOptions): Table[] {
  return withRows([budgetsTable(suites, options.published)]);
}

function withRows(tables: readonly (Table | null)[]): Table[] {
  return tables.filter((table) => table !== null && table.rows.length > 0) as Table[];
}
