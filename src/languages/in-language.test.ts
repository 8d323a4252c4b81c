import { expect, test } from 'vitest';
import { writerOf } from '../patterns/writing/writers.ts';
import { inLanguage } from './in-language.ts';
import { languageOf } from './languages.ts';

test('an unknown language throws, and nothing stands in for it', () => {
  expect(() => inLanguage('verifier', { python: 1, typescript: 2 }, 'cobol')).toThrow(
    'there is no verifier for cobol: there is one for python and typescript',
  );
  expect(() => inLanguage('verifier', {}, 'constructor')).toThrow('there is no verifier for constructor');
  expect(() => languageOf('cobol')).toThrow();
  expect(() => writerOf('cobol' as never)).toThrow();
});
