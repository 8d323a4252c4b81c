import { Belief } from '../../src/belief/belief.ts';
import { readBeliefText } from '../../src/belief/read-belief-text.ts';
import { GroundTruth } from '../../src/codebase/ground-truth.ts';
import { readAction } from '../../src/episode/read-action.ts';
import { scoreRevision } from '../../src/phases/revise/revision.ts';
import { expectedCalibrationError } from '../../src/scoring/calibration.ts';
import { scoreContracts } from '../../src/scoring/contracts.ts';
import { actionCurve, areaUnderCurve, observationCurve, stepsToRecall } from '../../src/scoring/curves.ts';
import { believedEdgeKeys, countEdgesByType, scoreEdges } from '../../src/scoring/edges.ts';
import { countHallucinations } from '../../src/scoring/hallucinations.ts';
import { scoreInvariants, scoreInvariantsRelaxed } from '../../src/scoring/invariants.ts';

/** A conformance case as read from a file: its input and the right answer. */
export type Case = Record<string, unknown> & { expected: unknown };

/** What our code says of a case's input, in the form of its `expected`. */
type Check = (input: Case) => unknown;

/** The check for each file name. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'map-accuracy.json': (input) => {
    const truth = GroundTruth.parse(input.ground_truth);
    const belief = Belief.parse(input.belief);
    const hallucinations = countHallucinations(belief, truth);
    return {
      dependency: scoreEdges(belief, truth),
      dependency_by_type: countEdgesByType(belief, truth),
      invariant: scoreInvariants(belief, truth),
      invariant_relaxed: scoreInvariantsRelaxed(belief, truth),
      confidence_ece: expectedCalibrationError(belief, truth),
      hallucinated_edges: hallucinations.edges,
      hallucinated_nodes: hallucinations.nodes,
      contracts: scoreContracts(belief, truth),
    };
  },

  'exploration.json': (input) => {
    const truth = GroundTruth.parse(input.ground_truth);
    const probes = (input.beliefs as unknown[]).map((value) => {
      const belief = Belief.parse(value);
      return { step: belief.step, ...scoreEdges(belief, truth) };
    });
    const log = input.action_log as { action: { type: string; argument: string | null } }[];
    const actions = log
      .filter(({ action }) => action.type !== 'done')
      .map(({ action }) => ({ type: action.type, argument: action.argument ?? '' }));
    const opened = actions.filter((action) => action.type === 'open').map((action) => action.argument);
    const curve = actionCurve(probes, actions.length);
    const observations = observationCurve(probes, actions);
    return {
      action_curve: curve,
      observation_curve: observations,
      action_auc: areaUnderCurve(curve),
      observation_auc: areaUnderCurve(observations),
      action_auc_budget: areaUnderCurve(actionCurve(probes, input.budget as number)),
      steps_to_50_recall: stepsToRecall(probes, 0.5),
      steps_to_80_recall: stepsToRecall(probes, 0.8),
      steps_taken: actions.length,
      files_opened: opened.length,
      unique_files: new Set(opened).size,
    };
  },

  'revision.json': (input) =>
    scoreRevision({
      before: GroundTruth.parse(input.pre_ground_truth),
      after: GroundTruth.parse(input.post_ground_truth),
      beliefBefore: Belief.parse(input.pre_belief),
      beliefAfter: Belief.parse(input.post_belief),
      mutation: input.mutation as { type: string; is_sham: boolean },
    }),

  'belief-parsing.json': (input) => {
    const read = readBeliefText(input.text as string, input.step as number);
    if (!read) return null;
    const { belief, dropped } = read;
    const components = Object.entries(belief.components);
    return {
      edges: [...believedEdgeKeys(belief)].map((key) => key.split('\n')),
      components: components.length,
      invariants: belief.invariants.length,
      step: belief.step,
      confidence: Object.fromEntries(
        components.flatMap(([source, component]) =>
          component.edges.map((edge) => [`${source}|${edge.target}|${edge.type}`, edge.confidence]),
        ),
      ),
      status: Object.fromEntries(components.map(([path, component]) => [path, component.status])),
      params: Object.fromEntries(
        components.flatMap(([path, component]) =>
          component.exports.map((entry) => [`${path}|${entry.name}`, entry.signature.params.map(({ name }) => name)]),
        ),
      ),
      dropped_at_least: dropped,
    };
  },

  'action-parsing.json': (input) => readAction(input.text),
};
