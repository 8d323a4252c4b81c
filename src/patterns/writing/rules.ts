import type { Rule } from '../blueprint/blueprint.ts';

/**
 * The published grammar in which rules are stated, as the title of a test or as a sentence in a comment; `docs/rules.md` has it for
 * readers.
 *
 * @param place a module or a folder as a path
 */
export function sentenceOf({ form, src, dst, via, pattern }: Rule, place: (at: string) => string): string {
  switch (form) {
    case 'FORBIDDEN_EDGE':
      return `nothing in ${place(src)} imports ${place(dst ?? '')}`;
    case 'VALIDATION_CHAIN':
      return `${place(src)} runs before ${place(dst ?? '')}`;
    case 'NAMING_CONVENTION':
      return `files in ${place(src)} are named ${pattern}`;
    case 'INTERFACE_ONLY':
      return `${place(src)} knows what is behind ${place(via ?? '')} by that alone`;
  }
}
