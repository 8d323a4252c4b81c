import type { Contract, GroundTruth } from './ground-truth.ts';

/** The contracts whose signature a change altered, as they were and as they are. */
export function changedContracts(before: GroundTruth, after: GroundTruth): [before: Contract, after: Contract][] {
  return before.contracts.flatMap((old) => {
    const now = after.contracts.find(({ module, name }) => module === old.module && name === old.name);
    const changed = now && JSON.stringify(now.signature) !== JSON.stringify(old.signature);
    return changed ? [[old, now] satisfies [Contract, Contract]] : [];
  });
}
