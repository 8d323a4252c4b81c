import { EDGE_TYPES, type Edge, type EdgeType, edgeKey } from '../codebase/ground-truth.ts';
import type { Features } from './features.ts';
import type { Places } from './places.ts';
import { bestThreshold } from './threshold.ts';

/** A codebase to learn from: its file names and its edges. */
export interface Lesson {
  places: Places;
  edges: readonly Pick<Edge, 'source' | 'target' | 'type'>[];
}

/** An edge, and how likely it is by names alone. */
export interface Guess {
  source: string;
  target: string;
  type: EdgeType;
  probability: number;
}

/** So much a rarer description counts for: a pair is believed as far as it was seen often. */
const STRENGTH = 5;

/** What is less likely is no guess. */
const LEAST = 0.02;

type Counts = Map<string, { pairs: number; edges: Map<EdgeType, number> }>;

/** Learns which modules depend on which by their names: for a kind of name and folder at either end, how often there was an edge. */
export class Learner {
  /** From the roughest description of a pair to the finest. */
  private readonly counts: readonly Counts[] = DESCRIPTIONS.map(() => new Map());
  private readonly known = new Map<string, readonly [EdgeType, number][]>();
  /** Edges of at least this probability are believed: what gave the best mean F1 on the lessons. */
  private readonly threshold: number;

  constructor(lessons: readonly Lesson[]) {
    for (const lesson of lessons) this.count(lesson);
    this.threshold = bestThreshold(
      lessons.slice(0, 30).map(({ places, edges }) => {
        const truth = new Set(edges.map(edgeKey));
        return {
          guesses: this.guesses(places).map((guess) => ({ ...guess, right: truth.has(edgeKey(guess)) })),
          total: truth.size,
        };
      }),
    );
  }

  private count({ places, edges }: Lesson): void {
    const byPair = Map.groupBy(edges, ({ source, target }) => `${source}\n${target}`);
    for (const source of places.paths) {
      for (const target of places.paths) {
        if (source === target) continue;
        const types = byPair.get(`${source}\n${target}`) ?? [];
        const pair = pairOf(places.featuresOf(source), places.featuresOf(target));
        for (const [level, describe] of DESCRIPTIONS.entries()) {
          const counts = this.counts[level] as Counts;
          const key = describe(pair);
          const known = counts.get(key) ?? { pairs: 0, edges: new Map() };
          counts.set(key, known);
          known.pairs++;
          for (const { type } of types) known.edges.set(type, (known.edges.get(type) ?? 0) + 1);
        }
      }
    }
  }

  /** How likely each edge between these modules is; the likeliest first. */
  guesses(places: Places): Guess[] {
    const found: Guess[] = [];
    for (const source of places.paths) {
      for (const target of places.paths) {
        if (source === target) continue;
        const likely = this.likely(pairOf(places.featuresOf(source), places.featuresOf(target)));
        for (const [type, probability] of likely) found.push({ source, target, type, probability });
      }
    }
    return found.toSorted((a, b) => b.probability - a.probability);
  }

  /** The edges that a pair may have, each with its probability. */
  private likely(pair: Pair): readonly [EdgeType, number][] {
    const key = finest(pair);
    let likely = this.known.get(key);
    if (!likely) {
      const keys = DESCRIPTIONS.map((describe) => describe(pair));
      likely = EDGE_TYPES.map((type): [EdgeType, number] => [type, this.probability(keys, type)]).filter(
        ([, probability]) => probability > LEAST,
      );
      this.known.set(key, likely);
    }
    return likely;
  }

  /** Each description pulls the one before it as far as it was seen. */
  private probability(keys: readonly string[], type: EdgeType): number {
    let probability = 0;
    for (const [level, key] of keys.entries()) {
      const known = this.counts[level]?.get(key);
      if (!known) continue;
      const strength = level === 0 ? 0 : STRENGTH;
      probability = ((known.edges.get(type) ?? 0) + strength * probability) / (known.pairs + strength);
    }
    return probability;
  }

  /** What it believes of a codebase of which it sees the file names alone. */
  believes(places: Places): Guess[] {
    return this.guesses(places).filter(({ probability }) => probability >= this.threshold);
  }
}

interface Pair {
  a: Features;
  b: Features;
  same: 'same' | 'other';
}

function pairOf(a: Features, b: Features): Pair {
  return { a, b, same: a.place === b.place ? 'same' : 'other' };
}

const finest = ({ a, b, same }: Pair) => `${a.name} ${a.folder} ${b.name} ${b.folder} ${same}`;

/** How a pair of modules can be described, from roughly to finely. */
const DESCRIPTIONS: readonly ((pair: Pair) => string)[] = [
  ({ same }) => same,
  ({ a, b }) => `${a.name} ${b.name}`,
  ({ a, b, same }) => `${a.name} ${b.name} ${same}`,
  finest,
];
