import { describe } from 'vitest';

process.env.TOCS_EVERY_SEED = '1';

describe('on five codebases', async () => {
  await import('./revise-phase.test.ts');
});
