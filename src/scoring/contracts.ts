import type { Belief, BelievedExport } from '../belief/belief.ts';
import type { GroundTruth, Signature } from '../codebase/ground-truth.ts';
import { sameType } from './signature-types.ts';

/** How many of the true contracts a belief holds: by name, by signature, and by the set of their callers. */
export interface ContractCounts {
  total: number;
  name_matches: number;
  signature_matches: number;
  caller_matches: number;
}

/** Counts, over the true contracts, the believed exports of the same module and name that agree. */
export function scoreContracts(belief: Belief, truth: GroundTruth): ContractCounts {
  const counts = { total: truth.contracts.length, name_matches: 0, signature_matches: 0, caller_matches: 0 };
  for (const contract of truth.contracts) {
    const believed = believedExport(belief, contract.module, contract.name);
    if (!believed) continue;
    counts.name_matches++;
    if (sameSignature(believed.signature, contract.signature)) counts.signature_matches++;
    if (sameMembers(believed.callers, contract.callers)) counts.caller_matches++;
  }
  return counts;
}

/** The export of that name that the belief gives to that module, if any. */
export function believedExport(belief: Belief, module: string, name: string): BelievedExport | undefined {
  const component = Object.hasOwn(belief.components, module) ? belief.components[module] : undefined;
  return component?.exports.find((entry) => entry.name === name);
}

/**
 * Equal parameter count, names in order, parameter types and return type. An absent parameter type on either side
 * matches any; an absent return type equals None alone. Defaults are not compared.
 */
function sameSignature(a: Signature, b: Signature): boolean {
  if (a.params.length !== b.params.length) return false;
  const sameParams = a.params.every((param, i) => {
    const other = b.params[i] as Signature['params'][number];
    if (param.name !== other.name) return false;
    return param.type_hint.trim() === '' || other.type_hint.trim() === '' || sameType(param.type_hint, other.type_hint);
  });
  return sameParams && sameType(a.return_type, b.return_type);
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  const left = new Set(a);
  const right = new Set(b);
  return left.size === right.size && [...left].every((member) => right.has(member));
}
