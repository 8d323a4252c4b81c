import { jsonrepair } from 'jsonrepair';
import { normalisePath } from '../codebase/path.ts';
import { type ReadBelief, readBelief } from './read-belief.ts';
import { type FoundObject, readObject } from './read-object.ts';
import { LONGEST_ANSWER, spoken } from './spoken.ts';

/** Unbalanced braces after which the search for objects gives up, sooner in a long text: bounds the work on hostile answers. */
const MAX_UNBALANCED = 32;
const MAX_SCANNED = 3_000_000;
/** So many objects that hold the word are looked at, from the last one on, and so many characters of them repaired. */
const MAX_CANDIDATES = 16;
const MAX_REPAIRED = 100_000;

/**
 * Reads a belief from an answer in text: the last object in it that has `components`, unless that is a small one that shows the
 * form after a belief. Reasoning, fences, prose, comments, single quotes, stray commas and a cut-off end are tolerated.
 *
 * @returns null when the answer holds no belief
 */
export function readBeliefText(text: string, step: number): ReadBelief | null {
  const said = unwrapped(spoken(text.length > LONGEST_ANSWER ? text.slice(-LONGEST_ANSWER) : text));
  const beliefs = findObjects(said)
    .slice(-MAX_CANDIDATES)
    .flatMap(({ complete, value }) => {
      const belief = findBelief(value, 0);
      return belief ? [{ complete, value: belief }] : [];
    });
  const found = beliefs.reduceRight<(typeof beliefs)[number] | null>(
    (chosen, one) => (chosen === null || showsTheForm(chosen.value, one.value) ? one : chosen),
    null,
  );
  const value = found?.value ?? findBelief(repaired(said), 0);
  const read = value && readBelief(value, step);
  if (!read) return null;
  return found && !found.complete
    ? { ...read, dropped: read.dropped + 1, problems: { ...read.problems, 'cut off': 1 } }
    : read;
}

/** An answer that is one string of JSON, as some tools hand it on, is what that says. */
function unwrapped(text: string): string {
  const bare = text.trim();
  if (!bare.startsWith('"') || !bare.endsWith('"')) return text;
  try {
    return JSON.parse(bare) as string;
  } catch {
    return text;
  }
}

/** All objects of the text that name components. */
function findObjects(text: string): FoundObject[] {
  const objects: FoundObject[] = [];
  let unbalanced = 0;
  const most = Math.max(3, Math.min(MAX_UNBALANCED, MAX_SCANNED / (text.length + 1)));
  let position = text.indexOf('{');
  while (position !== -1 && unbalanced < most) {
    const object = readObject(text, position);
    const end = object?.complete ? object.end : text.length;
    if (object && text.slice(position, end).includes('components')) objects.push(object);
    if (!object?.complete) unbalanced++;
    position = text.indexOf('{', object?.complete ? object.end : position + 1);
  }
  return objects;
}

/** What is left once the readable forms have failed: an object as text in a string, curly quotes, and the like. */
function repaired(text: string): unknown {
  const start = text.indexOf('{');
  if (start === -1 || text.length - start > MAX_REPAIRED || !text.includes('components')) return null;
  try {
    return JSON.parse(jsonrepair(text.slice(start)));
  } catch {
    return null;
  }
}

/** A later object with fewer components, of which the earlier one has none, shows how a belief is written. */
function showsTheForm(later: BeliefLike, earlier: BeliefLike): boolean {
  const [shown, believed] = [pathsOf(later), pathsOf(earlier)];
  return shown.size < believed.size && [...shown].every((path) => !believed.has(path));
}

interface BeliefLike {
  components: object;
}

function pathsOf({ components }: BeliefLike): Set<string> {
  const paths = Array.isArray(components)
    ? components.map((component: { filepath?: unknown } | null) => component?.filepath)
    : Object.keys(components);
  return new Set(paths.flatMap((path) => (typeof path === 'string' ? [normalisePath(path) ?? path] : [])));
}

/** The object itself, or one wrapped in it (`{"belief": {…}}`), that has `components`. */
function findBelief(value: unknown, depth: number): BeliefLike | null {
  if (typeof value !== 'object' || value === null || depth > 3) return null;
  if ('components' in value && typeof value.components === 'object' && value.components !== null)
    return value as BeliefLike;
  for (const member of Object.values(value).toReversed()) {
    const found = findBelief(member, depth + 1);
    if (found) return found;
  }
  return null;
}
