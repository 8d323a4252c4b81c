import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/**
 * After they have explored, agents are told that the code has changed, by what its own tools print. Sometimes it has, and
 * sometimes the evidence is a sham. The oracle is the ceiling, `null` the floor.
 */
const patterns = {
  typescript: ['pipeline', 'event_driven', 'mvc'],
  python: ['layered', 'plugin', 'repository'],
} as const;

for (const language of ['typescript', 'python'] as const) {
  describeEpisodes(`revision, ${language}`, {
    agents: [baselines.oracle(), baselines.configAware(), baselines.followImports(), baselines.null()],
    codebases: generate({ pattern: patterns[language], language, complexity: 'medium', seeds: [1] }),
    phases: ['revise'],
    revise: { budget: 5 },
  });
}
