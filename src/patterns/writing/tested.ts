import { type Blueprint, isCallable, type ModuleId, type Rule, unitOf } from '../blueprint/blueprint.ts';
import type { Expr } from '../blueprint/expr.ts';

/** What a test holds a value to: its number, or how much of it there is. */
export function measureOf(blueprint: Blueprint, e: Expr): 'value' | 'size' {
  if (e.k !== 'call') return 'size';
  const unit = unitOf(blueprint, e.ref.unit);
  return isCallable(unit) && unit.returns === 'number' ? 'value' : 'size';
}

/** The modules behind the abstract class that a rule speaks of. */
export function behindOf({ points }: Blueprint, { via }: Pick<Rule, 'via'>): ModuleId[] {
  return points.filter(({ port }) => port?.from === via).flatMap(({ parts }) => parts.map(({ unit }) => unit.from));
}
