import type { GroundTruth } from '../codebase/ground-truth.ts';
import type { Action } from '../episode/actions/actions.ts';
import { actionsOf, beliefsOf, type Transcript } from '../episode/transcript.ts';
import { scoreEdges } from './edges.ts';
import { isAttainable } from './externalisation.ts';

/** How far an episode was after an action. */
export interface TrajectoryPoint {
  /** Budgeted actions taken; 0 before the first, and where all files are shown at once. */
  step: number;
  /** The action that was taken; null at the start. */
  action: Action | null;
  ok: boolean;
  /** Of the last belief written by then; null before the first. */
  f1: number | null;
  precision: number | null;
  recall: number | null;
  /** Share of the true edges whose evidence has all been opened by then, 0..1; null where it goes on from an episode, and knows more. */
  attainable: number | null;
  /** A belief was written at this step. */
  probed: boolean;
}

/** Beliefs and what could have been known, by action. */
export function trajectoryOf(transcript: Transcript, truth: GroundTruth): TrajectoryPoint[] {
  const probes = beliefsOf(transcript).map((belief) => ({ step: belief.step, ...scoreEdges(belief, truth) }));
  const opened = new Set<string>();
  const knowsMore = transcript.events.some((event) => event.type === 'probe' && event.inherited);
  const point = (step: number, action: Action | null, ok: boolean): TrajectoryPoint => {
    const last = probes.findLast((probe) => probe.step <= step);
    return {
      step,
      action,
      ok,
      f1: last?.f1 ?? null,
      precision: last?.precision ?? null,
      recall: last?.recall ?? null,
      attainable: knowsMore ? null : attainableShare(truth, opened),
      probed: last?.step === step,
    };
  };
  const points: TrajectoryPoint[] = [];
  for (const { step, action, ok } of actionsOf(transcript)) {
    if (action.type === 'open' && ok) opened.add(action.argument);
    if (step > 0) points.push(point(step, action, ok));
  }
  // Where all files are shown at once there is one point, after them.
  return points.length > 0
    ? [{ ...point(0, null, true), attainable: knowsMore ? null : 0 }, ...points]
    : [point(0, null, true)];
}

function attainableShare({ dependency_edges }: GroundTruth, opened: ReadonlySet<string>): number {
  if (dependency_edges.length === 0) return 0;
  const attainable = dependency_edges.filter((edge) => isAttainable(edge, opened));
  return attainable.length / dependency_edges.length;
}
