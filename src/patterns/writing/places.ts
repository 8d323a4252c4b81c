import type { Blueprint, Module } from '../blueprint/blueprint.ts';
import { sentenceOf } from './rules.ts';
import type { Writer } from './writer.ts';

/** A module or a folder as a path. */
export function placeOf(blueprint: Blueprint, writer: Writer, at: string): string {
  return blueprint.modules.some(({ id }) => id === at) ? writer.path(blueprint, at) : writer.folder(blueprint, at);
}

/** What the comment of a module says: what it is for, as far as that is true, and the rules that stand there. */
export function commentOf(blueprint: Blueprint, writer: Writer, { id, doc, says }: Module): string {
  const rules = blueprint.rules
    .filter(({ attested, at }) => attested.includes('comment') && at === id)
    .map((rule) => sentenceOf(rule, (place) => placeOf(blueprint, writer, place)));
  return [says ?? doc, ...rules.map((sentence) => `Rule: ${sentence}.`)].join(' ');
}

/** Whether what modules export has comments of its own. */
export function saysUnits({ comments }: Blueprint): boolean {
  return comments === 'full' || comments === 'misleading';
}
