import { normalisePath } from '../base/path.ts';
import { type ReadBelief, readBelief } from './read-belief.ts';
import { type FoundObject, readObject } from './read-object.ts';
import { LONGEST_ANSWER, spoken } from './spoken.ts';

/** Unbalanced braces after which the search for objects gives up, sooner in a long text: bounds the work on hostile answers. */
const MAX_UNBALANCED = 32;
const MAX_SCANNED = 3_000_000;
/** So many objects that hold the word are looked at, from the last one on. */
const MAX_CANDIDATES = 16;

/**
 * Reads a belief from an answer in text: the last object in it that has `components`, unless that is a small one that shows the
 * form after a belief. Reasoning, fences, prose, comments, single quotes, stray commas and a cut-off end are tolerated.
 *
 * @returns null when the answer holds no belief
 */
export function readBeliefText(text: string, step: number): ReadBelief | null {
  const said = unwrapped(spoken(text).slice(-LONGEST_ANSWER));
  return readLast(said, step) ?? (said.includes('\\"components\\"') ? readLast(unescaped(said), step) : null);
}

function readLast(text: string, step: number): ReadBelief | null {
  const beliefs = findObjects(text)
    .slice(-MAX_CANDIDATES)
    .flatMap((object) => {
      const belief = findBelief(object.value, 0);
      return belief ? [{ ...object, value: belief }] : [];
    });
  const found = beliefs.reduceRight<(typeof beliefs)[number] | null>(
    (chosen, one) => (chosen === null || showsTheForm(chosen.value, one.value) ? one : chosen),
    null,
  );
  if (!found) return null;
  const read = withProblem(readBelief(found.value, step), 'unreadable', found.unreadable);
  const chosen = pathsOf(found.value);
  const passedOver = new Set(beliefs.flatMap(({ value }) => [...pathsOf(value)]).filter((path) => !chosen.has(path)));
  const whole = withProblem(read, 'components: in another object of the answer', passedOver.size);
  return withProblem(whole, 'cut off', found.complete ? 0 : 1);
}

/** JSON that stands in running text as a string of another JSON has it. */
function unescaped(text: string): string {
  return text.replace(/\\(["\\/nt])/g, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
}

function withProblem(read: ReadBelief | null, problem: string, count: number): ReadBelief | null {
  if (!read || count === 0) return read;
  return { ...read, dropped: read.dropped + count, problems: { ...read.problems, [problem]: count } };
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

/**
 * A later object shows how a belief is written, and takes nothing back, where it has fewer components, of which the earlier one has
 * none, or where it has no more than a third of them.
 */
function showsTheForm(later: BeliefLike, earlier: BeliefLike): boolean {
  const [shown, believed] = [pathsOf(later), pathsOf(earlier)];
  if (shown.size * 3 <= believed.size) return believed.size > 0;
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
