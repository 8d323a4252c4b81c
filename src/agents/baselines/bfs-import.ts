import type { Agent } from '../../episode/agent.ts';
import { nextListing, nextOpening, ruleBased } from './rule-based.ts';

/**
 * Lists all directories, then opens every source file in path order but for package initialisers, which is how the published baseline of that name
 * behaves; believes the imports that it read.
 */
export function bfsImport(): Agent {
  return ruleBased('bfs-import', () => ({
    next: (sight) =>
      nextListing(sight) ??
      nextOpening(
        sight,
        sight.sources().filter((path) => !sight.language.isInitialiser(path)),
      ),
  }));
}
