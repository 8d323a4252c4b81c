import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/** All six patterns as they are drawn: what agents without a model get where names tell little. */
describeEpisodes('drawn patterns', {
  agents: [
    baselines.null(),
    baselines.listing(),
    baselines.configAware(),
    baselines.followImports(),
    baselines.oracle(),
  ],
  codebases: generate({ pattern: 'all', complexity: 'medium', seeds: [1, 2] }),
  conditions: ['active'],
  groupThresholds: { active: { hallucinated_nodes: { max: 5 } } },
});
