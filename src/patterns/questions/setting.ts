import { directoryOf, isWithin } from '../../base/path.ts';
import type { Constraint } from '../../codebase/ground-truth.ts';
import type { Drawn } from '../drawn.ts';
import { writerOf } from '../writing/writers.ts';
import type { ProposedChange } from './proposed-change.ts';

/** What the options of questions are drawn from: the files of a codebase, and what its blueprint tells of them. */
export interface Setting {
  /** What each module is for, by its path. */
  roles: ReadonlyMap<string, string>;
  /** The attested rules. */
  rules: readonly Constraint[];
  /** Ids of rules that were chosen because they can be broken. */
  breakable: ReadonlySet<string>;
  /** Parts in the order in which a config has them, a list for each extension point. */
  orders: readonly (readonly string[])[];
  /** Whether a file at one place imports one at another. */
  imports(src: string, dst: string): boolean;
  /** The modules behind an abstract class. */
  behind(via: string): readonly string[];
}

/** A change that breaks a rule, and three of its kind that break none. */
export interface Options {
  breaking: ProposedChange;
  others: readonly ProposedChange[];
}

export function settingOf({ blueprint, groundTruth, language }: Drawn): Setting {
  const writer = writerOf(language);
  const path = (id: string) => writer.path(blueprint, id);
  const edges = groundTruth.dependency_edges.filter(({ type }) => type === 'IMPORTS');
  return {
    roles: new Map(blueprint.modules.map(({ id, role }) => [path(id), role])),
    rules: groundTruth.invariants.flatMap(({ structured }) => structured ?? []),
    breakable: new Set(
      blueprint.rules
        .filter(({ attested }) => attested.length > 0)
        .flatMap(({ breakable }, i) => (breakable ? [groundTruth.invariants[i]?.id ?? ''] : [])),
    ),
    orders: blueprint.points
      .filter(({ mechanism, style }) => mechanism === 'config' && style === 'sequence')
      .map(({ parts }) => parts.map(({ unit }) => path(unit.from))),
    imports: (src, dst) => edges.some(({ source, target }) => isWithin(source, src) && isWithin(target, dst)),
    behind: (via) =>
      blueprint.points
        .filter(({ port }) => port !== null && path(port.from) === via)
        .flatMap(({ parts }) => parts.map(({ unit }) => path(unit.from))),
  };
}

/** The place in a rule that a file would have which stands where another one stands: the file, or its folder. */
export function placeLike(place: string | null | undefined, path: string): string {
  return /\.\w+$/.test(place ?? '') ? path : directoryOf(path);
}
