import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { tocs } from './src/vitest/plugin.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Eval files and tests import the package by its name, as its users do. */
const alias = [
  { find: 'vitest-tocs/plugin', replacement: path('./src/vitest/plugin.ts') },
  { find: 'vitest-tocs/reporter', replacement: path('./reporters/index.ts') },
  { find: 'vitest-tocs', replacement: path('./src/index.ts') },
];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          // One more than by default on two cores: much of the time runs of other programs are waited for.
          maxWorkers: 2,
          // No test leaves anything behind for another file: each worker loads what they share once.
          isolate: false,
          testTimeout: 60_000,
          // A busy machine takes its time for a run of a whole project.
          hookTimeout: 120_000,
          include: ['{src,reporters,scripts,fixtures}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'fixtures/projects/**', '**/*.slow.test.ts'],
          globalSetup: './fixtures/built-package.ts',
        },
      },
      {
        resolve: { alias },
        test: {
          // What takes long: installing the package, every kill, all sizes, and whole runs of which unit has some.
          name: 'slow',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          include: ['{src,reporters,scripts,fixtures}/**/*.slow.test.ts'],
          globalSetup: './fixtures/built-package.ts',
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: './fixtures/built-package.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A busy machine draws slowly.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        resolve: { alias },
        plugins: [tocs()],
        test: { name: 'evals', include: ['evals/**/*.eval.ts'] },
      },
      {
        resolve: { alias },
        plugins: [tocs({ outputDir: '.tocs/models' })],
        test: { name: 'evals-models', include: ['evals-models/**/*.eval.ts'] },
      },
    ],
  },
});
