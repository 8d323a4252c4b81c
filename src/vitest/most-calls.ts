import type { Condition } from '../episode/condition.ts';
import { questionsOf } from '../patterns/questions/question.ts';
import type { Cell, CheckedGrid } from './grid.ts';

/**
 * The most model calls that a case makes, as a dry run counts them. The active episode that others go on from is shared: it
 * counts for its own case or, where there is none, for the first of those that need it.
 */
export function mostCallsOf(grid: CheckedGrid, cell: Cell): number {
  const { agent, codebase, condition, track, trial, change, exploit } = cell;
  const { budget, reviseBudget, probeEvery } = grid;
  const most = (under: Condition, actions: number) =>
    agent.mostCalls?.({ condition: under, track, budget: actions, probeEvery }) ?? 0;
  const active = runsActive(grid, cell) ? most('active', budget) : 0;
  if (change) return most('active', reviseBudget) + active;
  if (exploit) return (agent.mostCalls ? questionsOf(codebase, trial).length : 0) + active;
  return most(condition, budget) + active;
}

/** Whether the case is the one that runs the active episode it goes on from. */
function runsActive(
  { phases, conditions, mutations, variants }: CheckedGrid,
  { condition, change, exploit }: Cell,
): boolean {
  const hasActive = conditions.includes('active');
  if (!change && !exploit) return condition === 'passive-replay' && !hasActive;
  if (phases.includes('construct') && hasActive) return false;
  if (change) return change.type === mutations[0] && change.variant === variants[0] && !change.is_sham;
  return exploit === 'explored' && !phases.includes('revise');
}
