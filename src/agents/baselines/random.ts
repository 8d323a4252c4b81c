import seedrandom from 'seedrandom';
import type { Agent } from '../../episode/agent.ts';
import { nextListing, nextOpening, ruleBased } from './rule-based.ts';

/**
 * Lists all directories, then opens source files in random order; believes the imports that it read. The order depends
 * on the codebase, the trial and the seed alone, so a run can be repeated.
 */
export function random(seed = 1): Agent {
  return ruleBased(
    'random',
    (task) => {
      const next = seedrandom(`${seed}:${task.seed}`);
      let order: string[] | undefined;
      return {
        next: (sight) => {
          const listing = nextListing(sight);
          if (listing) return listing;
          order ??= sight
            .sources()
            .map((path) => ({ path, key: next() }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ path }) => path);
          return nextOpening(sight, order);
        },
      };
    },
    { seed },
  );
}
