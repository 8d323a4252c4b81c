import { baselines, describeEpisodes, generate } from 'vitest-tocs';

describeEpisodes(
  'pipeline architecture',
  {
    agents: [baselines.configAware(), baselines.random(), baselines.bfsImport(), baselines.followImports()],
    codebases: generate({
      pattern: 'pipeline',
      language: 'typescript',
      complexity: 'medium',
      seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    }),
    conditions: ['active', 'passive-full', 'passive-oracle', 'passive-replay'],
    budget: 20,
    probeEvery: 3,
    thresholds: { dependency_f1: 0.1 },
    baseline: true,
    groupThresholds: { active: { dependency_f1: 0.25 }, 'passive-full': { dependency_f1: 0.6 } },
  },
  ({ episode, expect }) => {
    expect(episode.scores.stability.monotone).toBe(true);
  },
);
