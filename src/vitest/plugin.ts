import { resolve } from 'node:path';
import type { Plugin } from 'vitest/config';
import { TocsReporter, type TocsReporterOptions } from '../../reporters/tocs-reporter.ts';
import { CONDITIONS } from '../episode/condition.ts';
import './context.ts';

/** Options of {@link tocs}. */
export interface TocsOptions {
  /** Folder for transcripts and reports, relative to the root; default `.tocs`. */
  outputDir?: string;
  /** Options of the reporter that prints the tables, or false for none. */
  reporter?: Omit<TocsReporterOptions, 'outputDir'> | false;
}

const TEN_MINUTES = 600_000;

/**
 * The Vitest plugin. It sets only what the config leaves open: `*.eval.ts` files, one worker without isolation (episodes
 * wait for models, they do not compute), 16 cases at once, ten minutes a case, and a tag for each condition. It adds the
 * reporter that prints the tables.
 *
 * @example
 * // vitest.config.ts
 * export default defineConfig({ plugins: [tocs()] });
 */
export function tocs(options: TocsOptions = {}): Plugin {
  return {
    name: 'vitest-tocs',
    config(config) {
      const test = config.test ?? {};
      const declared = new Set((test.tags ?? []).map(({ name }) => name));
      const open = {
        include: ['**/*.eval.ts'],
        maxWorkers: 1,
        isolate: false,
        maxConcurrency: 16,
        testTimeout: TEN_MINUTES,
      };
      const left = Object.entries(open).filter(([key]) => test[key as keyof typeof open] === undefined);
      return {
        test: {
          ...Object.fromEntries(left),
          tags: CONDITIONS.filter((name) => !declared.has(name)).map((name) => ({
            name,
            description: `episodes under the condition ${name}`,
          })),
        },
      };
    },
    configureVitest({ project, vitest }) {
      const root = project.config.root;
      const outputDirectory = resolve(root, options.outputDir ?? '.tocs');
      project.provide('tocs', { outputDirectory, root });
      if (options.reporter === false) return;
      const reporters: unknown[] = vitest.config.reporters;
      if (reporters.some((reporter) => reporter instanceof TocsReporter)) return;
      reporters.push(new TocsReporter({ ...options.reporter, outputDir: outputDirectory }));
    },
  };
}
