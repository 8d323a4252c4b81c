/** What a belief scored, and when it was written down. */
export interface ScoredProbe {
  /** Budgeted actions taken when the belief was written. */
  step: number;
  f1: number;
  recall: number;
}

/** A budgeted action as far as curves need it. */
export interface CurveAction {
  type: string;
  argument: string;
}

/** F1 of the last belief whose step is not later than `step`; 0 before the first. */
function f1At(probes: readonly ScoredProbe[], step: number): number {
  let f1 = 0;
  for (const probe of probes) if (probe.step <= step) f1 = probe.f1;
  return f1;
}

/** F1 at each of the actions 1..n. */
export function actionCurve(probes: readonly ScoredProbe[], steps: number): number[] {
  return Array.from({ length: steps }, (_, i) => f1At(probes, i + 1));
}

/** F1 at each OPEN, failed ones included. `actions` are the budgeted actions in order. */
export function observationCurve(probes: readonly ScoredProbe[], actions: readonly CurveAction[]): number[] {
  return actions.flatMap((action, i) => (action.type === 'open' ? [f1At(probes, i + 1)] : []));
}

/**
 * Area under a curve of n points by trapezoids over x = i / n, i = 0..n − 1, as ToCS computes it. It cannot exceed
 * (n − 1) / n and is 0 for fewer than two points.
 */
export function areaUnderCurve(curve: readonly number[]): number {
  let area = 0;
  for (let i = 1; i < curve.length; i++) {
    area += ((curve[i - 1] as number) + (curve[i] as number)) / 2 / curve.length;
  }
  return area;
}

/** The step of the first belief whose recall reaches `recall`, or null if none does. */
export function stepsToRecall(probes: readonly ScoredProbe[], recall: number): number | null {
  return probes.find((probe) => probe.recall >= recall)?.step ?? null;
}
