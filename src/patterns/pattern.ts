/** The languages in which codebases can be generated. */
export const LANGUAGES = ['typescript', 'python'] as const;
export type GeneratedLanguage = (typeof LANGUAGES)[number];

/**
 * How much codebases of a pattern differ. `drawn`: wirings, names and rules are drawn by seed. `varied`, of the pipeline alone: roles
 * are fixed, and imports and calls differ from seed to seed. `published`, of the pipeline alone: the fixed shape of the published
 * benchmark.
 */
export const DIVERSITIES = ['drawn', 'varied', 'published'] as const;
export type Diversity = (typeof DIVERSITIES)[number];
