import { construct } from './construct/view.ts';
import { exploit } from './exploit/view.ts';
import { revise } from './revise/view.ts';
import type { View } from './view.ts';

/** How each phase is shown, in the order in which tables stand. */
export const VIEWS: readonly View[] = [construct, revise, exploit];

/** How a phase is shown; undefined for one that nobody shows. */
export function viewOf(phase: string): View | undefined {
  return VIEWS.find((view) => view.phase === phase);
}
