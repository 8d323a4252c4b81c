import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/**
 * The same blueprints in both languages, side by side: what differs is the language. Python's packages have initialisers,
 * which cost an explorer actions that TypeScript's folders don't; TypeScript has two more JSON files.
 */
describeEpisodes('two languages', {
  agents: [baselines.configAware(), baselines.random(), baselines.bfsImport(), baselines.followImports()],
  codebases: (['typescript', 'python'] as const).flatMap((language) =>
    generate({ pattern: 'all', language, complexity: 'medium', seeds: [1] }),
  ),
});
