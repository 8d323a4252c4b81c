import { readFileSync } from 'node:fs';
import type { BeliefFields } from '../../belief/answer-schema.ts';

/**
 * The form of a belief as TypeScript types, for prompts. `npm run belief-types` makes the texts from the schema that answers are
 * held to, and a test compares them.
 */
export function beliefTypes(fields: BeliefFields): string {
  return readFileSync(new URL(`./prompts/belief-${fields}.txt`, import.meta.url), 'utf8').trim();
}
