import { mean } from '../base/mean.ts';
import type { Condition } from '../episode/condition.ts';
import { meansByCodebase, type Sample } from './aggregate.ts';

/** The Active-Passive Gap of a metric. A part is null where its two conditions share no codebase. */
export interface Gap {
  /** passive-full − active. */
  total: GapPart;
  /** passive-oracle − active: what better choices of files would bring. */
  selection: GapPart;
  /** active − passive-replay: what choosing oneself brings over seeing the same. */
  decision: GapPart;
}

export interface GapPart {
  value: number | null;
  /** Codebases that both conditions have. */
  n: number;
}

/** Each part is taken over the codebases on which both of its conditions have a value. */
export function activePassiveGap(samples: Partial<Record<Condition, readonly Sample[]>>): Gap {
  const of = (condition: Condition) => meansByCodebase(samples[condition] ?? []);
  const [active, full, oracle, replay] = [of('active'), of('passive-full'), of('passive-oracle'), of('passive-replay')];
  return {
    total: meanDifference(full, active),
    selection: meanDifference(oracle, active),
    decision: meanDifference(active, replay),
  };
}

/** The mean of the differences over the codebases that both sides have. */
export function meanDifference(minuend: ReadonlyMap<string, number>, subtrahend: ReadonlyMap<string, number>): GapPart {
  const differences = [...minuend].flatMap(([codebase, value]) => {
    const other = subtrahend.get(codebase);
    return other === undefined ? [] : [value - other];
  });
  const n = differences.length;
  return { value: n === 0 ? null : mean(differences), n };
}
