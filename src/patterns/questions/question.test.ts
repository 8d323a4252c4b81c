import { describe, expect, test } from 'vitest';
import { baselines } from '../../agents/baselines/baselines.ts';
import { type Belief, emptyBelief } from '../../belief/belief.ts';
import { type Codebase, createCodebase } from '../../codebase/codebase.ts';
import { chooseFromBelief, readChoice } from '../../phases/exploit/choose.ts';
import { generate } from '../generate.ts';
import { LANGUAGES } from '../pattern.ts';
import { checkCompliance } from './compliance.ts';
import { applyChange } from './proposed-change.ts';
import { ASKED_FORMS, type Question, questionsOf } from './question.ts';

const asked = LANGUAGES.flatMap((language) =>
  generate({ pattern: 'all', language, complexity: 'medium', seeds: [1, 2, 3, 4, 5] }).map((codebase) => ({
    codebase,
    questions: questionsOf(codebase, 1),
  })),
);
const all = asked.flatMap(({ questions }) => questions);
const [{ codebase }] = asked as [(typeof asked)[number]];

/** The files that an option names. */
const named = ({ changes }: Question) =>
  changes.flatMap((change) => (change.kind === 'import' ? [change.source, change.target] : [change.part]));

describe('questions', () => {
  test('are asked of nearly every codebase, about all forms', () => {
    expect(asked.filter(({ questions }) => questions.length > 0).length).toBeGreaterThan(0.9 * asked.length);
    for (const form of ASKED_FORMS) expect(all.filter((one) => one.form === form).length).toBeGreaterThan(15);
  });

  test('have exactly one right option by the compliance checker', () => {
    for (const { codebase, questions } of asked) {
      for (const { changes, answer } of questions) {
        const breaks = changes.map((change) =>
          checkCompliance(applyChange(codebase, change), codebase.groundTruth.invariants).some(
            ({ violations }) => violations.length > 0,
          ),
        );
        expect(breaks).toEqual(changes.map((_, i) => i === answer));
      }
    }
  });

  test('have four options of one form, and name each file once', () => {
    for (const question of all) {
      expect(new Set(question.changes.map(({ kind }) => kind)).size).toBe(1);
      expect(new Set(named(question)).size).toBe(named(question).length);
    }
  });

  test('are the same on every run, and are shuffled anew for another trial', () => {
    expect(questionsOf(codebase, 1)).toEqual(questionsOf(codebase, 1));
    const answers = (trial: number) => questionsOf(codebase, trial).map(({ options, answer }) => [answer, ...options]);
    expect(answers(2)).not.toEqual(answers(1));
  });

  test('have ids of their own', () => {
    for (const { questions } of asked) expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  });

  test('cannot be made of a codebase that was not drawn', () => {
    expect(() => questionsOf(createCodebase(codebase.files, codebase.groundTruth), 1)).toThrow(/was not drawn/);
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
    const right = all.filter((question) => chooseFromBelief(emptyBelief(), question) === question.answer).length;
    expect(right / all.length).toBeLessThanOrEqual(0.25 + 3 * Math.sqrt((0.25 * 0.75) / all.length));
  });

  test('of who knows all edges and no rule is no better than chance, but for a little', async () => {
    let right = 0;
    for (const { codebase: of, questions } of asked) {
      const belief = { ...(await oracle(of)), invariants: [] };
      right += questions.filter((question) => chooseFromBelief(belief, question) === question.answer).length;
    }
    expect(right / all.length).toBeLessThan(0.35);
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
