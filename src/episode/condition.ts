/**
 * How an agent gets to see a codebase. `active`: it chooses its actions. `passive-full`: all files at once, one probe.
 * `passive-oracle`: the files with the most true edges, one a step. `passive-replay`: what it saw in its own active
 * episode, one a step.
 */
export const CONDITIONS = ['active', 'passive-full', 'passive-oracle', 'passive-replay'] as const;
export type Condition = (typeof CONDITIONS)[number];

/**
 * What becomes of a probe and its answer. `scratchpad`: they stay in the agent's context. `probe-only`: they are taken
 * out of it. `no-probe`: there is one probe, at the end.
 */
export const TRACKS = ['scratchpad', 'probe-only', 'no-probe'] as const;
export type Track = (typeof TRACKS)[number];
