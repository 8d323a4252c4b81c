import { readFileSync } from 'node:fs';
import { sha256 } from '../../base/sha256.ts';
import type { BeliefFields } from '../../belief/answer-schema.ts';

/** The prompts by name. Each is a text file of a version; a user can replace any. */
export const PROMPT_NAMES = [
  'system',
  'asked',
  'asked-at-the-end',
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

/** The versions of the prompts that come with this package, the newest last. */
export const PROMPTS_VERSIONS = ['v1', 'v2'] as const;
export type PromptsVersion = (typeof PROMPTS_VERSIONS)[number];

/** Prompts that a version does without. */
const ABSENT: Readonly<Record<PromptsVersion, readonly PromptName[]>> = { v1: ['asked', 'asked-at-the-end'], v2: [] };

/** What a version asks for by itself. */
export const FIELDS_OF: Readonly<Record<PromptsVersion, BeliefFields>> = { v1: 'all', v2: 'scored' };

/** The prompts of a version, with the user's own in place of some; the example has the fields that are asked for. */
export function loadPrompts(version: PromptsVersion, fields: BeliefFields, own: Partial<Prompts> = {}): Prompts {
  const read = (file: string) => readFileSync(new URL(`./prompts/${file}`, import.meta.url), 'utf8').trim();
  const texts = Object.fromEntries(
    PROMPT_NAMES.map((name) => [
      name,
      own[name] ?? (ABSENT[version].includes(name) ? '' : read(`${version}/${name}.txt`)),
    ]),
  );
  return { ...(texts as Record<PromptName, string>), example: own.example ?? read(`example-${fields}.json`) };
}

/**
 * A hash of all that the model may be told in a phase, apart from the code: prompts move scores.
 *
 * @param texts names of those that the phase uses
 * @param shown what else it is shown: the form of beliefs, tools
 */
export function hashPrompts(prompts: Prompts, texts: readonly string[], shown: string): string {
  return sha256(JSON.stringify([...texts.map((name) => [name, prompts[name as keyof Prompts]]), shown]), 12);
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
