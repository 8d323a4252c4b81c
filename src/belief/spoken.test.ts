import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAction } from '../episode/read-action.ts';
import { readChoice } from '../phases/exploit/choose.ts';
import { readBeliefText } from './read-belief-text.ts';
import { spoken } from './spoken.ts';

describe('reasoning in an answer', () => {
  test.each([
    ['<think>I could say DONE()</think>\nOPEN(a.ts)', 'OPEN(a.ts)'],
    ['<thinking>\nDONE()\n</thinking>\n\nOPEN(a.ts)', 'OPEN(a.ts)'],
    ['<THINK>DONE()</THINK> OPEN(a.ts)', 'OPEN(a.ts)'],
    ['[THINK]DONE()[/THINK]OPEN(a.ts)', 'OPEN(a.ts)'],
    ['◁think▷DONE()◁/think▷OPEN(a.ts)', 'OPEN(a.ts)'],
    ['DONE() perhaps.\n</think>\nOPEN(a.ts)', 'OPEN(a.ts)'],
    ['<reasoning>LIST()</reasoning><reflection>DONE()</reflection>\nOPEN(a.ts)', 'OPEN(a.ts)'],
    ['<think>a <think>DONE()</think> b DONE()</think>OPEN(a.ts)', 'OPEN(a.ts)'],
    [
      '<|channel|>analysis<|message|>DONE()<|end|><|start|>assistant<|channel|>final<|message|>OPEN(a.ts)<|return|>',
      'OPEN(a.ts)',
    ],
    ['<think>so DONE()', ''],
    ['Well.\n<think>\nDONE()', 'Well.'],
    ['SEARCH(<think>)', 'SEARCH(<think>)'],
    ['Sure. <think>\nDONE()', 'Sure.'],
    ['**<think>**\nDONE()', '**'],
    ['- <think>DONE()', '-'],
    ['<think type="long">DONE()</think>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<thinking>DONE()</think>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<reason>DONE()</reason>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<thought_process>DONE()</thought_process>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<scratch_pad>DONE()</scratch_pad>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<chain-of-thought>DONE()</chain-of-thought>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<plan>DONE()</plan>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<|inner_prefix|>DONE()<|inner_suffix|>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<inner_thoughts>DONE()</inner_thoughts>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<|channel>thought\nDONE()<channel|>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<|START_THINKING|>DONE()<|END_THINKING|>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<|begin_of_thought|>DONE()<|end_of_thought|>OPEN(a.ts)', 'OPEN(a.ts)'],
    ['<|start|>assistant<|channel|>analysis<|message|>DONE()', ''],
    ['{"a": "<analysis> of", "b": "</analysis>"}', '{"a": "<analysis> of", "b": "</analysis>"}'],
    ['OPEN(a.ts)', 'OPEN(a.ts)'],
  ])('%j says %j', (text, said) => {
    expect(spoken(text).trim()).toBe(said);
  });

  test('ends no episode, holds no belief and makes no choice', () => {
    expect(readAction('<think>Enough: DONE()</think>\nLIST(src)')).toEqual({ type: 'list', argument: 'src' });
    expect(readAction('<think>DONE()')).toBeNull();
    expect(readBeliefText('<think>{"components": {"a.ts": {}}}</think> I do not know.', 0)).toBeNull();
    expect(
      readBeliefText('<think>{"components": {}}</think>{"components": {"b.ts": {}}}', 0)?.belief.components,
    ).toHaveProperty(['b.ts']);
    expect(readChoice('<think>Is it A? A. No.</think>\nB')).toBe(1);
  });

  test('is taken out of any text without a throw, and what has no tag stays as it is', () => {
    const tag = fc.constantFrom('<think>', '</think>', '[THINK]', '[/THINK]', '\n', 'DONE()', '<', '>');
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, fc.string({ maxLength: 4 }))), (parts) => void spoken(parts.join(''))),
    );
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[<[◁]/.test(text)),
        (text) => spoken(text) === text,
      ),
    );
  });
});

describe('a belief in an answer', () => {
  const edge = '{"target": "b.ts", "type": "IMPORTS"}';
  const whole = `{"components": {"a.ts": {"edges": [${edge}]}, "b.ts": {}}}`;

  test('is not replaced by a smaller object after it that shows the form', () => {
    for (const form of [
      '{"components": {"<path>": {"edges": []}}}',
      '{"components": {}}',
      '{"components": [{"filepath": "…"}]}',
    ]) {
      const read = readBeliefText(`${whole}\n\nThe form was: ${form}`, 0);
      expect(Object.keys(read?.belief.components ?? {})).toEqual(['a.ts', 'b.ts']);
    }
  });

  test('is not replaced by one component of it that shows the form', () => {
    const paths = ['a', 'b', 'c', 'd'].map((name) => `"${name}.ts": {"edges": [${edge}]}`);
    const read = readBeliefText(
      `{"components": {${paths.join(', ')}}}\n\nIn the form {"components": {"a.ts": {"edges": []}}}`,
      0,
    );
    expect(Object.keys(read?.belief.components ?? {})).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
  });

  test.each([
    [
      'components that stand in another object of the answer',
      `{"components": {"a.ts": {}, "b.ts": {}}} and {"components": {"c.ts": {}, "d.ts": {}}}`,
      { 'components: in another object of the answer': 2 },
    ],
    [
      'a list of edges outside of components',
      `{"components": {"a.ts": {}}, "edges": [${edge}]}`,
      { 'fields: unknown': 1 },
    ],
    ['imports in place of edges', '{"components": {"a.ts": {"imports": ["b.ts"]}}}', { 'fields: unknown': 1 }],
    ['a brace too many', `{"components": {"a.ts": {}}, "b.ts": {"edges": [${edge}]}}`, { 'fields: unknown': 1 }],
    ['a field that stands twice', `{"components": {"a.ts": {"edges": [${edge}], "edges": []}}}`, { unreadable: 1 }],
    ['components that stand twice', '{"components": {"a.ts": {}}, "components": {"b.ts": {}}}', { unreadable: 1 }],
    [
      'a path that stands very often',
      `{"components": {${Array.from({ length: 40 }, () => '"a.ts": {}').join(', ')}}}`,
      { unreadable: 8 },
    ],
  ])('loses nothing without a word: %s', (_, text, problems) => {
    expect(readBeliefText(text, 0)?.problems).toEqual(problems);
  });

  test('says how much of it could not be understood', () => {
    const read = readBeliefText(`{"components": {"a.ts": {"edges": [${edge}], "exports"}, {"b": 1}, "c.ts": {}}}`, 0);
    expect(Object.keys(read?.belief.components ?? {})).toEqual(['a.ts', 'c.ts']);
    expect(read?.problems.unreadable).toBe(2);
  });

  test('keeps what a component said where its path stands again without it', () => {
    const twice = '{"components": {"a.ts": {"status": "observed", "confidence": 0.9}, "a.ts": {"purpose": "x"}}}';
    expect(readBeliefText(twice, 0)?.belief.components['a.ts']).toMatchObject({
      status: 'observed',
      confidence: 0.9,
      purpose: 'x',
    });
  });

  test('is replaced by one that is said anew, also where that is smaller', () => {
    const read = readBeliefText(`${whole}\nNo: ${'{"components": {"a.ts": {"edges": []}}}'}`, 0);
    expect(Object.keys(read?.belief.components ?? {})).toEqual(['a.ts']);
  });

  test('keeps both of two components with one key', () => {
    const twice = `{"components": {"a.ts": {"edges": [${edge}]}, "a.ts": {"edges": [{"target": "c.ts", "type": "CALLS_API"}]}}}`;
    expect(readBeliefText(twice, 0)?.belief.components['a.ts']?.edges.map(({ target }) => target)).toEqual([
      'b.ts',
      'c.ts',
    ]);
  });

  test.each([
    ['a string with a line break in it', `{"components": {"a.ts": {"purpose": "one\ntwo", "edges": [${edge}]}}}`],
    [
      'Python’s literals',
      `{'components': {'a.ts': {'edges': [{'target': 'b.ts', 'type': 'IMPORTS', 'seen': True, 'note': None}]}}}`,
    ],
    ['missing commas', `{"components": {"a.ts": {"edges": [${edge} ${edge}]} "b.ts": {}}}`],
    ['JSON in a string', JSON.stringify(whole)],
    ['a string with quotes in it', `{"components": {"a.ts": {"purpose": "the "app" itself", "edges": [${edge}]}}}`],
    ['quotes around all of a string', `{"components": {"a.ts": {"purpose": ""app"", "edges": [${edge}]}}}`],
    [
      'a string with quoted words in a row',
      `{"components": {"a.ts": {"purpose": "uses "a", "b" and "c" only", "edges": [${edge}]}}}`,
    ],
    [
      'an apostrophe in single quotes',
      `{'components': {'a.ts': {'purpose': 'the app's entry point', 'edges': [{'target': 'b.ts', 'type': 'IMPORTS'}]}}}`,
    ],
    [
      'tags of reasoning in its strings',
      `{"components": {"b.ts": {"purpose": "<analysis>"}, "a.ts": {"purpose": "</analysis>", "edges": [${edge}]}}}`,
    ],
    ['curly quotes', whole.replaceAll('"', '”')],
  ])('is read from %s', (_, text) => {
    expect(readBeliefText(text, 0)?.belief.components['a.ts']?.edges[0]).toMatchObject({
      target: 'b.ts',
      type: 'IMPORTS',
    });
  });

  test('of a megabyte is read whole', () => {
    const components = Object.fromEntries(
      Array.from({ length: 13_500 }, (_, i) => [
        `src/file-${i}.ts`,
        { edges: [{ target: `src/file-${i + 1}.ts`, type: 'IMPORTS' }] },
      ]),
    );
    const text = JSON.stringify({ components });
    expect(text.length).toBeGreaterThan(1_000_000);
    const read = readBeliefText(text, 0);
    expect(Object.keys(read?.belief.components ?? {})).toHaveLength(13_500);
    expect(read?.dropped).toBe(0);
  });

  test('says what of it could not be read', () => {
    const read = readBeliefText(
      '{"components": {"a.ts": {"edges": [{"to": "b.ts", "kind": "IMPORTS"}, {"to": "c.ts"}, {"target": "d.ts"}]}}}',
      0,
    );
    expect(read?.problems).toEqual({ 'edges: no field target': 2, 'edges: no field type': 1 });
  });
});
