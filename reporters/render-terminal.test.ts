import { expect, test } from 'vitest';
import { renderTerminal } from './render-terminal.ts';

const ESC = String.fromCharCode(27);
const table = {
  title: `a ${ESC}]0;title${String.fromCharCode(7)}`,
  columns: ['agent', 'F1'],
  rows: [{ group: `${ESC}[31mgroup`, cells: [`${ESC}[2J::error::x`, '0.5'] }],
  notes: ['##[error]note', '::warning::note'],
};

test('colours of our own stay', () => {
  const drawn = renderTerminal(table, true);
  expect(drawn).toContain(`${ESC}[1m`);
  expect(drawn).not.toContain(`${ESC}[2J`);
  expect(drawn).not.toContain(`${ESC}[31m`);
});

test('a table without colours holds no control character, and no line of it begins a workflow command', () => {
  const drawn = renderTerminal(table, false);
  expect(drawn).not.toMatch(/[^\P{Cc}\n]/u);
  expect(drawn).not.toMatch(/^\s*::|##\[/m);
});
