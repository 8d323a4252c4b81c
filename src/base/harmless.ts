/**
 * Text of others as a terminal and a log of CI may show it: without control characters (escape sequences, bells, carriage
 * returns), and no line of it begins a workflow command.
 */
export function harmless(text: string): string {
  return withoutCommands(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
      .replace(/[\u202a-\u202e\u2066-\u2069]/g, ''),
  );
}

/** No line begins a workflow command of GitHub Actions: `::error::` after any blanks, `##[…]` wherever it stands; nor one of Azure's, `##vso[…]`. */
export function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n]*)::/gm, '$1\u200b::').replace(/##(\w*)\[/g, '##\u200b$1[');
}
