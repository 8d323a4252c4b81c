import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/** The ceiling and the floor, on the codebases of `pipeline.eval.ts`: what an agent scores means little without them. */
describeEpisodes('ceiling and floor', {
  agents: [baselines.oracle(), baselines.listing(), baselines.null()],
  codebases: generate({
    pattern: 'pipeline',
    language: 'typescript',
    complexity: 'medium',
    seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  }),
});

/** The explorers on codebases of the other sizes. */
for (const complexity of ['small', 'large'] as const) {
  describeEpisodes(`${complexity} pipelines`, {
    agents: [baselines.configAware(), baselines.bfsImport(), baselines.followImports()],
    codebases: generate({ pattern: 'pipeline', language: 'typescript', complexity, seeds: [1, 2, 3, 4, 5] }),
    conditions: ['active', 'passive-full'],
  });
}
