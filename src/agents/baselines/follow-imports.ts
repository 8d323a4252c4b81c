import { normalisePath, stemOf } from '../../base/path.ts';
import { reach } from '../../base/reach.ts';
import type { Action } from '../../episode/actions/actions.ts';
import type { Agent } from '../../episode/agent.ts';
import { isSource } from '../../languages/languages.ts';
import { nextListing, nextOpening, ruleBased } from './rule-based.ts';
import type { Sight } from './sight.ts';

const MANIFESTS = ['package.json', 'pyproject.toml', 'setup.cfg'];
const ENTRY_STEMS = ['cli', 'main', '__main__', 'index', 'app'];

/**
 * Finds the entry point, from the manifest or else by its name, and walks breadth-first along imports from there;
 * believes the imports that it read. What no import leads to, it never opens.
 */
export function followImports(): Agent {
  return ruleBased('follow-imports', () => ({ next }));
}

function next(sight: Sight): Action | null {
  if (sight.unlisted[0] === '') return nextListing(sight);
  const manifest = MANIFESTS.find((name) => sight.files.has(name));
  if (manifest && !sight.texts.has(manifest)) return { type: 'open', argument: manifest };
  const entries = namedEntries(sight, manifest && sight.texts.get(manifest));
  if (entries.length > 0) return nextOpening(sight, reachable(sight, entries));
  const byName = ENTRY_STEMS.flatMap((stem) => sight.sources().filter((path) => stemOf(path) === stem)).slice(0, 1);
  if (byName.length > 0) return nextOpening(sight, reachable(sight, byName));
  return nextListing(sight) ?? nextOpening(sight, reachable(sight, sight.sources().slice(0, 1)));
}

/** Paths of source files that stand in the manifest, each once, in the order in which they stand. */
function namedEntries(sight: Sight, manifest: string | undefined): string[] {
  const words = manifest?.match(/[\w./-]+/g) ?? [];
  const paths = words.flatMap((word) => (word.includes('/') ? (normalisePath(word) ?? []) : []));
  return [...new Set(paths)].filter((path) => isSource(sight.language, path));
}

/** The entries and what opened files lead to from them, breadth-first. */
function reachable(sight: Sight, entries: readonly string[]): string[] {
  return [...reach(entries, (path) => sight.importsOf(path))];
}
