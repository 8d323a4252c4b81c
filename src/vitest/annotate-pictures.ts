import type { TestContext } from 'vitest';
import type { Ended } from '../phases/phase.ts';

/** Which cases get pictures: all, those that fail, or none. */
export const PICTURES = ['all', 'failed', 'none'] as const;
export type Pictures = (typeof PICTURES)[number];

/** Draws an episode, and adds the pictures to its case, where Vitest UI and the html report show them. */
export async function annotatePictures(test: TestContext, ended: Ended): Promise<void> {
  try {
    // The libraries that draw are loaded by runs that draw alone.
    const { picturesOf } = await import('../../reporters/pictures-of.ts');
    for (const { name, svg } of await picturesOf(ended)) {
      await test.annotate(name, 'picture', { contentType: 'image/svg+xml', body: Buffer.from(svg) });
    }
  } catch (error) {
    // A picture is never a reason for a case to fail.
    await test.annotate(`no pictures: ${error instanceof Error ? error.message : String(error)}`, 'warning');
  }
}
