import { EDGE_TYPES, type Edge, type EdgeType } from '../codebase/ground-truth.ts';

/** What the code shows, found without the generator. */
export interface Evidence {
  /** Edges by type, as [source, target] paths. */
  edges: Readonly<Record<EdgeType, readonly (readonly [source: string, target: string])[]>>;
  /** What is wrong apart from edges: contracts that differ, stages that are never entered. */
  problems: readonly string[];
  /** Parts that no run enters, or that nothing lives through: edges may be there that no run shows. */
  idle: readonly string[];
  /** Checks of the codebase itself that fail: its runs, its tests, the type checker. */
  failures: readonly string[];
  /** Checks that could not be made, each with the reason. */
  skipped: readonly string[];
  /** Nothing could be checked at all: the ground truth is neither confirmed nor contradicted. */
  unchecked?: boolean;
}

/** The ground truth beside what the code shows. */
export interface Verification {
  ok: boolean;
  /** False where nothing could be checked: the ground truth is then neither confirmed nor contradicted. */
  checked: boolean;
  edges: Record<EdgeType, EdgeVerification>;
  problems: readonly string[];
  skipped: readonly string[];
}

export interface EdgeVerification {
  confirmed: number;
  /** Edges of the ground truth that the code does not show. */
  unconfirmed: string[];
  /** Edges that the code shows and the ground truth lacks. */
  unlisted: string[];
}

/**
 * Compares the true edges with the evidence, type by type.
 *
 * @param broken a check of the codebase must fail, where otherwise none may
 */
export function compareEdges(listedEdges: readonly Edge[], evidence: Evidence, broken = false): Verification {
  const truth = evidence.unchecked ? [] : listedEdges;
  const name = (source: string, target: string) => `${source} → ${target}`;
  const edges = Object.fromEntries(
    EDGE_TYPES.map((type): [EdgeType, EdgeVerification] => {
      const listed = new Set(
        truth.filter((edge) => edge.type === type).map(({ source, target }) => name(source, target)),
      );
      const shown = new Set(evidence.edges[type].map(([source, target]) => name(source, target)));
      return [
        type,
        {
          confirmed: [...listed].filter((edge) => shown.has(edge)).length,
          unconfirmed: [...listed].filter((edge) => !shown.has(edge)).toSorted(),
          unlisted: [...shown].filter((edge) => !listed.has(edge)).toSorted(),
        },
      ];
    }),
  ) as Record<EdgeType, EdgeVerification>;
  const differs = Object.values(edges).some(({ unconfirmed, unlisted }) => unconfirmed.length + unlisted.length > 0);
  const problems = [
    ...evidence.problems,
    ...(broken ? [] : evidence.failures),
    ...(broken && evidence.failures.length === 0 && !evidence.unchecked ? ['every check of the codebase passes'] : []),
  ];
  return {
    ok: !differs && problems.length === 0 && !evidence.unchecked,
    checked: !evidence.unchecked,
    edges,
    problems,
    skipped: evidence.skipped,
  };
}

/** The verification as lines for people. */
export function describeVerification(verification: Verification): string[] {
  const lines = EDGE_TYPES.flatMap((type) => {
    const { confirmed, unconfirmed, unlisted } = verification.edges[type];
    return [
      `${type}: ${confirmed} confirmed, ${unconfirmed.length} not shown by the code, ${unlisted.length} missing from the ground truth`,
      ...unconfirmed.map((edge) => `  not shown by the code: ${edge}`),
      ...unlisted.map((edge) => `  missing from the ground truth: ${edge}`),
    ];
  });
  return [
    ...lines,
    ...verification.problems.map((problem) => `problem: ${problem}`),
    ...verification.skipped.map((check) => `skipped: ${check}`),
    !verification.checked ? 'NOT checked' : verification.ok ? 'verified' : 'NOT verified',
  ];
}
