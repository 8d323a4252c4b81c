import { remembered } from '../../src/base/remembered.ts';
import type { Codebase } from '../../src/codebase/codebase.ts';
import { edgeKey } from '../../src/codebase/ground-truth.ts';
import type { Pattern } from '../../src/patterns/drawing/specification.ts';
import { ASKED_FORMS, type Question, questionsOf } from '../../src/patterns/questions/question.ts';
import { featuresOf, wordsIn } from '../../src/prior/features.ts';
import type { Prior } from '../../src/prior/prior.ts';
import { vocabulariesOf } from '../../src/prior/vocabulary.ts';
import { likenessOf } from './likeness.ts';

/** What pickers get who see a question's options and the file names alone: shares of right answers, where chance is a quarter. */
export interface Picked {
  /** Questions, over all codebases of the test. */
  questions: number;
  /** By the words of options, learnt on the questions of other codebases; by form, null where there are too few questions. */
  boundaries: number | null;
  interfaces: number | null;
  orders: number | null;
  /** The best of some rules of thumb. */
  thumb: number | null;
}

export const NO_QUESTIONS: Picked = { questions: 0, boundaries: null, interfaces: null, orders: null, thumb: null };

type Asked = Question & { codebase: Codebase };

export function pick(pattern: Pattern, prior: Prior, learnt: readonly Codebase[], tested: readonly Codebase[]): Picked {
  const questions = asked(tested);
  const byWords = wordPicker(pattern, asked(learnt));
  const [boundaries, interfaces, orders] = ASKED_FORMS.map((form) =>
    share(
      questions.filter((one) => one.form === form),
      byWords,
    ),
  );
  const thumbs = rulesOfThumb(prior).map((rule) => share(questions, rule) ?? 0);
  return {
    questions: questions.length,
    boundaries: boundaries ?? null,
    interfaces: interfaces ?? null,
    orders: orders ?? null,
    thumb: questions.length < FEWEST ? null : Math.max(...thumbs),
  };
}

function asked(codebases: readonly Codebase[]): Asked[] {
  return codebases.flatMap((codebase) => questionsOf(codebase, 1).map((question) => ({ ...question, codebase })));
}

/** A share of fewer questions says nothing. */
const FEWEST = 12;

type Picker = (question: Asked) => number;

function share(questions: readonly Asked[], picker: Picker): number | null {
  if (questions.length < FEWEST) return null;
  return questions.filter((question) => picker(question) === question.answer).length / questions.length;
}

const best = (values: readonly number[]) => values.indexOf(Math.max(...values));

/** Which words, roles and pairs of roles stood in right options more often than in wrong ones. */
function wordPicker(pattern: Pattern, questions: readonly Asked[]): Picker {
  const { names, folders } = vocabulariesOf(pattern);
  const tokens = (question: Asked, i: number): string[] => {
    const paths = (question.options[i] ?? '').match(/[\w/.-]+\/[\w.-]*\w/g) ?? [];
    const kinds = paths.map((path) => {
      const { name, folder } = featuresOf(path, names, folders, new Set());
      return `${name} ${folder}`;
    });
    const words = paths.flatMap((path, end) => wordsIn(path).map((word) => `${end} ${word}`));
    return [
      ...words,
      ...kinds.map((kind, end) => `${end} ${kind}`),
      kinds.join(' to '),
      question.options[i]?.slice(-30) ?? '',
    ];
  };
  const counts = new Map<string, { right: number; wrong: number }>();
  for (const question of questions) {
    for (const i of question.options.keys()) {
      for (const token of new Set(tokens(question, i))) {
        const known = counts.get(token) ?? { right: 0, wrong: 0 };
        known[i === question.answer ? 'right' : 'wrong']++;
        counts.set(token, known);
      }
    }
  }
  const weight = (token: string) => {
    const { right, wrong } = counts.get(token) ?? { right: 0, wrong: 0 };
    return Math.log((right + 1) / (wrong / 3 + 1));
  };
  return (question) =>
    best(question.options.map((_, i) => tokens(question, i).reduce((sum, token) => sum + weight(token), 0)));
}

/** What people say who have not looked: the import that is least usual, or most; the option that is longest, or stands out. */
function rulesOfThumb(prior: Prior): Picker[] {
  const guesses = remembered(({ groundTruth }: Codebase) => {
    const all = prior.edges.guesses(prior.placesOf(Object.keys(groundTruth.modules)));
    return new Map(all.map((guess) => [edgeKey(guess), guess.probability]));
  });
  const probability = (codebase: Codebase, source: string, target: string) =>
    guesses(codebase).get(edgeKey({ source, target, type: 'IMPORTS' })) ?? 0;
  const along =
    (isReversed: boolean) =>
    ({ changes, codebase }: Asked) =>
      changes.map((change) => {
        if (change.kind !== 'import') return 0;
        const { source, target } = change;
        return isReversed ? probability(codebase, target, source) : probability(codebase, source, target);
      });
  const [usual, against] = [along(false), along(true)];
  const lengths = ({ options }: Asked) => options.map(({ length }) => length);
  const likeness = ({ options }: Asked) => options.map((_, i) => likenessOf(options, i));
  const negative = (of: (question: Asked) => number[]) => (question: Asked) => of(question).map((value) => -value);
  return [usual, negative(usual), against, lengths, negative(lengths), likeness, negative(likeness)].map(
    (values) => (question: Asked) => best(values(question)),
  );
}
