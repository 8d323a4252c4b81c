import { randomBernoulli, randomBeta, randomNormal, randomUniform } from 'd3-random';

/** Draws the score of one trial on a codebase, given how far the agent's true mean is shifted. */
export type Trial = (shift: number) => number;

/** A kind of score: makes a codebase, whose trials then scatter about its own mean. */
export interface Distribution {
  name: string;
  codebase(random: () => number): Trial;
}

/** Spread of a trial about the mean of its codebase, as measured on the project's episodes (FACTS). */
const SPREAD = 0.05;

/** Named distributions of scores. A shift moves the true mean of each by exactly that much. */
export const DISTRIBUTIONS: readonly Distribution[] = [
  {
    name: 'normal',
    codebase: (random) => {
      const mean = meanOf(random);
      const noise = randomNormal.source(random)(0, SPREAD);
      return (shift) => mean + shift + noise();
    },
  },
  {
    name: '10 % collapses',
    codebase: (random) => {
      const mean = meanOf(random);
      const noise = randomNormal.source(random)(0, SPREAD);
      const collapses = randomBernoulli.source(random)(0.1);
      return (shift) => mean + shift + noise() - collapses() * 0.6 * mean;
    },
  },
  {
    name: 'bounded at 0 and 1',
    codebase: (random) => {
      const mean = randomUniform.source(random)(0.85, 0.95)();
      return (shift) => {
        const at = mean + shift;
        // The variance of a normal trial where the bounds leave room for it.
        const size = Math.max((at * (1 - at)) / SPREAD ** 2 - 1, 1);
        return randomBeta.source(random)(at * size, (1 - at) * size)();
      };
    },
  },
  {
    name: 'with ties',
    codebase: (random) => {
      const mean = meanOf(random);
      const noise = randomNormal.source(random)(0, SPREAD);
      // Rounded up or down to a twentieth by lot, which keeps the mean.
      return (shift) => Math.floor((mean + shift + noise()) * 20 + random()) / 20;
    },
  },
];

function meanOf(random: () => number): number {
  return randomUniform.source(random)(0.35, 0.75)();
}
