/** Any text as the content of an element of HTML or SVG; control and non-characters, and halves of characters have no place there. */
export function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff\p{Noncharacter_Code_Point}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
