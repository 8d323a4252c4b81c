import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { z } from 'zod';
import { issueLine } from '../base/checked.ts';
import { readBelief } from '../belief/read-belief.ts';
import { readGroundTruth } from '../codebase/directory.ts';
import { expectedCalibrationError } from '../scoring/calibration.ts';
import { actionCurve, areaUnderCurve, type CurveAction, observationCurve } from '../scoring/curves.ts';
import { scoreEdges } from '../scoring/edges.ts';
import { scoreInvariants, scoreInvariantsRelaxed } from '../scoring/invariants.ts';

/** What the published evaluator writes (`EvalResult`), as far as scores need it. */
const EvalResult = z.object({
  model_name: z.string().default('unknown'),
  codebase_id: z.string(),
  cognitive_maps: z.array(z.unknown()),
  exploration: z
    .looseObject({ steps_taken: z.number().int().optional(), files_opened: z.number().int().optional() })
    .optional(),
  action_log: z.array(z.object({ action: z.object({ type: z.string(), argument: z.string().nullish() }) })).optional(),
});

/** `tocs score`: scores a result that the published evaluator wrote. */
export function addScoreCommand(program: Command): void {
  program
    .command('score')
    .description('score a result file of the published evaluator against a ground truth')
    .argument('<result>', 'result.json with cognitive_maps')
    .requiredOption('--truth <dir>', 'folder with the ground_truth.json')
    .action((file: string, { truth: directory }: { truth: string }) => {
      const truth = readGroundTruth(directory);
      const parsed = EvalResult.safeParse(readJson(file));
      if (!parsed.success) throw new Error(`${file}: ${issueLine(parsed.error, '')}`);
      const { model_name, codebase_id, cognitive_maps, exploration, action_log } = parsed.data;
      if (codebase_id !== truth.codebase_id) {
        throw new Error(`${file} is about ${codebase_id}, the ground truth in ${directory} about ${truth.codebase_id}`);
      }
      const beliefs = cognitive_maps.flatMap((map) => readBelief(map, stepOf(map))?.belief ?? []);
      const final = beliefs.at(-1);
      if (!final) throw new Error(`${file} holds no belief that can be read`);
      const edges = scoreEdges(final, truth);
      const relaxed = scoreInvariantsRelaxed(final, truth);
      const probes = beliefs.map((belief) => ({ step: belief.step, ...scoreEdges(belief, truth) }));
      const actions = action_log
        ?.map(({ action }): CurveAction => ({ type: action.type.toLowerCase(), argument: action.argument ?? '' }))
        .filter(({ type }) => type !== 'done');
      const steps = actions?.length ?? exploration?.steps_taken;
      const scores = {
        model_name,
        codebase_id,
        dependency_precision: edges.precision,
        dependency_recall: edges.recall,
        dependency_f1: edges.f1,
        invariant_f1: scoreInvariants(final, truth).f1,
        invariant_f1_relaxed: relaxed.f1,
        confidence_ece: expectedCalibrationError(final, truth),
        action_auc: steps === undefined ? null : areaUnderCurve(actionCurve(probes, steps)),
        observation_auc: actions ? areaUnderCurve(observationCurve(probes, actions)) : null,
        files_opened: actions
          ? actions.filter(({ type }) => type === 'open').length
          : (exploration?.files_opened ?? null),
      };
      console.log(JSON.stringify(scores, null, 2));
    });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The step that a published map states; 0 where it states none that can be read. */
function stepOf(map: unknown): number {
  const parsed = z.looseObject({ step: z.coerce.number().int().min(0) }).safeParse(map);
  return parsed.success ? parsed.data.step : 0;
}
