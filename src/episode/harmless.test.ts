import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless, printable } from './harmless.ts';

const ESC = String.fromCharCode(27);

describe('text of others', () => {
  test.each([
    [`${ESC}[2Jgone`, '\ufffd[2Jgone'],
    [`${ESC}]0;title${String.fromCharCode(7)}`, '\ufffd]0;title\ufffd'],
    ['a\r::error::b', 'a\n\u200b::error::b'],
    ['  ::warning file=x::y', '  \u200b::warning file=x::y'],
    ['##[group]x', '\u200b##[group]x'],
    ['plain :: text', 'plain :: text'],
  ])('%j becomes %j', (text, clean) => {
    expect(harmless(text)).toBe(clean);
  });

  test('never holds a control character or begins a workflow command', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(ESC, '\n', '\r', '::', '##['))),
        (parts) => {
          const clean = harmless(parts.join(''));
          expect(clean).not.toMatch(/[^\P{Cc}\n\t]/u);
          expect(clean).not.toMatch(/^[ \t]*(?:::|##\[)/m);
        },
      ),
    );
  });
});

test('colours of our own stay', () => {
  expect(printable(`${ESC}[1mtitle${ESC}[22m ${ESC}[2J`)).toBe(`${ESC}[1mtitle${ESC}[22m \ufffd[2J`);
});
