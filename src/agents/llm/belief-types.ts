import { compile } from 'json-schema-to-typescript';
import { beliefJsonSchema } from '../../belief/answer-schema.ts';

/** The form of a belief as TypeScript types, made from the schema that answers are held to, so that they cannot differ. */
export function beliefTypes(): Promise<string> {
  compiled ??= compileTypes();
  return compiled;
}

let compiled: Promise<string> | undefined;

async function compileTypes(): Promise<string> {
  const text = await compile(beliefJsonSchema() as never, 'Belief', {
    bannerComment: '',
    additionalProperties: false,
    style: { printWidth: 110, singleQuote: true },
  });
  return text.replace(/^export /gm, '').trim();
}
