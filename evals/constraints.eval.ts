import { baselines, describeEpisodes, generate } from 'vitest-tocs';

/**
 * Which of four changes would violate an architectural constraint? The same questions without having seen the codebase give
 * the prior, and what is over it the lift. The oracle knows the rules; the explorers read imports and no rules.
 */
describeEpisodes('constraints', {
  agents: [
    baselines.oracle(),
    baselines.configAware(),
    baselines.followImports(),
    baselines.conventions(),
    baselines.null(),
  ],
  codebases: generate({ pattern: 'all', language: 'typescript', complexity: 'medium', seeds: [11, 12] }),
  phases: ['exploit'],
});
