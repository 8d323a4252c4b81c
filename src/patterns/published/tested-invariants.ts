import type { Blueprint } from './blueprint.ts';
import { type PlannedInvariant, planInvariants } from './invariants.ts';

/** The invariants that the tests of a codebase assert, by the kind of assertion. */
export interface TestedInvariants {
  /** `src` imports nothing of `dst`, or nothing at all where that is null. */
  boundaries: readonly { description: string; src: string; dst: string | null }[];
  /** Names in a folder follow a pattern. */
  namings: readonly { description: string; folder: 'stages' | 'middleware' }[];
  /** The config names one stage before another; both by file name. */
  chains: readonly { description: string; earlier: string; later: string }[];
}

/** What the tests of a blueprint's codebase assert. */
export function testedInvariants(blueprint: Blueprint): TestedInvariants {
  const invariants = planInvariants(blueprint);
  const ofType = (type: PlannedInvariant['type']) => invariants.filter((invariant) => invariant.type === type);
  const stageName = (id: string | null | undefined) => (id ?? '').replace('stages/', '');
  return {
    boundaries: ofType('BOUNDARY').map(({ description, constraint: { src, dst } }) => ({
      description,
      src: src ?? '',
      dst: dst ?? null,
    })),
    namings: invariants
      .filter(({ constraint }) => constraint.type === 'NAMING_CONVENTION')
      .map(({ description, constraint: { src } }) => ({
        description,
        folder: src === 'stages' ? 'stages' : 'middleware',
      })),
    chains: ofType('DATAFLOW').map(({ description, constraint: { src, dst } }) => ({
      description,
      earlier: stageName(src),
      later: stageName(dst),
    })),
  };
}
