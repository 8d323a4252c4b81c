import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless } from './harmless.ts';

const ESC = String.fromCharCode(27);

describe('text of others', () => {
  test.each([
    [`${ESC}[2Jgone`, '\ufffd[2Jgone'],
    [`${ESC}]0;title${String.fromCharCode(7)}`, '\ufffd]0;title\ufffd'],
    ['a\r::error::b', 'a\n\u200b::error::b'],
    ['  ::warning file=x::y', '  \u200b::warning file=x::y'],
    ['##[group]x', '##\u200b[group]x'],
    ['##vso[task.setvariable variable=x]y', '##\u200bvso[task.setvariable variable=x]y'],
    ['a ##[error]x', 'a ##\u200b[error]x'],
    ['\u00a0::error::x', '\u00a0\u200b::error::x'],
    ['\u3000::error::x', '\u3000\u200b::error::x'],
    ['a\u2028::error::x', 'a\n\u200b::error::x'],
    ['plain :: text', 'plain :: text'],
  ])('%j becomes %j', (text, clean) => {
    expect(harmless(text)).toBe(clean);
  });

  test('never holds a control character or begins a workflow command', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(ESC, '\n', '\r', '\u2029', '\u00a0', '::', '##[')),
        ),
        (parts) => {
          const clean = harmless(parts.join(''));
          expect(clean).not.toMatch(/[^\P{Cc}\n\t]/u);
          expect(clean).not.toMatch(/^\s*::|##\[/m);
        },
      ),
    );
  });
});
