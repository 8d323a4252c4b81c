import type { Measurement } from './baseline.ts';

/** Differences that a user may declare to be the change under test, and so no reason to refuse a comparison. */
export const CHANGES = ['agent_config', 'prompt_hash', 'package'] as const;
export type Change = (typeof CHANGES)[number];

const NAMES = {
  agent: 'the agent',
  agent_config: "the hash of the agent's config",
  prompt_hash: "the hash of the agent's prompts",
  condition: 'the condition',
  track: 'the track',
  budget: 'the budget',
  probe_every: 'the probe interval',
  package: 'the version of vitest-tocs',
} as const;

/** A difference of set-up: what it is about, and in words. */
export interface SetUpDifference {
  field: string;
  text: string;
}

/**
 * How two measurements differ in what their figures depend on; none if they may be compared. Codebases that only one of
 * them has are no difference: pairs are made of those that both have.
 */
export function differencesOfSetUp(
  before: Measurement,
  after: Measurement,
  across: readonly Change[],
): SetUpDifference[] {
  const fields = (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((field) => !(across as readonly string[]).includes(field) && before[field] !== after[field])
    .map((field) => ({
      field,
      text: `${NAMES[field]} was ${before[field] || 'none'} and is ${after[field] || 'none'}`,
    }));
  const codebases = Object.entries(after.codebases)
    .filter(([id, { hash }]) => before.codebases[id] && before.codebases[id].hash !== hash)
    .map(([id, { hash }]) => ({
      field: 'codebase',
      text: `codebase ${id} was ${before.codebases[id]?.hash} and is ${hash}`,
    }));
  return [...fields, ...codebases];
}

/** The way out of a refusal, where every difference can be declared to be the change under test; else nothing. */
export function changeAdvice(differences: readonly SetUpDifference[], option: string): string {
  const declarable = differences.every(({ field }) => (CHANGES as readonly string[]).includes(field));
  return declarable ? `, or, if that is the change under test, name it in ${option}` : '';
}
