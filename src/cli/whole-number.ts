import { InvalidArgumentError } from 'commander';

/** Reads an option that must be a whole number, of at least `least` if there is one. */
export function wholeNumber(least = Number.NEGATIVE_INFINITY): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least) return value;
    const bound = Number.isFinite(least) ? ` of at least ${least}` : '';
    throw new InvalidArgumentError(`It must be a whole number${bound}.`);
  };
}
