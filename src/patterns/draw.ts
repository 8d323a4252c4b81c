import seedrandom from 'seedrandom';

/** A stream of seeded choices: the same seed makes the same choices on every machine. */
export class Draw {
  private readonly next: () => number;

  constructor(seed: string) {
    this.next = seedrandom(seed);
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the given probability, 0..1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the values. */
  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('pick: there is nothing to pick from');
    return values[this.integer(0, values.length - 1)] as T;
  }

  /** The values in random order. */
  shuffle<T>(values: readonly T[]): T[] {
    const shuffled = [...values];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.integer(0, i);
      [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
    }
    return shuffled;
  }

  /** `count` of the values (all, if there are fewer), in the order in which they stand. */
  sample<T>(values: readonly T[], count: number): T[] {
    const chosen = new Set(this.shuffle(values.map((_, i) => i)).slice(0, count));
    return values.filter((_, i) => chosen.has(i));
  }
}
