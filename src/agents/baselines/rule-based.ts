import type { Belief, Component } from '../../belief/belief.ts';
import { emptyBelief } from '../../belief/belief.ts';
import type { Action } from '../../episode/action.ts';
import type { Agent, Task } from '../../episode/agent.ts';
import { languageOf } from '../../languages/languages.ts';
import { Sight } from './sight.ts';

/** The two things in which rule-based explorers differ. */
export interface Rules {
  /** The next action, or null to be done. It is asked again after each observation. */
  next(sight: Sight): Action | null;
  /** Components to believe in; by default the opened sources with their imports. */
  believe?(sight: Sight): Map<string, Component>;
}

/** An agent that follows rules: `makeRules` is called for each episode. */
export function ruleBased(name: string, makeRules: (task: Task) => Rules, config?: unknown): Agent {
  return {
    name,
    config,
    deterministic: true,
    explore: (task) => {
      const sight = new Sight(languageOf(task.language));
      const rules = makeRules(task);
      return {
        act: () => rules.next(sight) ?? { type: 'done' },
        observe: (observations) => sight.observe(observations),
        believe: ({ step }): Belief => ({
          ...emptyBelief(step),
          components: Object.fromEntries(rules.believe?.(sight) ?? sight.components()),
          unexplored: sight.sources().filter((path) => !sight.texts.has(path)),
        }),
      };
    },
  };
}

/** Lists directories breadth-first from the root; null when all are listed. */
export function nextListing(sight: Sight): Action | null {
  const directory = sight.unlisted[0];
  return directory === undefined ? null : { type: 'list', argument: directory };
}

/** Opens the first of the files that has not been opened; null when all have been. */
export function nextOpening(sight: Sight, paths: readonly string[]): Action | null {
  const path = paths.find((candidate) => !sight.texts.has(candidate));
  return path === undefined ? null : { type: 'open', argument: path };
}
