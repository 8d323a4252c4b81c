// The tests of the revise phase on five codebases.
process.env.TOCS_EVERY_SEED = '1';
await import('./revise-phase.test.ts');

export {};
