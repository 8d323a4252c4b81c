import { mean } from '../base/mean.ts';
import { remembered } from '../base/remembered.ts';
import type { Codebase, Generated } from '../codebase/codebase.ts';
import { type Edge, edgeKey } from '../codebase/ground-truth.ts';
import type { Pattern } from '../patterns/drawing/specification.ts';
import { type GenerateOptions, generate } from '../patterns/generate.ts';
import { type PatternName, patternOf } from '../patterns/patterns.ts';
import { ContractLearner } from './contracts.ts';
import { wordsIn } from './features.ts';
import { Learner } from './learner.ts';
import { Places } from './places.ts';
import { RuleLearner } from './rules.ts';
import { evenOdds } from './threshold.ts';
import { vocabulariesOf } from './vocabulary.ts';

/** Changes with whatever the learner makes of the same codebases. */
const VERSION = 1;

/** How many codebases are learnt from unless asked otherwise, and how many others it is then tested on. */
export const LEARN_FROM = 60;
const HELD_OUT = 20;

/** Lessons have seeds from here on: far from those that suites use. */
const FIRST_SEED = 7_000_000;

/** Names the learner: figures that depend on it are compared where it is the same. */
export const PRIOR = `${VERSION}-${LEARN_FROM}-${HELD_OUT}`;

/** What can be believed of codebases of some options from names alone. */
export interface Prior {
  /** What the file names of a codebase tell. */
  placesOf(paths: readonly string[]): Places;
  readonly edges: Learner;
  readonly rules: RuleLearner;
  readonly contracts: ContractLearner;
  /** Edges of at least this probability are true at least as often as not, on codebases that were not learnt from. */
  readonly even: number;
  /** Mean F1 of what it believes of codebases that it has not learnt from. */
  readonly f1: number;
}

const priors = new Map<string, Prior>();

/**
 * The prior of codebases that are generated from some options: what a learner makes of others of the same options. It is fitted once in
 * a process.
 *
 * @param seed of the codebase that it is used on: that is not learnt from
 */
export function priorOf({ options, seed }: Generated, learnFrom: number = LEARN_FROM): Prior {
  const count = learnFrom + HELD_OUT;
  const isAmong = seed >= FIRST_SEED && seed < FIRST_SEED + count;
  const key = JSON.stringify([Object.entries(options).toSorted(), isAmong ? seed : null, learnFrom]);
  const known = priors.get(key) ?? generateAndLearn(options, isAmong ? seed : null, learnFrom);
  priors.set(key, known);
  return known;
}

function generateAndLearn(options: Generated['options'], left: number | null, learnFrom: number): Prior {
  const seeds = Array.from({ length: learnFrom + HELD_OUT + 1 }, (_, i) => FIRST_SEED + i)
    .filter((seed) => seed !== left)
    .slice(0, learnFrom + HELD_OUT);
  const codebases = generate({ ...options, seeds } as GenerateOptions);
  return learn(patternOf(options.pattern as PatternName), codebases.slice(0, learnFrom), codebases.slice(learnFrom));
}

/**
 * Learns from codebases of one pattern what names tell.
 *
 * @param heldOut others, on which it is judged; without any nothing is taken to be likely
 */
export function learn(pattern: Pattern, learnt: readonly Codebase[], heldOut: readonly Codebase[]): Prior {
  const { names, folders } = vocabulariesOf(pattern);
  const common = commonWords(learnt.map(({ groundTruth }) => Object.keys(groundTruth.modules)));
  const placesOf = (paths: readonly string[]) => new Places(paths, names, folders, common);
  const lessonOf = ({ language, groundTruth }: Codebase) => ({
    places: placesOf(Object.keys(groundTruth.modules)),
    edges: groundTruth.dependency_edges,
    rules: groundTruth.invariants.flatMap(({ structured }) => structured ?? []),
    contracts: groundTruth.contracts,
    language,
  });
  const lessons = learnt.map(lessonOf);
  const edges = new Learner(lessons);
  const judged = heldOut.map(lessonOf).map(({ places, edges: actual }) => {
    const truth = new Set(actual.map(edgeKey));
    const guesses = edges.guesses(places).map((guess) => ({ ...guess, right: truth.has(edgeKey(guess)) }));
    return { guesses, f1: f1(edges.believes(places), actual) };
  });
  return {
    placesOf,
    edges,
    rules: new RuleLearner(lessons),
    contracts: new ContractLearner(lessons),
    even: evenOdds(judged.flatMap(({ guesses }) => guesses)),
    f1: mean(judged.map((one) => one.f1)),
  };
}

type Bare = Pick<Edge, 'source' | 'target' | 'type'>;

/** F1 of guessed edges. */
export function f1(guessed: readonly Bare[], actual: readonly Bare[]): number {
  const truth = new Set(actual.map(edgeKey));
  const hits = guessed.filter((edge) => truth.has(edgeKey(edge))).length;
  return truth.size + guessed.length === 0 ? 1 : (2 * hits) / (truth.size + guessed.length);
}

/** Words that stand in the paths of at least an eighth of the codebases. */
function commonWords(all: readonly (readonly string[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const paths of all)
    for (const word of new Set(paths.flatMap(wordsIn))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= Math.max(2, all.length / 8)).map(([word]) => word));
}

/** The true edges of a codebase that are as likely as not by names alone, as keys; null for a codebase that was not generated. */
export const likelyByNames = remembered(({ generated, groundTruth }: Codebase): ReadonlySet<string> | null => {
  if (!generated) return null;
  const prior = priorOf(generated);
  const truth = new Set(groundTruth.dependency_edges.map(edgeKey));
  const likely = prior.edges
    .guesses(prior.placesOf(Object.keys(groundTruth.modules)))
    .filter((guess) => guess.probability >= prior.even && truth.has(edgeKey(guess)));
  return new Set(likely.map(edgeKey));
});
