/** The languages in which codebases can be generated. */
export const LANGUAGES = ['typescript', 'python'] as const;
export type GeneratedLanguage = (typeof LANGUAGES)[number];

/** Sizes of codebases. */
export const COMPLEXITIES = ['small', 'medium', 'large'] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

/**
 * How much codebases of a pattern differ. `drawn`: wirings, names and rules are drawn by seed. `published`, of the pipeline alone: the
 * fixed shape of the published benchmark.
 */
export const DIVERSITIES = ['drawn', 'published'] as const;
export type Diversity = (typeof DIVERSITIES)[number];

/** What the comments, documents and tests of drawn codebases can be. */
export const COMMENTS = ['full', 'sparse', 'none', 'misleading'] as const;
export const DOCUMENTS = ['none', 'overview', 'full', 'stale'] as const;
export const TESTS = ['present', 'absent'] as const;
