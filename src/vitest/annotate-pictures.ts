import type { TestContext } from 'vitest';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import type { Transcript } from '../episode/transcript.ts';
import type { Scores } from '../scoring/scores.ts';

/** Which cases get pictures: all, those that fail, or none. */
export const PICTURES = ['all', 'failed', 'none'] as const;
export type Pictures = (typeof PICTURES)[number];

/** Draws an episode, and adds the pictures to its case, where Vitest UI and the html report show them. */
export async function annotatePictures(
  test: TestContext,
  transcript: Transcript,
  truths: { before: GroundTruth; after: GroundTruth },
  scores: Scores,
): Promise<void> {
  try {
    // The libraries that draw are loaded by runs that draw alone.
    const { drawEpisode } = await import('../../reporters/pictures/pictures.ts');
    for (const { name, svg } of await drawEpisode(transcript, truths.after, scores, truths.before)) {
      await test.annotate(name, 'picture', { contentType: 'image/svg+xml', body: Buffer.from(svg) });
    }
  } catch (error) {
    // A picture is never a reason for a case to fail.
    await test.annotate(`no pictures: ${error instanceof Error ? error.message : String(error)}`, 'warning');
  }
}
