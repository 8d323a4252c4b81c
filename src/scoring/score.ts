import { emptyBelief } from '../belief/belief.ts';
import { EDGE_TYPES, type EdgeType, type GroundTruth } from '../codebase/ground-truth.ts';
import { actionsOf, beliefsOf, type Transcript } from '../episode/transcript.ts';
import { share } from './agreement.ts';
import { confidenceScore, expectedCalibrationError } from './calibration.ts';
import { confuseTypes } from './confusion.ts';
import { scoreContracts } from './contracts.ts';
import { actionCurve, areaUnderCurve, observationCurve, stepsToRecall } from './curves.ts';
import { countEdgesByType, scoreBeyond, scoreEdges, scoreUntypedEdges } from './edges.ts';
import { scoreExternalisation } from './externalisation.ts';
import { countHallucinations } from './hallucinations.ts';
import { scoreInvariants, scoreInvariantsRelaxed } from './invariants.ts';
import type { Scores } from './scores.ts';
import { scoreStability } from './stability.ts';

/**
 * Scores an episode that finished or was stopped: a pure function of its transcript, the ground truth, and what is known without looking.
 *
 * @param givenAway keys of the true edges that names alone give away; null where that is not known
 * @throws Error for a failed episode, which says nothing of the agent
 */
export function score(
  transcript: Transcript,
  truth: GroundTruth,
  givenAway: ReadonlySet<string> | null = null,
): Scores {
  const { start, outcome } = transcript;
  if (outcome.status === 'failed')
    throw new Error(`a failed episode cannot be scored (${outcome.kind}: ${outcome.message})`);

  const beliefs = beliefsOf(transcript);
  const final = beliefs.at(-1) ?? emptyBelief();
  const probes = beliefs.map((belief) => ({ step: belief.step, ...scoreEdges(belief, truth) }));
  const actions = actionsOf(transcript);
  const budgeted = actions
    .filter(({ step }) => step > 0)
    .map(({ action }) => ({ type: action.type, argument: 'argument' in action ? action.argument : '' }));
  const opens = actions.flatMap(({ action, ok }) => (action.type === 'open' ? [{ path: action.argument, ok }] : []));
  const hasCurve = start.axes.condition !== 'passive-full';
  const curve = hasCurve ? actionCurve(probes, budgeted.length) : [];
  const observations = hasCurve ? observationCurve(probes, budgeted) : [];

  const edges = probes.at(-1) ?? scoreEdges(final, truth);
  const invariants = scoreInvariants(final, truth);
  const relaxed = scoreInvariantsRelaxed(final, truth);
  const hallucinations = countHallucinations(final, truth);
  return {
    dependency_precision: edges.precision,
    dependency_recall: edges.recall,
    dependency_f1: edges.f1,
    dependency_f1_beyond_names: givenAway && scoreBeyond(final, truth, givenAway),
    dependency_f1_untyped: scoreUntypedEdges(final, truth).f1,
    by_type: typeScores(countEdgesByType(final, truth)),
    invariant_precision: invariants.precision,
    invariant_recall: invariants.recall,
    invariant_f1: invariants.f1,
    invariant_precision_relaxed: relaxed.precision,
    invariant_recall_relaxed: relaxed.recall,
    invariant_f1_relaxed: relaxed.f1,
    confidence_ece: expectedCalibrationError(final, truth),
    confidence_score: confidenceScore(final, truth),
    hallucinated_edges: hallucinations.edges,
    hallucinated_nodes: hallucinations.nodes,
    contracts: scoreContracts(final, truth),
    action_curve: curve,
    observation_curve: observations,
    action_auc: hasCurve ? areaUnderCurve(curve) : null,
    observation_auc: hasCurve ? areaUnderCurve(observations) : null,
    action_auc_budget: hasCurve ? areaUnderCurve(actionCurve(probes, Number(start.set_up.budget))) : null,
    steps_to_50_recall: hasCurve ? stepsToRecall(probes, 0.5) : null,
    steps_to_80_recall: hasCurve ? stepsToRecall(probes, 0.8) : null,
    steps_taken: budgeted.length,
    files_opened: opens.length,
    unique_files: new Set(opens.map(({ path }) => path)).size,
    stability: scoreStability(
      beliefs,
      probes.map(({ f1 }) => f1),
      truth,
    ),
    externalisation: scoreExternalisation(final, new Set(opens.flatMap(({ path, ok }) => (ok ? [path] : []))), truth),
    confusion: confuseTypes(final, truth),
    dropped: transcript.events.reduce((sum, event) => sum + (event.type === 'probe' ? event.dropped : 0), 0),
  };
}

function typeScores(counts: ReturnType<typeof countEdgesByType>): Scores['by_type'] {
  const entries = EDGE_TYPES.map((type): [EdgeType, Scores['by_type'][EdgeType]] => {
    const { predicted, truth, matched } = counts[type];
    return [type, { ...counts[type], precision: share(matched, predicted), recall: share(matched, truth) }];
  });
  return Object.fromEntries(entries) as Scores['by_type'];
}
