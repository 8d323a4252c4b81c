/** Colours of our own, which may reach the terminal. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[(?:\\d{1,3}(?:;\\d{1,3})*)?m`, 'g');

/**
 * Text of others as a terminal and a log of CI may show it: without control characters (escape sequences, bells, carriage
 * returns), and no line of it begins a workflow command of GitHub Actions (`::error::`, `##[…]`).
 */
export function harmless(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^([ \t]*)(::|##\[)/gm, '$1\u200b$2');
}

/** A line of ours, of which the colours stay. */
export function printable(line: string): string {
  const colours = line.match(COLOUR) ?? [];
  const parts = line.split(COLOUR).map(harmless);
  return parts.map((part, i) => part + (colours[i] ?? '')).join('');
}
