/** The mean of at least one value. Summed in order of value, so that their order is no matter. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** Variance of a sample of at least two values. */
export function variance(values: readonly number[]): number {
  const centre = mean(values);
  return sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1);
}

function sum(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((total, value) => total + value, 0);
}
