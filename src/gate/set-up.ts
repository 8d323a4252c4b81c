import type { Measurement } from './baseline.ts';

/** Differences that a user may declare to be the change under test, and so no reason to refuse a comparison. */
export const CHANGES = ['agent_config', 'prompt_hash', 'package'] as const;
export type Change = (typeof CHANGES)[number];

const NAMES: Readonly<Record<string, string>> = {
  agent: 'the agent',
  agent_config: "the hash of the agent's config",
  prompt_hash: "the hash of the agent's prompts",
  package: 'the version of vitest-tocs',
  probe_every: 'the probe interval',
  explored_with: 'the budget of the exploration',
  prior: 'the learner of what names tell',
};

type SetUp = Readonly<Record<string, string | number>>;

/** All that must be the same, by name. */
function setUpOf(of: Measurement): SetUp {
  const { agent, agent_config, prompt_hash, phase, axes, set_up, prior, package: version } = of;
  return { agent, agent_config, prompt_hash, phase, ...axes, ...set_up, prior: prior?.version ?? '', package: version };
}

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
  const [old, now] = [setUpOf(before), setUpOf(after)] as [SetUp, SetUp];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !(across as readonly string[]).includes(field) && old[field] !== now[field])
    .map((field) => ({
      field,
      text: `${NAMES[field] ?? `the ${field}`} was ${old[field] || 'none'} and is ${now[field] || 'none'}`,
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
