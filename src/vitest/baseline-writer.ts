import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestModule, TestProject, Vitest } from 'vitest/node';
import { type Baseline, type Measurement, parseBaseline, renderBaseline } from '../gate/baseline.ts';
import './context.ts';
import type { BaselinePlace } from './baseline-case.ts';

/**
 * Writes what the cases of a run measured for their baselines. It tells the workers whether to write (`-u`, a first run,
 * CI), and writes in the main process, where all cases of a file are known: entries of cases that no longer exist are
 * removed by an unfiltered `vitest -u`.
 */
export class BaselineWriter implements Reporter {
  private readonly project: TestProject;
  private readonly vitest: Vitest;

  constructor(project: TestProject, vitest: Vitest) {
    this.project = project;
    this.vitest = vitest;
  }

  onTestRunStart(): void {
    // In each run: provided once, it goes stale in watch mode.
    this.project.provide('tocsUpdate', this.vitest.snapshot.options.updateSnapshot);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      if (module.project === this.project && module.state() !== 'queued') this.write(module);
    }
  }

  /** An eval file has all its entries in few files, mostly one. */
  private write(module: TestModule): void {
    const cases = [...module.children.allTests()].flatMap((test) => {
      const { tocsBaseline, tocsBaselineWrite } = test.meta();
      return tocsBaseline ? [{ place: tocsBaseline, written: tocsBaselineWrite?.measurement }] : [];
    });
    for (const [path, of] of Map.groupBy(cases, ({ place }) => place.path)) this.writeFile(path, of);
  }

  private writeFile(path: string, cases: readonly { place: BaselinePlace; written?: Measurement | undefined }[]): void {
    const { eval: file } = (cases[0] as (typeof cases)[number]).place;
    const before = readBaseline(path, file);
    const groups = { ...before.groups };
    let written = 0;
    for (const { place, written: measurement } of cases) {
      if (!measurement) continue;
      groups[place.key] = measurement;
      written++;
    }
    const existing = new Set(cases.map(({ place }) => place.key));
    const obsolete = Object.keys(groups).filter((key) => !existing.has(key));
    const prunes = this.vitest.snapshot.options.updateSnapshot === 'all' && !this.isFiltered();
    if (prunes) for (const key of obsolete) delete groups[key];
    const name = relative(process.cwd(), path);
    if (written > 0 || (prunes && obsolete.length > 0)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, renderBaseline({ ...before, groups }));
      const removed = prunes && obsolete.length > 0 ? `, ${obsolete.length} removed` : '';
      this.vitest.logger.log(`\nBaselines: ${written} written${removed} (${name})`);
    }
    if (!prunes && obsolete.length > 0 && !this.isFiltered()) {
      this.vitest.logger.log(`\nBaselines: ${obsolete.length} of no case any more (${name}): vitest -u removes them`);
    }
  }

  private isFiltered(): boolean {
    const { testNamePattern, tagsFilter } = this.vitest.config;
    return testNamePattern !== undefined || (tagsFilter ?? []).length > 0;
  }
}

/** The file as it is; a new one where there is none or, with `-u`, where it is another's or unreadable. */
function readBaseline(path: string, file: string): Baseline {
  const empty: Baseline = { format: 'vitest-tocs baseline', version: 1, eval: file, groups: {} };
  if (!existsSync(path)) return empty;
  try {
    const baseline = parseBaseline(readFileSync(path, 'utf8'), path);
    return baseline.eval === file ? baseline : empty;
  } catch {
    return empty;
  }
}
