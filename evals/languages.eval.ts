import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/**
 * The same blueprints in both languages, side by side: what differs is the language. Python's packages have initialisers,
 * which cost an explorer actions that TypeScript's folders don't; TypeScript has two more JSON files.
 */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describeEpisodes('pipelines in two languages', {
  agents: [baselines.configAware(), baselines.random(), baselines.bfsImport(), baselines.followImports()],
  codebases: [
    ...generate({ pattern: 'pipeline', language: 'typescript', complexity: 'medium', seeds }),
    ...generate({ pattern: 'pipeline', language: 'python', complexity: 'medium', seeds }),
  ],
});
