import type { Cell } from '../phases/phase.ts';
import { phaseOf } from '../phases/phases.ts';
import type { Suite } from './cases.ts';
import { settingIn } from './grid.ts';

/**
 * The most model calls that a case makes, as a dry run counts them. Episodes that others go on from are run once: they count for
 * whichever case comes to them first.
 */
export function mostCallsOf({ grid, store, counted }: Suite, cell: Cell): number {
  const key = store.keyOf(cell);
  if (counted.has(key)) return 0;
  counted.add(key);
  const phase = phaseOf(cell.phase);
  const needed = Object.values(phase.needs(cell)).filter((one) => one !== undefined);
  return needed.reduce(
    (sum, one) => sum + mostCallsOf({ grid, store, counted } as Suite, one),
    phase.mostCalls(cell, settingIn(grid, cell.phase)),
  );
}
