import { writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';
import { BELIEF_FIELDS, type BeliefFields, beliefJsonSchema } from '../src/belief/answer-schema.ts';

/** The form of a belief as TypeScript types, made from its JSON schema. */
export async function compileBeliefTypes(fields: BeliefFields): Promise<string> {
  const text = await compile(beliefJsonSchema(fields) as never, 'Belief', {
    bannerComment: '',
    additionalProperties: false,
    style: { printWidth: 110, singleQuote: true },
  });
  return `${text.replace(/^export /gm, '').trim()}\n`;
}

if (import.meta.main) {
  for (const fields of BELIEF_FIELDS) {
    const file = new URL(`../src/agents/llm/prompts/belief-${fields}.txt`, import.meta.url);
    writeFileSync(file, await compileBeliefTypes(fields));
  }
}
