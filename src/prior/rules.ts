import type { Constraint } from '../codebase/ground-truth.ts';
import type { Places } from './places.ts';
import { bestThreshold } from './threshold.ts';

/** A rule, and how likely it is by names alone. */
export interface GuessedRule {
  rule: Constraint;
  probability: number;
}

/** A rule that more than so many choices of places could be is not guessed at. */
const MOST_CHOICES = 400;

/** A form of rule between kinds of places, and how often it was attested for how many places that it could have been about. */
interface Form {
  rule: Constraint;
  attested: number;
  possible: number;
}

/** Learns which rules codebases attest by the kinds of the places that they are about. */
export class RuleLearner {
  private readonly forms = new Map<string, Form>();
  private readonly threshold: number;

  constructor(lessons: readonly { places: Places; rules: readonly Constraint[] }[]) {
    for (const { places, rules } of lessons) {
      for (const rule of rules) {
        const kinds = kindsOf(rule, places);
        const key = JSON.stringify(kinds);
        const known = this.forms.get(key) ?? { rule: kinds, attested: 0, possible: 0 };
        known.attested++;
        this.forms.set(key, known);
      }
    }
    for (const form of this.forms.values())
      for (const { places } of lessons) form.possible += choices(form.rule, places).length;
    this.threshold = bestThreshold(
      lessons.map(({ places, rules }) => {
        const attested = new Set(rules.map(keyOf));
        return {
          guesses: this.guesses(places).map(({ rule, probability }) => ({
            probability,
            right: attested.has(keyOf(rule)),
          })),
          total: attested.size,
        };
      }),
    );
  }

  /** What it believes of a codebase of which it sees the file names alone. */
  believes(places: Places): GuessedRule[] {
    return this.guesses(places).filter(({ probability }) => probability >= this.threshold);
  }

  private guesses(places: Places): GuessedRule[] {
    return [...this.forms.values()].flatMap(({ rule, attested, possible }) =>
      choices(rule, places).map((choice) => ({ rule: choice, probability: attested / Math.max(1, possible) })),
    );
  }
}

const keyOf = ({ type, src, dst, via, pattern }: Constraint) => JSON.stringify([type, src, dst, via, pattern]);

function kindsOf({ type, src, dst, via, pattern }: Constraint, places: Places): Constraint {
  return {
    type,
    src: places.kindOf(src),
    dst: places.kindOf(dst),
    via: places.kindOf(via),
    pattern: pattern ?? null,
  };
}

/** The rules of that form that a codebase could have. */
function choices({ type, src, dst, via, pattern }: Constraint, places: Places): Constraint[] {
  const [sources, targets, ways] = [src, dst, via].map((kind) => places.ofKind(kind ?? '-'));
  if (!sources || !targets || !ways || sources.length * targets.length * ways.length > MOST_CHOICES) return [];
  return sources.flatMap((from) =>
    targets
      .filter((to) => to === null || to !== from || type !== 'FORBIDDEN_EDGE')
      .flatMap((to) => ways.map((by): Constraint => ({ type, src: from, dst: to, via: by, pattern: pattern ?? null }))),
  );
}
