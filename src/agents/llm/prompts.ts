import { readFileSync } from 'node:fs';
import { sha256 } from '../../codebase/sha256.ts';

/** The prompts by name. Each is a text file of the current version; a user can replace any. */
export const PROMPT_NAMES = [
  'system',
  'active-tools',
  'active-text',
  'passive',
  'belief',
  'start',
  'probe',
  'continue',
  'reminder',
  'one-action',
  'revise',
  'choose',
] as const;
export type PromptName = (typeof PROMPT_NAMES)[number];

/** Texts with `{{placeholders}}`. */
export type Prompts = Readonly<Record<PromptName | 'example', string>>;

/** The version of the prompts that come with this package. */
export const PROMPTS_VERSION = 'v1';

const read = (file: string) =>
  readFileSync(new URL(`./prompts/${PROMPTS_VERSION}/${file}`, import.meta.url), 'utf8').trim();

/** The prompts of this version, with the user's own in place of some. */
export function loadPrompts(own: Partial<Prompts> = {}): Prompts {
  const texts = Object.fromEntries(PROMPT_NAMES.map((name) => [name, own[name] ?? read(`${name}.txt`)]));
  return { ...(texts as Record<PromptName, string>), example: own.example ?? read('example.json') };
}

/** A hash of all that the model is told apart from the code: prompts move scores. */
export function hashPrompts(prompts: Prompts, types: string): string {
  return sha256(JSON.stringify([...Object.entries(prompts), types]), 12);
}

/** Puts values in place of the placeholders; one without a value is a mistake in the prompt. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`prompt: there is no value for {{${name}}} here (there are ${Object.keys(values).join(', ')})`);
    }
    return String(value);
  });
}
