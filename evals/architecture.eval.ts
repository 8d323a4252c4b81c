import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/** The main job: explorers without a model on all six patterns, held to a baseline. */
describeEpisodes(
  'architecture',
  {
    agents: [baselines.configAware(), baselines.random(), baselines.bfsImport(), baselines.followImports()],
    codebases: generate({ pattern: 'all', language: 'typescript', complexity: 'medium', seeds: [1, 2] }),
    conditions: ['active', 'passive-full', 'passive-oracle', 'passive-replay'],
    budget: 20,
    probeEvery: 3,
    thresholds: { dependency_f1: 0.01 },
    baseline: true,
    groupThresholds: { active: { dependency_f1: 0.2 }, 'passive-full': { dependency_f1: 0.5 } },
  },
  ({ episode, expect }) => {
    expect(episode.scores.stability.monotone).toBe(true);
  },
);
