/** What was guessed of one codebase, and how much there was to be found. */
export interface Guessed {
  guesses: readonly { probability: number; right: boolean }[];
  total: number;
}

/** The probability from which on guesses are worth stating: that with the best mean F1; more than 1 where none is. */
export function bestThreshold(all: readonly Guessed[]): number {
  const candidates = [...new Set(all.flatMap(({ guesses }) => guesses.map(({ probability }) => probability)))].toSorted(
    (a, b) => b - a,
  );
  const sampled = candidates.filter((_, i) => i % Math.ceil(candidates.length / MOST_CANDIDATES) === 0);
  let [best, threshold] = [0, 2];
  for (const candidate of sampled) {
    const f1s = all.map(({ guesses, total }) => {
      const stated = guesses.filter(({ probability }) => probability >= candidate);
      const right = stated.filter((guess) => guess.right).length;
      return stated.length + total === 0 ? 1 : (2 * right) / (stated.length + total);
    });
    const mean = f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length;
    if (mean > best) [best, threshold] = [mean, candidate];
  }
  return threshold;
}

const MOST_CANDIDATES = 40;

/**
 * The probability from which on guesses are right at least as often as not, by held-out ones: isotonic regression (pool adjacent
 * violators) of right on probability, cut at .5. More than 1 where none is.
 */
export function evenOdds(guesses: readonly { probability: number; right: boolean }[]): number {
  const alike = [...Map.groupBy(guesses, ({ probability }) => probability)].toSorted(([a], [b]) => a - b);
  const pools: { from: number; right: number; count: number }[] = [];
  for (const [from, of] of alike) {
    pools.push({ from, right: of.filter(({ right }) => right).length, count: of.length });
    for (;;) {
      const [last, before] = [pools.at(-1), pools.at(-2)];
      if (!last || !before || before.right / before.count < last.right / last.count) break;
      pools.splice(-2, 2, { from: before.from, right: before.right + last.right, count: before.count + last.count });
    }
  }
  return pools.find(({ right, count }) => right / count >= 0.5)?.from ?? 2;
}
