import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import type { EpisodeResult } from '../src/scoring/result.ts';
import '../src/vitest/context.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderTerminal } from './render-terminal.ts';
import { type Results, type SuiteResults, suiteResults } from './results.ts';
import { tablesOf } from './tables/tables.ts';

/** Options of the reporter. */
export interface TocsReporterOptions {
  /** Folder for `report.md` and `results.json`; default `.tocs` in the root. */
  outputDir?: string;
  /** Shows the published rows beside ours, marked as measured on other codebases. */
  published?: boolean;
}

/**
 * Prints the tables of every suite after the run, and writes them to `report.md` and the results to `results.json`. The
 * plugin adds it by itself.
 */
export class TocsReporter implements Reporter {
  private readonly options: TocsReporterOptions;
  private vitest: Vitest | undefined;

  constructor(options: TocsReporterOptions = {}) {
    this.options = options;
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const root = this.vitest?.config.root ?? process.cwd();
    const suites = modules.flatMap((module) => suitesOf(module, root));
    if (suites.length === 0) return;
    const directory = resolve(root, this.options.outputDir ?? '.tocs');
    const results: Results = { format: 'vitest-tocs results', version: 1, suites };
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
    writeFileSync(join(directory, 'report.md'), this.markdown(suites));
    const log = this.vitest?.logger.log.bind(this.vitest.logger) ?? console.log;
    for (const line of this.terminal(suites)) log(line);
    const name = relative(process.cwd(), directory) || '.';
    log(`\nReport: ${name}/report.md, results: ${name}/results.json, transcripts: ${name}/episodes\n`);
  }

  private terminal(suites: readonly SuiteResults[]): string[] {
    const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
    return suites.flatMap((suite) => [
      `\n${headline(suite)}`,
      ...tablesOf(suite, { published: this.options.published ?? false, intervals: false }).map(
        (table) => `\n${renderTerminal(table, colour)}`,
      ),
    ]);
  }

  private markdown(suites: readonly SuiteResults[]): string {
    const parts = suites.flatMap((suite) => [
      `## ${headline(suite)}`,
      ...tablesOf(suite, { published: this.options.published ?? false, intervals: true }).map(renderMarkdown),
    ]);
    return `${['# Architecture understanding', ...parts].join('\n\n')}\n`;
  }
}

function headline({ suite, file, episodes, skipped }: SuiteResults): string {
  const first = episodes[0];
  const setting = first ? `budget ${first.budget}, a probe every ${first.probe_every} actions` : '';
  const left = skipped > 0 ? `, ${skipped} cases not run` : '';
  const count = `${episodes.length} episode${episodes.length === 1 ? '' : 's'}`;
  return `${suite} (${file}): ${count}${left}, ${setting}`;
}

/** The suites of a module; cases that were not run have no results, and are counted. */
function suitesOf(module: TestModule, root: string): SuiteResults[] {
  const file = relative(root, module.moduleId);
  const suites = new Map<string, { episodes: EpisodeResult[]; skipped: number }>();
  for (const test of module.children.allTests()) {
    const result = test.meta().tocs;
    const name = result?.suite ?? outermostSuite(test.fullName);
    const suite = suites.get(name) ?? { episodes: [], skipped: 0 };
    suites.set(name, suite);
    if (result) suite.episodes.push(result);
    else if (test.result().state === 'skipped') suite.skipped++;
  }
  return [...suites]
    .filter(([, { episodes }]) => episodes.length > 0)
    .map(([name, { episodes, skipped }]) => suiteResults(name, file, episodes, skipped));
}

function outermostSuite(fullName: string): string {
  return fullName.split(' > ')[0] ?? fullName;
}
