import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/**
 * The ceiling and the floors, on the codebases of `architecture.eval.ts`: what an agent scores means little without them.
 * `conventions` has learnt what file names tell, and opens nothing.
 */
describeEpisodes('ceiling and floor', {
  agents: [baselines.oracle(), baselines.conventions(), baselines.listing(), baselines.null()],
  codebases: generate({ pattern: 'all', language: 'typescript', complexity: 'medium', seeds: [1, 2] }),
});

/** The explorers on codebases of the other sizes. */
for (const complexity of ['small', 'large'] as const) {
  describeEpisodes(`${complexity} codebases`, {
    agents: [baselines.configAware(), baselines.bfsImport(), baselines.followImports()],
    codebases: generate({ pattern: ['pipeline', 'mvc'], language: 'typescript', complexity, seeds: [1, 2, 3] }),
    conditions: ['active', 'passive-full'],
  });
}
