import { EDGE_TYPES, type Edge, type EdgeType, type GroundTruth } from '../codebase/ground-truth.ts';
import { type Features, featuresOf, type Vocabulary, wordsIn } from './features.ts';

/** A codebase to learn from: its file names and its edges. */
export interface Lesson {
  paths: readonly string[];
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

type Counts = Map<string, { pairs: number; edges: Map<EdgeType, number> }>;

/** The paths of the modules of a truth: what a file list shows, tests and data aside. */
export function lessonOf({ groundTruth }: { groundTruth: GroundTruth }): Lesson {
  return { paths: Object.keys(groundTruth.modules), edges: groundTruth.dependency_edges };
}

/** Learns which modules depend on which by their names: for a kind of name and folder at either end, how often there was an edge. */
export class Learner {
  private readonly names: Vocabulary;
  private readonly folders: Vocabulary;
  private readonly common: ReadonlySet<string>;
  private readonly counts: Counts[] = [new Map(), new Map(), new Map(), new Map()];
  /** Edges of at least this probability are believed: what gave the best mean F1 on the lessons. */
  readonly threshold: number;

  constructor(lessons: readonly Lesson[], names: Vocabulary, folders: Vocabulary) {
    this.names = names;
    this.folders = folders;
    this.common = commonWords(lessons);
    for (const { paths, edges } of lessons) this.count(paths, edges);
    this.threshold = this.bestThreshold(lessons);
  }

  private count(paths: readonly string[], edges: Lesson['edges'], weight = 1): void {
    const features = new Map(paths.map((path) => [path, this.features(path)]));
    const byPair = Map.groupBy(edges, ({ source, target }) => `${source}\n${target}`);
    for (const [source, a] of features) {
      for (const [target, b] of features) {
        if (source === target) continue;
        const types = byPair.get(`${source}\n${target}`) ?? [];
        for (const [level, key] of keysOf(a, b).entries()) {
          const counts = this.counts[level] as Counts;
          const known = counts.get(key) ?? { pairs: 0, edges: new Map() };
          known.pairs += weight;
          for (const { type } of types) known.edges.set(type, (known.edges.get(type) ?? 0) + weight);
          counts.set(key, known);
        }
      }
    }
  }

  private features(path: string): Features {
    return featuresOf(path, this.names, this.folders, this.common);
  }

  /** How likely each edge between these modules is; the likeliest first. */
  guesses(paths: readonly string[]): Guess[] {
    const features = new Map(paths.map((path) => [path, this.features(path)]));
    const found: Guess[] = [];
    for (const [source, a] of features) {
      for (const [target, b] of features) {
        if (source === target) continue;
        const keys = keysOf(a, b);
        for (const type of EDGE_TYPES) {
          const probability = this.probability(keys, type);
          if (probability > 0.02) found.push({ source, target, type, probability });
        }
      }
    }
    return found.toSorted((a, b) => b.probability - a.probability);
  }

  /** From the roughest description to the finest: each pulls the one before as far as it was seen. */
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
  believes(paths: readonly string[]): Guess[] {
    return this.guesses(paths).filter(({ probability }) => probability >= this.threshold);
  }

  private bestThreshold(lessons: readonly Lesson[]): number {
    const sample = lessons.slice(0, 30).map((lesson) => ({ lesson, guesses: this.guesses(lesson.paths) }));
    const candidates = [0.05, 0.08, 0.1, 0.12, 0.15, 0.18, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8];
    const means = candidates.map((threshold) => {
      const all = sample.map(({ lesson, guesses }) =>
        f1(
          guesses.filter(({ probability }) => probability >= threshold),
          lesson.edges,
        ),
      );
      return all.reduce((sum, value) => sum + value, 0) / all.length;
    });
    return candidates[means.indexOf(Math.max(...means))] ?? 0.5;
  }
}

const key = ({ source, target, type }: Pick<Edge, 'source' | 'target' | 'type'>) => `${source}\n${target}\n${type}`;

/** F1 of guessed edges. */
export function f1(guessed: readonly Pick<Edge, 'source' | 'target' | 'type'>[], edges: Lesson['edges']): number {
  const truth = new Set(edges.map(key));
  const hits = guessed.filter((edge) => truth.has(key(edge))).length;
  return truth.size + guessed.length === 0 ? 1 : (2 * hits) / (truth.size + guessed.length);
}

/** How a pair of modules can be described, from roughly to finely. */
function keysOf(a: Features, b: Features): string[] {
  const same = a.place === b.place ? 'same' : 'other';
  return [
    same,
    `${a.name} ${b.name}`,
    `${a.name} ${b.name} ${same}`,
    `${a.name} ${a.folder} ${b.name} ${b.folder} ${same}`,
  ];
}

/** Words that stand in the paths of at least an eighth of the codebases. */
function commonWords(lessons: readonly Lesson[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { paths } of lessons)
    for (const word of new Set(paths.flatMap(wordsIn))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= Math.max(2, lessons.length / 8)).map(([word]) => word));
}
