import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { baselines } from '../../agents/baselines/baselines.ts';
import { type Belief, emptyBelief } from '../../belief/belief.ts';
import { type Codebase, createCodebase } from '../../codebase/codebase.ts';
import { chooseFromBelief, readChoice } from '../../phases/exploit/choose.ts';
import { generate } from '../generate.ts';
import { likenessOf } from './balance.ts';
import { checkCompliance } from './compliance.ts';
import { applyChange } from './proposed-change.ts';
import { type Question, questionsOf } from './question.ts';

const seeds = Array.from({ length: 50 }, (_, i) => i + 1);
const asked = (['typescript', 'python'] as const).flatMap((language) =>
  (['small', 'medium'] as const).flatMap((complexity) =>
    generate({ language, complexity, seeds: language === 'python' ? seeds.slice(0, 15) : seeds }).map((codebase) => ({
      codebase,
      questions: questionsOf(codebase, 1),
    })),
  ),
);
const all = asked.flatMap(({ questions }) => questions);
const [{ codebase }] = asked as [(typeof asked)[number]];

describe('questions', () => {
  test('are asked of every codebase, about all forms of invariants', () => {
    for (const { questions } of asked) expect(questions.length).toBeGreaterThanOrEqual(4);
    expect(new Set(all.map(({ form }) => form)).size).toBe(4);
    expect(new Set(all.map(({ polarity }) => polarity)).size).toBe(2);
  });

  test('have exactly one right option by the compliance checker', () => {
    for (const { codebase, questions } of asked) {
      for (const { changes, answer, polarity } of questions) {
        const breaks = changes.map((change) =>
          checkCompliance(applyChange(codebase, change), codebase.groundTruth.invariants).some(
            ({ violations }) => violations.length > 0,
          ),
        );
        const wanted = changes.map((_, i) => (i === answer) === (polarity === 'violates'));
        expect(breaks).toEqual(wanted);
      }
    }
  });

  test('have four different options of one form', () => {
    for (const { changes, options } of all) {
      expect(new Set(changes.map(({ kind }) => kind)).size).toBe(1);
      expect(new Set(options).size).toBe(4);
    }
  });

  test('are the same on every run, and are shuffled anew for another trial', () => {
    expect(questionsOf(codebase, 1)).toEqual(questionsOf(codebase, 1));
    const answers = (trial: number) => questionsOf(codebase, trial).map(({ options, answer }) => [answer, ...options]);
    expect(answers(2)).not.toEqual(answers(1));
  });

  test('cannot be made of a codebase that was not generated', () => {
    expect(() => questionsOf(createCodebase(codebase.files, codebase.groundTruth), 1)).toThrow(/was not generated/);
  });
});

/** The share of right answers, and how far it may lie from chance: three standard errors. */
const accuracy = (pick: (question: Question) => number, of = all) =>
  of.filter((question) => pick(question) === question.answer).length / of.length;
const margin = 3 * Math.sqrt((0.25 * 0.75) / all.length);
const extreme = (values: readonly number[], which: (...values: number[]) => number) => values.indexOf(which(...values));

describe('the right option is given away by nothing', () => {
  const random = seedrandom('pick');
  test.each([
    ['random', () => Math.floor(random() * 4)],
    ['the first', () => 0],
    ['the last', () => 3],
    [
      'the longest',
      ({ options }: Question) =>
        extreme(
          options.map(({ length }) => length),
          Math.max,
        ),
    ],
    [
      'the shortest',
      ({ options }: Question) =>
        extreme(
          options.map(({ length }) => length),
          Math.min,
        ),
    ],
    [
      'the most unlike',
      ({ options }: Question) =>
        extreme(
          options.map((_, i) => likenessOf(options, i)),
          Math.min,
        ),
    ],
    [
      'the most alike',
      ({ options }: Question) =>
        extreme(
          options.map((_, i) => likenessOf(options, i)),
          Math.max,
        ),
    ],
  ])('a picker of %s is no better than chance', (_, pick) => {
    expect(accuracy(pick)).toBeLessThanOrEqual(0.25 + margin);
  });

  test('random answering is right in a quarter of all cases', () => {
    const draw = seedrandom('random answering');
    expect(Math.abs(accuracy(() => Math.floor(draw() * 4)) - 0.25)).toBeLessThanOrEqual(margin);
  });
});

describe('an answer from a belief', () => {
  const oracle = async (of: Codebase) =>
    (await baselines.oracle().explore({} as never, of.groundTruth)).believe({
      step: 0,
      left: 0,
      final: true,
    }) as Belief;

  test('of who knows all is always right', async () => {
    for (const { codebase: of, questions } of asked) {
      const belief = await oracle(of);
      for (const question of questions) expect(chooseFromBelief(belief, question)).toBe(question.answer);
    }
  });

  test('of who knows nothing is no better than chance', () => {
    expect(accuracy((question) => chooseFromBelief(emptyBelief(), question))).toBeLessThanOrEqual(0.25 + margin);
  });
});

test.each([
  [2, 2],
  [4, null],
  [1.5, null],
  ['B', 1],
  ['**C**', 2],
  ['(d)', 3],
  ['I think A is fine, so the answer is B.', 1],
  ['Answer: D', 3],
  ['A change like this is allowed.\nC', 2],
  ['B. A stage must not import the runner.', 1],
  ['C) because A and D are allowed.', 2],
  ['The answer is C. I ruled out A, B and D.', 2],
  ['Answer: **B**. Stages must not know D.', 1],
  ['Option c', 2],
  ['none of them', null],
  ['Option A keeps the layers apart, B does not. So the answer is B', 1],
  ['The answer is not obvious. Option A breaks a rule.\nI choose **C**', 2],
  ['A first look says the answer is A. But the runner is hidden: the answer is D.', 3],
  ['Answer: option (C)', 2],
  ['A\n\nOn reflection:\n\nB', 1],
  ['Option B breaks nothing.', 1],
  ['Either B or C', null],
  ['Final answer: D. (I did not choose A.)', 3],
  ['The answer cannot be A', null],
  ['I rule out A, B and D.', null],
  ['Let me see:\nA. fine\nB. violates\nC. fine\nD. fine\nSo it is B.', 1],
  ['The answer is a change of the runner: option D.', 3],
  [undefined, null],
])('reads the answer %j', (answer, index) => {
  expect(readChoice(answer)).toBe(index);
});
