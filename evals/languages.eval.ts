import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/**
 * The same blueprints in both languages: what differs is the language. Python's packages have initialisers, which cost an
 * explorer actions that TypeScript's folders don't.
 */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const agents = () => [baselines.configAware(), baselines.random(), baselines.bfsImport(), baselines.followImports()];

for (const language of ['typescript', 'python'] as const) {
  describeEpisodes(`pipelines in ${language}`, {
    agents: agents(),
    codebases: generate({ pattern: 'pipeline', language, complexity: 'medium', seeds }),
  });
}
