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
