import { nameOf } from '../../base/path.ts';
import type { Component } from '../../belief/belief.ts';
import type { Agent } from '../../episode/agent.ts';
import { component, edgesTo } from './component.ts';
import { nextListing, nextOpening, ruleBased } from './rule-based.ts';
import type { Sight } from './sight.ts';

const CONFIG_ENDINGS = ['.json', '.yaml', '.yml', '.toml', '.ini', '.cfg'];
const CONFIG_NAMES = ['config', 'registry'];
/** Names of sources that are believed to load what configs refer to. */
const WIRING_NAMES = ['registry', 'config', 'runner'];
const WIRE_CONFIDENCE = { opened: 0.7, unopened: 0.5 };

/**
 * Lists all directories, opens config and registry files, then the modules that configs refer to, then the other
 * sources; believes the imports that it read, and that everything named like a registry wires what configs refer to.
 */
export function configAware(): Agent {
  return ruleBased('config-aware', () => ({
    next: (sight) =>
      nextListing(sight) ??
      nextOpening(sight, [...sight.files].filter(isConfig).toSorted()) ??
      nextOpening(sight, references(sight)) ??
      nextOpening(sight, sight.sources()),
    believe,
  }));
}

function isConfig(path: string): boolean {
  const name = nameOf(path);
  return CONFIG_ENDINGS.some((ending) => name.endsWith(ending)) || CONFIG_NAMES.some((part) => name.includes(part));
}

/** Modules whose stem, or whose path without its extension, is a string in an opened JSON file, in the order named. */
function references(sight: Sight): string[] {
  const byStem = sight.sourcesByStem();
  const byPath = (name: string) =>
    sight.sources().find((path) => `/${path.replace(/\.\w+$/, '')}`.endsWith(`/${name}`));
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      const path = byStem.get(value) ?? byPath(value);
      if (path !== undefined) found.add(path);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const path of [...sight.texts.keys()].filter((path) => path.endsWith('.json')).toSorted()) {
    collect(parseJson(sight.texts.get(path) as string));
  }
  return [...found];
}

function believe(sight: Sight): Map<string, Component> {
  const components = sight.components();
  const targets = references(sight);
  if (targets.length === 0) return components;
  for (const path of sight.sources().filter((path) => WIRING_NAMES.some((part) => nameOf(path).includes(part)))) {
    const confidence = sight.texts.has(path) ? WIRE_CONFIDENCE.opened : WIRE_CONFIDENCE.unopened;
    const wired = targets.filter((target) => target !== path);
    const wiring = component(path, 'inferred', confidence, edgesTo(wired, 'REGISTRY_WIRES'));
    const known = components.get(path);
    components.set(path, known ? { ...known, edges: [...known.edges, ...wiring.edges] } : wiring);
  }
  return components;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
