import type { Constraint } from '../../codebase/ground-truth.ts';
import type { Draw } from '../draw.ts';
import type { ProposedChange } from './proposed-change.ts';
import type { Options, Setting } from './setting.ts';

type Move = Extract<ProposedChange, { kind: 'order' }>;

/** Moves of four parts of one order, to its front or its end, of which one breaks the rule: twice, if there are enough. */
export function orderOptions({ orders, rules }: Setting, { src, dst }: Constraint, draw: Draw): Options[] {
  const order = orders.find((parts) => parts.includes(src ?? '')) ?? [];
  const moves = order.flatMap((part, i): Move[] => [
    ...(i > 0 ? [{ kind: 'order' as const, part, to: 'first' as const }] : []),
    ...(i < order.length - 1 ? [{ kind: 'order' as const, part, to: 'last' as const }] : []),
  ]);
  const breaks = ({ part, to }: Move, rule: Constraint) =>
    rule.type === 'VALIDATION_CHAIN' && part === (to === 'first' ? rule.dst : rule.src);
  const rule: Constraint = { type: 'VALIDATION_CHAIN', src, dst };
  return draw
    .shuffle(moves)
    .filter((move) => breaks(move, rule))
    .flatMap((breaking): Options[] => {
      const harmless = draw
        .shuffle(moves)
        .filter(({ part }) => part !== breaking.part)
        .filter((move) => !rules.some((one) => breaks(move, one)));
      const others = harmless.filter(({ part }, i) => harmless.findIndex((one) => one.part === part) === i).slice(0, 3);
      return others.length === 3 ? [{ breaking, others }] : [];
    });
}
