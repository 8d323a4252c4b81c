import type { Draw } from '../draw.ts';

/** Where the right option shall stand among the four by what has nothing to do with being right. */
export interface Balance {
  /** 0 for the shortest of the four, 3 for the longest. */
  length: number;
  /** 0 for the option that is least like the others, 3 for the one most like them. */
  likeness: number;
}

/** Draws a place for the right option: over many questions each place is as frequent, so that none gives it away. */
export function drawBalance(draw: Draw): Balance {
  return { length: draw.integer(0, 3), likeness: draw.integer(0, 3) };
}

/** Whether the right option stands where it shall; options that tie stand at any of their places. */
export function isBalanced(options: readonly string[], answer: number, { length, likeness }: Balance): boolean {
  return (
    standsAt(
      options.map((option) => option.length),
      answer,
      length,
    ) &&
    standsAt(
      options.map((_, i) => likenessOf(options, i)),
      answer,
      likeness,
    )
  );
}

function standsAt(values: readonly number[], index: number, place: number): boolean {
  const own = values[index] as number;
  const less = values.filter((value) => value < own - 1e-9).length;
  const same = values.filter((value) => Math.abs(value - own) <= 1e-9).length;
  return less <= place && place < less + same;
}

/** How much of its words an option shares with the others: the sum of their Jaccard indices. */
export function likenessOf(options: readonly string[], index: number): number {
  const words = options.map((option) => new Set(option.split(/[^\w]+/)));
  const own = words[index] as ReadonlySet<string>;
  return words.reduce((sum, other, i) => {
    if (i === index) return sum;
    const common = [...own].filter((word) => other.has(word)).length;
    return sum + common / (own.size + other.size - common);
  }, 0);
}
