import { directoryOf, nameOf, stemOf } from '../../base/path.ts';
import type { Component } from '../../belief/belief.ts';
import type { Agent } from '../../episode/agent.ts';
import { component, edgesTo } from './component.ts';
import { nextListing, ruleBased } from './rule-based.ts';
import type { Sight } from './sight.ts';

const GUESS_CONFIDENCE = 0.3;

const ENTRY = /^(cli|main|__main__|index|app)$/;
const RUNNER = /run|pipeline|engine/;
const REGISTRY = /registry|catalog|loader|factory/;
const CONFIG = /config|settings/;
const TYPES = /^(types?|models?|schema)$/;

/**
 * A control: lists all directories, opens nothing, and believes what file names alone suggest. What it scores is what
 * conventions give away.
 */
export function listing(): Agent {
  return ruleBased('listing', () => ({ next: nextListing, believe }));
}

function believe(sight: Sight): Map<string, Component> {
  const sources = sight.sources().filter((path) => !/(^|[/_.])tests?([/_.]|$)/.test(path));
  const core = (pattern: RegExp) => sources.filter((path) => pattern.test(stemOf(path)));
  const [runners, registries, configs, types] = [RUNNER, REGISTRY, CONFIG, TYPES].map(core) as [
    string[],
    string[],
    string[],
    string[],
  ];
  return new Map(
    sources.map((filepath): [string, Component] => {
      const stem = stemOf(filepath);
      const imports = new Set<string>();
      if (!TYPES.test(stem)) addAll(imports, types);
      if (ENTRY.test(stem)) addAll(imports, [...runners, ...configs]);
      if (RUNNER.test(stem)) addAll(imports, [...registries, ...configs]);
      if (REGISTRY.test(stem)) addAll(imports, configs);
      addAll(imports, baseOf(filepath, sources));
      const wires = REGISTRY.test(stem) ? largestFamily(sources) : [];
      imports.delete(filepath);
      const edges = [...edgesTo(imports, 'IMPORTS'), ...edgesTo(wires, 'REGISTRY_WIRES')];
      return [filepath, component(filepath, 'inferred', GUESS_CONFIDENCE, edges)];
    }),
  );
}

function addAll(set: Set<string>, values: readonly string[]): void {
  for (const value of values) set.add(value);
}

/** `stage.ts` for what stands in `stages/`. */
function baseOf(path: string, sources: readonly string[]): string[] {
  const directory = nameOf(directoryOf(path));
  return sources.filter((candidate) => `${stemOf(candidate)}s` === directory);
}

/** The files that share a folder and the first part of their names, as `mod_a`, `mod_b`, …; the largest such group. */
function largestFamily(sources: readonly string[]): string[] {
  const families = Map.groupBy(
    sources.filter((path) => stemOf(path).includes('_') && !stemOf(path).startsWith('_')),
    (path) => `${directoryOf(path)}/${stemOf(path).split('_')[0]}`,
  );
  return [...families.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}
