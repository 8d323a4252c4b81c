import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestProject, Vitest } from 'vitest/node';
import { type Baseline, type Measurement, parseBaseline, renderBaseline, VERSION } from '../gate/baseline.ts';
import './context.ts';
import { limitOf } from '../../reporters/results.ts';
import { stdoutIsTaken } from '../../reporters/stdout.ts';
import { joined } from '../base/joined.ts';
import { replaceFile } from '../base/replace-file.ts';
import type { BaselinePlace } from './baseline-case.ts';

/**
 * Writes what the cases of a run measured for their baselines. It tells the workers whether to write (`-u`, a first run,
 * CI), and writes in the main process, where all cases of a file are known: entries of cases that no longer exist are
 * removed by an unfiltered `vitest -u`.
 */
export class BaselineWriter implements Reporter {
  private readonly project: TestProject;
  private readonly vitest: Vitest;
  private readonly run: { readonly id: string };

  /** @param run names the run under way */
  constructor(project: TestProject, vitest: Vitest, run: { readonly id: string }) {
    this.run = run;
    this.project = project;
    this.vitest = vitest;
  }

  onTestRunStart(): void {
    // In each run: provided once, it goes stale in watch mode.
    this.project.provide('tocsUpdate', this.vitest.snapshot.options.updateSnapshot);
    this.project.provide('tocsRun', this.run.id);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env.TOCS_DRY_RUN) return;
    const cases = modules
      .filter((module) => module.project === this.project && module.state() !== 'queued')
      .flatMap((module) => [...module.children.allTests()])
      .flatMap((test): BaselineCase[] => {
        const { tocsBaseline: place, tocsBaselineWrite } = test.meta();
        if (!place) return [];
        const ran = test.result().state === 'passed' || test.result().state === 'failed';
        return [{ place, ran, written: tocsBaselineWrite?.measurement }];
      });
    const own = modules.filter((module) => module.project === this.project);
    const limit = limitOf(own);
    if (limit !== null && cases.some(({ written }) => written)) {
      this.vitest.logger.error(`\nBaselines: none written, since the run is incomplete: ${limit}`);
      return;
    }
    for (const [path, of] of Map.groupBy(cases, ({ place }) => place.path)) this.writeFile(path, of);
  }

  private writeFile(path: string, cases: readonly BaselineCase[]): void {
    const files = [...new Set(cases.map(({ place }) => place.eval))];
    const all = this.vitest.snapshot.options.updateSnapshot === 'all' && cases.every(({ ran }) => ran);
    const before = readBaseline(path, files[0] as string, all);
    if (files.length > 1 || typeof before === 'string') {
      const reason = files.length > 1 ? `it is the baseline of ${files.join(' and of ')}` : (before as string);
      this.vitest.logger.error(`\nBaselines: ${relative(process.cwd(), path)} was not written: ${reason}`);
      process.exitCode = 1;
      return;
    }
    const groups = { ...before.groups };
    let written = 0;
    for (const { place, written: measurement } of cases) {
      if (!measurement) continue;
      groups[place.key] = measurement;
      written++;
    }
    const existing = new Set(cases.map(({ place }) => place.key));
    // Another project may have its own groups in the file.
    const prefix = this.project.name === '' ? '' : `${joined([this.project.name])} > `;
    const obsolete = Object.keys(groups).filter((key) => key.startsWith(prefix) && !existing.has(key));
    const prunes = all && !this.isFiltered();
    if (prunes) for (const key of obsolete) delete groups[key];
    const name = relative(process.cwd(), path);
    if (written > 0 || (prunes && obsolete.length > 0)) {
      replaceFile(path, renderBaseline({ ...before, groups }));
      const removed = prunes && obsolete.length > 0 ? `, ${obsolete.length} removed` : '';
      this.print(`\nBaselines: ${written} written${removed} (${name})`);
    }
    if (!prunes && obsolete.length > 0 && !this.isFiltered()) {
      this.print(`\nBaselines: ${obsolete.length} of no case any more (${name}): vitest -u removes them`);
    }
  }

  private print(text: string): void {
    if (stdoutIsTaken(this.vitest)) this.vitest.logger.error(text);
    else this.vitest.logger.log(text);
  }

  private isFiltered(): boolean {
    const { testNamePattern, tagsFilter } = this.vitest.config;
    return testNamePattern !== undefined || (tagsFilter ?? []).length > 0;
  }
}

/** A case that is held to a baseline. */
interface BaselineCase {
  place: BaselinePlace;
  ran: boolean;
  written: Measurement | undefined;
}

/**
 * The file as it is; a new one where there is none; the reason why it must not be written where it belongs to another eval
 * file, or cannot be read and is not written anew as a whole.
 */
function readBaseline(path: string, file: string, anew: boolean): Baseline | string {
  const empty: Baseline = { format: 'vitest-tocs baseline', version: VERSION, eval: file, groups: {} };
  if (!existsSync(path)) return empty;
  try {
    const baseline = parseBaseline(readFileSync(path, 'utf8'), path);
    return baseline.eval === file ? baseline : `it is the baseline of ${baseline.eval}`;
  } catch (error) {
    return anew ? empty : (error as Error).message;
  }
}
