import { resolve } from 'node:path';
import { configDefaults, type Plugin } from 'vitest/config';
import type { Vitest } from 'vitest/node';
import { z } from 'zod';
import { TocsReporter, type TocsReporterOptions } from '../../reporters/tocs-reporter.ts';
import { Caps } from '../agents/limits/caps.ts';
import { leaveCalls } from '../agents/llm/calls-lock.ts';
import { CALL_MODES, type CallMode, describeRecordings } from '../agents/llm/recordings.ts';
import { checked } from '../base/checked.ts';
import { DEFAULT_TIMEOUT } from '../phases/clock.ts';
import { PHASES } from '../phases/phases.ts';
import { PICTURES, type Pictures } from './annotate-pictures.ts';
import { BaselineWriter } from './baseline-writer.ts';
import './context.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { type SharedRun, sharedRunOf } from './shared-run.ts';

/** Options of {@link tocs}. */
export interface TocsOptions {
  /** Folder for transcripts and reports, relative to the root; default `.tocs`. */
  outputDir?: string;
  /**
   * How models are called: `live` (call and record; the default), `resume` (reuse recordings, call for the rest) or
   * `replay` (never call). The environment variable `TOCS_CALLS` has the last word.
   */
  calls?: CallMode;
  /** Folder of the recordings, relative to the root; default `calls` in the output folder. */
  callsDir?: string;
  /** The most that all models of a run may use together; the run then stops cleanly with what was done. */
  limits?: Caps;
  /** Which cases get pictures; default: all with Vitest UI or the html report, else those that fail. */
  pictures?: Pictures;
  /**
   * Shows how far slow episodes are while they run; default true. In a terminal it stands in place of the live window of
   * Vitest's default reporter.
   */
  progress?: boolean;
  /** Options of the reporter that keeps the record of a run and says how it went, or false for none. */
  reporter?: Omit<TocsReporterOptions, 'outputDir'> | false;
}

const ReporterOptions = z.strictObject({
  tables: z.enum(['all', 'none']).optional(),
  published: z.boolean().optional(),
  keep: z.number().int().min(1, 'must be at least 1').optional(),
});

/** What options are checked against. A type says the same to editors, with its doc comments. */
const Options = z.strictObject({
  outputDir: z.string().min(1, 'is empty').optional(),
  calls: z.enum(CALL_MODES).optional(),
  callsDir: z.string().min(1, 'is empty').optional(),
  limits: Caps.optional(),
  pictures: z.enum(PICTURES).optional(),
  progress: z.boolean().optional(),
  reporter: z.union([z.literal(false), ReporterOptions]).optional(),
});

/**
 * The Vitest plugin. It sets only what the config leaves open: `*.eval.ts` files beside Vitest's own test files, one worker
 * without isolation (episodes wait for models, they do not compute), 16 cases at once, ten minutes a case, and a tag for each
 * condition. All but the tags reach unit tests of the same project, too: give evals a project of their own where that matters.
 * It adds the reporter that keeps the record of a run and says how it went.
 *
 * @throws TypeError that names an option at fault
 * @example
 * // vitest.config.ts
 * export default defineConfig({ plugins: [tocs()] });
 */
export function tocs(options: TocsOptions = {}): Plugin {
  checked('tocs', Options, options);
  return {
    name: 'vitest-tocs',
    config(config) {
      const test = config.test ?? {};
      const declared = new Set((test.tags ?? []).map(({ name }) => name));
      const open = {
        include: [...configDefaults.include, '**/*.eval.ts'],
        maxWorkers: 1,
        isolate: false,
        maxConcurrency: 16,
        testTimeout: DEFAULT_TIMEOUT,
      };
      const left = Object.entries(open).filter(([key]) => test[key as keyof typeof open] === undefined);
      return {
        test: {
          ...Object.fromEntries(left),
          tags: [
            ...PHASES.flatMap(({ tags }) => Object.entries(tags)).map(([name, description]) => ({ name, description })),
          ].filter(({ name }) => !declared.has(name)),
        },
      };
    },
    async configureVitest({ project, vitest }) {
      const root = project.config.root;
      const outputDirectory = resolve(root, options.outputDir ?? '.tocs');
      const run = await sharedRunOf(vitest);
      const calls = resolve(root, options.callsDir ?? `${outputDirectory}/calls`);
      project.provide('tocs', {
        outputDirectory,
        project: project.name,
        // As the reporter names files: projects may have roots of their own.
        root: vitest.config.root,
        pictures: options.pictures ?? (showsPictures(vitest) ? 'all' : 'failed'),
        timeout: project.config.testTimeout,
        // The same that Vitest goes by.
        ci: !configDefaults.allowOnly,
        calls: {
          mode: options.calls,
          directory: calls,
          caps: options.limits ?? {},
          project: project.name,
          broker: run.broker.path,
          pid: process.pid,
        },
      });
      vitest.onClose(() => leaveCalls(calls, process.pid));
      announceResume(vitest, options.calls, calls);
      const reporters: unknown[] = vitest.config.reporters;
      reporters.push(new BaselineWriter(project, vitest, run));
      if (options.progress !== false) showProgress(reporters);
      if (options.reporter !== false) report(reporters, run, project.name, options, outputDirectory);
    },
  };
}

/** Says what a resumed run takes from earlier ones. */
function announceResume({ logger }: Vitest, calls: CallMode | undefined, directory: string): void {
  if ((process.env.TOCS_CALLS ?? calls) === 'resume') logger.error(describeRecordings(directory));
}

/** The reporters of a run, by the folder that they write to, with the projects whose results go there. */
const folders = new WeakMap<SharedRun, Map<string, Set<string>>>();

/** Projects that share a folder share a reporter, and a record of each run. */
function report(reporters: unknown[], run: SharedRun, project: string, options: TocsOptions, folder: string): void {
  const known = folders.get(run) ?? new Map<string, Set<string>>();
  folders.set(run, known);
  const projects = known.get(folder);
  if (projects) {
    projects.add(project);
    return;
  }
  const own = new Set([project]);
  known.set(folder, own);
  reporters.push(
    new TocsReporter(
      { ...(options.reporter || {}), outputDir: folder },
      {
        projects: own,
        options: JSON.parse(JSON.stringify(options)) as Record<string, unknown>,
        get id() {
          return run.id;
        },
        get isRerun() {
          return run.reruns > 0;
        },
      },
    ),
  );
}

/** Whether somebody will look: Vitest UI runs, or its html report is written. */
function showsPictures({ config }: Vitest): boolean {
  const names = (config.reporters as unknown[]).map((reporter) => (Array.isArray(reporter) ? reporter[0] : reporter));
  return config.ui === true || names.includes('html');
}

/** Two live windows would overwrite each other: in a terminal the default reporter goes without its own. */
function showProgress(reporters: unknown[]): void {
  if (reporters.some((reporter) => reporter instanceof ProgressReporter)) return;
  reporters.push(new ProgressReporter());
  if (!process.stdout.isTTY) return;
  for (const [i, reporter] of reporters.entries()) {
    const [name, options] = Array.isArray(reporter) ? (reporter as [unknown, object?]) : [reporter];
    if (name === 'default') reporters[i] = ['default', { summary: false, ...options }];
  }
}
