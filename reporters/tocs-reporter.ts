import { appendFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import manifest from '../package.json' with { type: 'json' };
import { harmless } from '../src/base/harmless.ts';
import { replaceFile } from '../src/base/replace-file.ts';
import './task-meta.ts';
import { renderCsv } from './csv.ts';
import { renderPage } from './html/page.ts';
import { commitOf } from './record/commit.ts';
import { interruptedRuns } from './record/interrupted.ts';
import { forgetOldRuns, makeLatest, runFolder, writeRecord } from './record/run-folder.ts';
import { newRunId, type RunRecord } from './record/run-record.ts';
import { renderTerminal } from './render-terminal.ts';
import { limitOf, type Results, type SuiteResults, suiteResults, VERSION } from './results.ts';
import { jobSummary, markdown, type ReportSection, sectionsOf } from './sections.ts';
import { stdoutIsTaken } from './stdout.ts';
import { caseRecords, errorsIn, leavesCasesOut, partsOf, skipReasons, suitesOf } from './suites-of.ts';
import { summaryLines } from './summary.ts';
import { VIEWS } from './views.ts';

/** Options of the reporter. */
export interface TocsReporterOptions {
  /** Folder for runs and reports; default `.tocs` in the root. */
  outputDir?: string;
  /** Prints all tables, too; by default the last lines say how the run went, and tables stand in the report. */
  tables?: 'all' | 'none';
  /**
   * Shows the published rows beside ours, marked as measured on other codebases; by default where all codebases of a suite
   * have the published shape.
   */
  published?: boolean;
  /** How many runs are kept; default 20. One that wrote a baseline is never removed. */
  keep?: number;
}

/** What the plugin hands on. */
export interface RunOfReporter {
  /** The run under way. */
  readonly id: string;
  /** It is not the first run of this process. */
  readonly isRerun: boolean;
  /** Options of the plugin. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Projects whose results go to this reporter's folder. */
  readonly projects: ReadonlySet<string>;
}

const DEFAULT_KEEP = 20;

/**
 * Keeps a record of each run in `runs/<time>-<id>` (results, reports, transcripts), copies the reports of the last whole one to
 * `latest`, and says in a few lines how the run went; on GitHub the tables go to the job summary, too. The plugin adds it by
 * itself.
 */
export class TocsReporter implements Reporter {
  private readonly options: TocsReporterOptions;
  private readonly given: RunOfReporter | null;
  private vitest: Vitest | undefined;
  private began = new Date();
  private own = newRunId(new Date(), 'own');
  private record: RunRecord | null = null;
  /** What draws is loaded while the first episodes run, and not at all by runs without any. */
  private charts: Promise<((suite: SuiteResults) => string[])[]> | undefined;

  constructor(options: TocsReporterOptions = {}, run: RunOfReporter | null = null) {
    this.options = options;
    this.given = run;
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunStart(): void {
    this.began = new Date();
    this.own = newRunId(this.began, 'own');
    this.record = null;
  }

  /** A run has a record from its first case on, so that a killed one is known of. */
  onTestModuleCollected(module: TestModule): void {
    if (this.record || process.env.TOCS_DRY_RUN || !this.isOurs(module)) return;
    if (![...module.children.allTests()].some((test) => test.meta().tocsCase)) return;
    this.assembleInterrupted();
    this.record = this.newRecord();
    writeRecord(this.output, this.record);
  }

  onTestCaseResult(test: TestCase): void {
    if (test.meta().tocs) void this.loadCharts();
  }

  async onTestRunEnd(
    everything: readonly TestModule[],
    errors: readonly SerializedError[] = [],
    reason: TestRunEndReason = 'passed',
  ): Promise<void> {
    const modules = everything
      .filter((module) => this.isOurs(module))
      .toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    if (process.env.TOCS_DRY_RUN) this.announceDryRun(modules);
    for (const [why, count] of skipReasons(modules))
      this.log(`\n${count} case${count === 1 ? '' : 's'} skipped: ${why}`);
    const suites = modules.flatMap((module) => suitesOf(module, this.root));
    if (suites.length === 0 && !this.record) return;
    const filters = await this.filters(modules);
    const wroteBaseline = modules.some((module) =>
      [...module.children.allTests()].some((test) => test.meta().tocsBaselineWrite),
    );
    const record: RunRecord = {
      ...(this.record ?? this.newRecord()),
      end: new Date().toISOString(),
      filters,
      parts: partsOf(modules, (this.record ?? this.given)?.id ?? this.own),
      wrote_baseline: wroteBaseline,
    };
    const limit = limitOf(modules);
    const results: Results = {
      format: 'vitest-tocs results',
      version: VERSION,
      package: manifest.version,
      status: reason === 'interrupted' ? 'interrupted' : limit === null ? 'complete' : 'incomplete',
      run: record,
      cases: caseRecords(modules, this.root),
      errors: [...errorsIn(modules, this.root), ...errors.map(({ message }) => message.split('\n')[0] ?? '')],
      suites,
    };
    const sections = sectionsOf(suites, { published: this.options.published, intervals: true });
    const report = markdown(sections);
    await this.write(record, results, sections, report);
    const isWhole = filters.length === 0 && results.errors.length === 0 && suites.length > 0;
    if (isWhole && reason !== 'interrupted') makeLatest(this.output, record.id);
    forgetOldRuns(this.output, this.options.keep ?? DEFAULT_KEEP, record.id);
    const summary = process.env.GITHUB_STEP_SUMMARY;
    if (summary) appendFileSync(summary, jobSummary(results, report));
    if (this.options.tables === 'all') for (const text of this.terminal(suites)) this.print(text);
    this.log(['', ...summaryLines(results, this.ending(record, isWhole, limit)), ''].join('\n'));
  }

  private async write(
    record: RunRecord,
    results: Results,
    sections: readonly ReportSection[],
    report: string,
  ): Promise<void> {
    const folder = runFolder(this.output, record.id);
    replaceFile(join(folder, 'results.csv'), renderCsv(results.suites));
    replaceFile(join(folder, 'report.md'), report);
    replaceFile(join(folder, 'report.html'), await this.page(sections));
    // The results come last: a run that has them is whole.
    replaceFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
    writeRecord(this.output, record);
  }

  private ending(record: RunRecord, isWhole: boolean, limit: string | null) {
    const folder = isWhole ? join(this.output, 'latest') : runFolder(this.output, record.id);
    const report = join(relative(process.cwd(), folder) || '.', 'report.html');
    const cap = (record.options.limits as { cost?: number } | undefined)?.cost ?? null;
    return { duration: Date.now() - this.began.getTime(), report, run: record.id, limit, cap };
  }

  private get root(): string {
    return this.vitest?.config.root ?? process.cwd();
  }

  private get output(): string {
    return resolve(this.root, this.options.outputDir ?? '.tocs');
  }

  private isOurs({ project }: TestModule): boolean {
    return this.given === null || this.given.projects.has(project.name);
  }

  private newRecord(): RunRecord {
    return {
      id: this.given?.id ?? this.own,
      begin: this.began.toISOString(),
      end: null,
      pid: process.pid,
      ...commitOf(this.root),
      versions: { 'vitest-tocs': manifest.version, vitest: this.vitest?.version ?? '', node: process.version },
      options: { ...this.given?.options },
      command: process.argv.slice(2),
      filters: [],
      shard: this.shard(),
      parts: [],
      wrote_baseline: false,
    };
  }

  private shard(): string | null {
    const { shard } = this.vitest?.config ?? {};
    return shard ? `${shard.index}/${shard.count}` : null;
  }

  /** What of all cases was asked for, in words; a run with none of it is whole. */
  private async filters(modules: readonly TestModule[]): Promise<string[]> {
    const { testNamePattern, tagsFilter = [] } = this.vitest?.config ?? {};
    const all = (await this.vitest?.globTestSpecifications()) ?? [];
    const ran = new Set(modules.map(({ moduleId, project }) => `${project.name}\n${moduleId}`));
    const left = all.filter(
      ({ moduleId, project }) =>
        (this.given === null || this.given.projects.has(project.name)) && !ran.has(`${project.name}\n${moduleId}`),
    );
    const shard = this.shard();
    return [
      ...(testNamePattern ? [`-t ${testNamePattern.source}`] : []),
      ...tagsFilter.map((tag) => `--tags-filter ${tag}`),
      ...(left.length > 0 ? [`${modules.length} of ${modules.length + left.length} files`] : []),
      ...(leavesCasesOut(modules) && !testNamePattern && tagsFilter.length === 0 ? ['some cases'] : []),
      ...(shard ? [`--shard ${shard}`] : []),
      ...(this.given?.isRerun ? ['rerun'] : []),
    ];
  }

  /** Runs that were killed get results of what their transcripts hold. */
  private assembleInterrupted(): void {
    for (const { record, results } of interruptedRuns(this.output)) {
      const suites = [
        ...Map.groupBy(results, ({ project, file, result }) => JSON.stringify([project, file, result.suite])),
      ].map(([, of]) => {
        const [{ project, file, result }] = of as [(typeof of)[number]];
        return suiteResults(
          { suite: result.suite, project, file },
          of.map((one) => one.result),
          0,
        );
      });
      const assembled: Results = {
        format: 'vitest-tocs results',
        version: VERSION,
        package: manifest.version,
        status: 'interrupted',
        run: record,
        cases: [],
        errors: [],
        suites,
      };
      replaceFile(join(runFolder(this.output, record.id), 'results.json'), `${JSON.stringify(assembled, null, 1)}\n`);
      this.log(
        `\nThe run ${record.id} was interrupted: what its ${results.length} ended episodes gave is in its results.json`,
      );
    }
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

  /** Prints what is harmless already; a reporter whose output is read by a program has stdout alone. */
  private print(text: string): void {
    const logger = this.vitest?.logger;
    if (!logger) console.log(text);
    else if (stdoutIsTaken(this.vitest as Vitest)) logger.error(text);
    else logger.log(text);
  }

  private terminal(suites: readonly SuiteResults[]): string[] {
    const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
    return sectionsOf(suites, { published: this.options.published, intervals: false }).flatMap(({ title, tables }) => [
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
}
