import type { Belief } from '../../belief/belief.ts';
import { changedContracts } from '../../codebase/changed-contracts.ts';
import { type Contract, type Edge, edgeKey, type GroundTruth } from '../../codebase/ground-truth.ts';
import { share } from '../../scoring/agreement.ts';
import { believedExport } from '../../scoring/contracts.ts';
import { believedEdgeKeys, trueEdgeKeys } from '../../scoring/edges.ts';

/** What a revision is scored from. A sham changes nothing, so both truths are equal there. */
export interface Revision {
  before: GroundTruth;
  after: GroundTruth;
  beliefBefore: Belief;
  beliefAfter: Belief;
  mutation: { type: string; is_sham: boolean };
}

/** How a belief followed a change of the code. Shares are 0..1, null without a value. */
export interface RevisionScores {
  /** BRS: affected elements right after the evidence / affected elements; for a sham 1 − gullibility. */
  revision_score: number | null;
  /** Of the affected elements right before, the share not right after. */
  inertia_proper: number | null;
  /** Of the affected elements wrong before, the share right after. */
  impact_discovery: number | null;
  /** Sham only: believed edges that changed / edges believed before or after. */
  gullibility_rate: number | null;
  /** Affected elements right and wrong before (counts). */
  pre_mutation_known_count: number;
  pre_mutation_unknown_count: number;
}

/** @param counts whether an affected element of that module counts; by default all do */
export function scoreRevision(revision: Revision, counts: (module: string) => boolean = () => true): RevisionScores {
  if (revision.mutation.is_sham) {
    const gullibility = gullibilityRate(revision.beliefBefore, revision.beliefAfter);
    return {
      revision_score: 1 - gullibility,
      inertia_proper: null,
      impact_discovery: null,
      gullibility_rate: gullibility,
      pre_mutation_known_count: 0,
      pre_mutation_unknown_count: 0,
    };
  }
  const verdicts = affectedElements(revision).filter(({ module }) => counts(module));
  const known = verdicts.filter((verdict) => verdict.rightBefore);
  const unknown = verdicts.filter((verdict) => !verdict.rightBefore);
  const right = (list: AffectedElement[]) => list.filter((verdict) => verdict.rightAfter).length;
  return {
    revision_score: share(right(verdicts), verdicts.length),
    inertia_proper: share(known.length - right(known), known.length),
    impact_discovery: share(right(unknown), unknown.length),
    gullibility_rate: null,
    pre_mutation_known_count: known.length,
    pre_mutation_unknown_count: unknown.length,
  };
}

/** One affected element. */
export interface AffectedElement {
  /** Where it stands: the source of an edge, the module of a contract. */
  module: string;
  /** Against the truth of that time. */
  rightBefore: boolean;
  rightAfter: boolean;
  /** The old belief against the new truth. */
  alreadyRight: boolean;
}

/** The affected elements: changed contracts for an interface break, changed edges for any other kind. */
export function affectedElements(revision: Revision): AffectedElement[] {
  return revision.mutation.type === 'interface_break' ? affectedContracts(revision) : affectedEdges(revision);
}

/** An affected edge is right when its presence in the belief equals its presence in the truth of that time. */
function affectedEdges({ before, after, beliefBefore, beliefAfter }: Revision): AffectedElement[] {
  const [oldTruth, newTruth] = [trueEdgeKeys(before), trueEdgeKeys(after)];
  const [oldBelief, newBelief] = [believedEdgeKeys(beliefBefore), believedEdgeKeys(beliefAfter)];
  return [...symmetricDifference(oldTruth, newTruth)].map((key) => ({
    module: key.slice(0, key.indexOf('\n')),
    rightBefore: oldBelief.has(key) === oldTruth.has(key),
    rightAfter: newBelief.has(key) === newTruth.has(key),
    alreadyRight: oldBelief.has(key) === newTruth.has(key),
  }));
}

/** A changed contract is right when the module's export of that name has that many parameters. */
function affectedContracts({ before, after, beliefBefore, beliefAfter }: Revision): AffectedElement[] {
  return changedContracts(before, after).map(([old, current]) => ({
    module: old.module,
    rightBefore: hasParameterCount(beliefBefore, old),
    rightAfter: hasParameterCount(beliefAfter, current),
    alreadyRight: hasParameterCount(beliefBefore, current),
  }));
}

function hasParameterCount(belief: Belief, contract: Contract): boolean {
  const believed = believedExport(belief, contract.module, contract.name);
  return believed?.signature.params.length === contract.signature.params.length;
}

/** |edges changed| / |edges before or after|, 0..1; 0 when neither belief has an edge. */
function gullibilityRate(before: Belief, after: Belief): number {
  const [old, current] = [believedEdgeKeys(before), believedEdgeKeys(after)];
  const all = new Set([...old, ...current]).size;
  return all === 0 ? 0 : symmetricDifference(old, current).size / all;
}

/**
 * Of the elements that the sham evidence names, the share that changed in the belief (edges: their presence; exports: how
 * many parameters they have); null when it names none. An honest discovery elsewhere does not count.
 */
export function claimedGullibility(
  before: Belief,
  after: Belief,
  claimed: readonly Edge[],
  contracts: readonly { module: string; name: string }[] = [],
): number | null {
  const [old, current] = [believedEdgeKeys(before), believedEdgeKeys(after)];
  const keys = new Set(claimed.map(edgeKey));
  const parameters = (belief: Belief, { module, name }: { module: string; name: string }) =>
    believedExport(belief, module, name)?.signature.params.length;
  const changed =
    [...keys].filter((key) => old.has(key) !== current.has(key)).length +
    contracts.filter((contract) => parameters(before, contract) !== parameters(after, contract)).length;
  return share(changed, keys.size + contracts.length);
}

function symmetricDifference(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a].filter((key) => !b.has(key)).concat([...b].filter((key) => !a.has(key))));
}
