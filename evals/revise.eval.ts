import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/**
 * After they have explored, agents are told that the code has changed, by what its own tools print. Sometimes it has, and
 * sometimes the evidence is a sham. The oracle is the ceiling, `null` the floor.
 */
for (const language of ['typescript', 'python'] as const) {
  describeEpisodes(`revision, ${language}`, {
    agents: [baselines.oracle(), baselines.configAware(), baselines.followImports(), baselines.null()],
    codebases: generate({ pattern: 'pipeline', language, complexity: 'small', seeds: [1, 2, 3, 4, 5] }),
    phases: ['revise'],
    revise: { budget: 5 },
  });
}
