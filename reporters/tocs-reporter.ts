import { appendFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import manifest from '../package.json' with { type: 'json' };
import { replaceFile } from '../src/codebase/replace-file.ts';
import { harmless } from '../src/episode/harmless.ts';
import type { Result } from '../src/scoring/result.ts';
import '../src/vitest/context.ts';
import { renderCsv } from './csv.ts';
import { renderPage } from './html/page.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderTerminal } from './render-terminal.ts';
import { limitOf, type Results, type SuiteResults, suiteResults, VERSION } from './results.ts';
import type { Table } from './table.ts';
import { tablesAcross, tablesOf } from './tables/tables.ts';
import { verdictsTable } from './tables/verdicts.ts';
import { VIEWS } from './views.ts';

/** A suite with its tables, or the tables that compare the suites of a file. */
interface ReportSection {
  title: string;
  suite?: SuiteResults;
  tables: Table[];
}

/** Options of the reporter. */
export interface TocsReporterOptions {
  /** Folder for reports and results; default `.tocs` in the root. */
  outputDir?: string;
  /**
   * Shows the published rows beside ours, marked as measured on other codebases; by default where all codebases of a suite
   * have the published shape.
   */
  published?: boolean;
}

/**
 * Prints the tables of every suite after the run, and writes them to `report.md`, with charts to `report.html`, and the
 * results to `results.json` and `results.csv`; on GitHub the tables go to the job summary, too. The plugin adds it by
 * itself.
 */
export class TocsReporter implements Reporter {
  private readonly options: TocsReporterOptions;
  private vitest: Vitest | undefined;
  /** What draws is loaded while the first episodes run, and not at all by runs without any. */
  private charts: Promise<((suite: SuiteResults) => string[])[]> | undefined;

  constructor(options: TocsReporterOptions = {}) {
    this.options = options;
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    if (test.meta().tocs) void this.loadCharts();
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const root = this.vitest?.config.root ?? process.cwd();
    if (process.env.TOCS_DRY_RUN) this.announceDryRun(modules);
    const inOrder = modules.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    const suites = inOrder.flatMap((module) => suitesOf(module, root));
    for (const [reason, count] of skipReasons(inOrder))
      this.log(`\n${count} case${count === 1 ? '' : 's'} skipped: ${reason}`);
    if (suites.length === 0) return;
    const limit = limitOf(inOrder);
    const directory = resolve(root, this.options.outputDir ?? '.tocs');
    const results: Results = {
      format: 'vitest-tocs results',
      version: VERSION,
      package: manifest.version,
      status: limit === null ? 'complete' : 'incomplete',
      suites,
    };
    replaceFile(join(directory, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
    replaceFile(join(directory, 'results.csv'), renderCsv(suites));
    const sections = this.sections(suites, true);
    const report = markdown(sections);
    replaceFile(join(directory, 'report.md'), report);
    replaceFile(join(directory, 'report.html'), await this.page(sections));
    const summary = process.env.GITHUB_STEP_SUMMARY;
    if (summary) appendFileSync(summary, jobSummary(suites, report));
    for (const text of this.terminal(suites)) this.print(text);
    if (limit !== null) this.log(`\nThe run is incomplete: ${limit}`);
    const name = relative(process.cwd(), directory) || '.';
    this.log(
      `\nReport: ${name}/report.html and .md, results: ${name}/results.json and .csv, transcripts: ${name}/episodes\n`,
    );
  }

  /** What a run would do: so many episodes, and at the most so many model calls. */
  private announceDryRun(modules: readonly TestModule[]): void {
    const most = modules
      .flatMap((module) => [...module.children.allTests()])
      .flatMap((test) => test.meta().tocsMostCalls ?? []);
    const calls = most.reduce((sum, count) => sum + count, 0);
    this.log(`\nDry run: ${most.length} episodes, at most ${calls} model calls (retries aside). None was made.\n`);
  }

  private log(line: string): void {
    this.print(harmless(line));
  }

  /** Prints what is harmless already. */
  private print(text: string): void {
    if (this.vitest) this.vitest.logger.log(text);
    else console.log(text);
  }

  private terminal(suites: readonly SuiteResults[]): string[] {
    const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
    return this.sections(suites, false).flatMap(({ title, tables }) => [
      `\n${title}`,
      ...tables.map((table) => `\n${renderTerminal(table, colour)}`),
    ]);
  }

  /** What draws the charts of each phase. */
  private loadCharts(): Promise<((suite: SuiteResults) => string[])[]> {
    this.charts ??= Promise.all(VIEWS.flatMap((view) => view.loadCharts?.() ?? []));
    return this.charts;
  }

  private async page(sections: readonly ReportSection[]): Promise<string> {
    const charts = await this.loadCharts();
    return renderPage(
      sections.map(({ title, suite, tables }) => ({
        title,
        tables,
        charts: suite ? charts.flatMap((chartsOf) => chartsOf(suite)) : [],
      })),
    );
  }

  /** The suites of each file with their tables, and the tables that compare them. */
  private sections(suites: readonly SuiteResults[], intervals: boolean): ReportSection[] {
    const options = { published: this.options.published, intervals };
    return [...Map.groupBy(suites, ({ file }) => file)].flatMap(([file, members]) => {
      const across = tablesAcross(members, options);
      return [
        ...members.map((suite) => ({ title: headline(suite), suite, tables: tablesOf(suite, options) })),
        ...(across.length > 0 ? [{ title: `Suites of ${file} compared`, tables: across }] : []),
      ];
    });
  }
}

function markdown(sections: readonly ReportSection[]): string {
  const parts = sections.flatMap(({ title, tables }) => [`## ${title}`, ...tables.map(renderMarkdown)]);
  return `${['# Architecture understanding', ...parts].join('\n\n')}\n`;
}

function headline({ suite, file, results, skipped }: SuiteResults): string {
  const left = skipped > 0 ? `, ${skipped} case${skipped === 1 ? '' : 's'} not run` : '';
  const phases = [...Map.groupBy(results, ({ phase }) => phase)].map(([phase, of]) => {
    const name = phase === 'construct' ? 'episode' : `${phase} phase`;
    return `${of.length} ${name}${of.length === 1 ? '' : 's'}`;
  });
  const setting = Object.entries(results[0]?.set_up ?? {}).map(
    ([name, value]) => `, ${name.replaceAll('_', ' ')} ${value}`,
  );
  return `${suite} (${file}): ${phases.join(', ') || '0 episodes'}${left}${setting.join('')}`;
}

/** The report for the summary of a GitHub job: the verdicts of all suites come first. */
function jobSummary(suites: readonly SuiteResults[], report: string): string {
  const verdicts = verdictsTable(suites.flatMap((suite) => suite.verdicts));
  return verdicts ? `${renderMarkdown(verdicts)}\n\n${report}` : report;
}

/** The suites of a module; cases that were not run have no results, and are counted. */
function suitesOf(module: TestModule, root: string): SuiteResults[] {
  const tests = [...module.children.allTests()];
  const episodes = Map.groupBy(
    distinct(tests.flatMap((test) => [test.meta().tocs ?? [], test.meta().tocsGathered ?? []].flat())),
    ({ suite }) => suite,
  );
  const verdicts = Map.groupBy(
    tests.flatMap((test) => test.meta().tocsVerdicts ?? []),
    ({ suite }) => suite,
  );
  const skipped = new Map<string, number>();
  for (const test of tests) {
    const { state } = test.result();
    if (test.meta().tocs || state === 'passed' || state === 'failed') continue;
    const suite = ancestors(test).find((name) => episodes.has(name) || verdicts.has(name));
    if (suite !== undefined) skipped.set(suite, (skipped.get(suite) ?? 0) + 1);
  }
  const file = relative(root, module.moduleId).split(sep).join('/');
  const project = module.project.name;
  return [...new Set([...episodes.keys(), ...verdicts.keys()])].map((suite) =>
    suiteResults({ suite, project, file }, episodes.get(suite) ?? [], skipped.get(suite) ?? 0, verdicts.get(suite)),
  );
}

/** Each episode once: several cases can have gathered it. */
function distinct(results: readonly Result[]): Result[] {
  const key = ({ suite, phase, agent, subject, trial, axes }: Result) =>
    JSON.stringify([suite, phase, agent, subject.id, trial, axes]);
  return [...new Map(results.map((result) => [key(result), result])).values()];
}

/** Why cases were skipped, with how many: `gpt-x cannot run: OPENAI_API_KEY is not set`. */
function skipReasons(modules: readonly TestModule[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const result = test.result();
      const note = result.state === 'skipped' ? result.note : undefined;
      // A limit is told of by itself, and a dry run, too.
      if (note && / cannot run: /.test(note)) reasons.set(note, (reasons.get(note) ?? 0) + 1);
    }
  }
  return reasons;
}

/** The names of the suites around a case, the innermost first. */
function ancestors(test: TestCase): string[] {
  const names: string[] = [];
  for (let { parent } = test as { parent: TestCase['parent'] }; parent.type === 'suite'; { parent } = parent) {
    names.push(parent.name);
  }
  return names;
}
