import { jsonrepair } from 'jsonrepair';
import { type ReadBelief, readBelief } from './read-belief.ts';
import { type ScannedObject, scanObject } from './scan-object.ts';

/** Answers longer than this (in characters) are read from their last part alone. */
const MAX_LENGTH = 2_000_000;
/** Unbalanced braces after which the search for objects gives up; bounds the work on hostile answers. */
const MAX_UNBALANCED = 32;

/**
 * Reads a belief from an answer in text: the last object in it that has `components`. Fences, prose, comments, single
 * quotes, stray commas and a cut-off end are tolerated.
 *
 * @returns null when the answer holds no belief
 */
export function readBeliefText(text: string, step: number): ReadBelief | null {
  const bounded = text.length > MAX_LENGTH ? text.slice(-MAX_LENGTH) : text;
  for (const object of findObjects(bounded).toReversed()) {
    const value = findBelief(parse(object.json), 0);
    const read = value && readBelief(value, step);
    if (read) return object.complete ? read : { ...read, dropped: read.dropped + 1 };
  }
  return null;
}

function findObjects(text: string): ScannedObject[] {
  const objects: ScannedObject[] = [];
  let unbalanced = 0;
  let position = text.indexOf('{');
  while (position !== -1 && unbalanced < MAX_UNBALANCED) {
    const object = scanObject(text, position);
    if (object) objects.push(object);
    if (!object?.complete) unbalanced++;
    position = text.indexOf('{', object?.complete ? object.end : position + 1);
  }
  return objects;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    try {
      return JSON.parse(jsonrepair(withoutStrayCommas(json)));
    } catch {
      return null;
    }
  }
}

/** Repeated commas become one, outside of strings; the one thing in practice that jsonrepair leaves. */
function withoutStrayCommas(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|,(?:\s*,)+/g, (_, string: string | undefined) => string ?? ',');
}

/** The object itself, or one wrapped in it (`{"belief": {…}}`), that has `components`. */
function findBelief(value: unknown, depth: number): object | null {
  if (typeof value !== 'object' || value === null || depth > 3) return null;
  if ('components' in value && typeof value.components === 'object' && value.components !== null) return value;
  for (const member of Object.values(value).toReversed()) {
    const found = findBelief(member, depth + 1);
    if (found) return found;
  }
  return null;
}
