/** The episodes of the large grid without Vitest, transcripts and scores included. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { largeGrid } from '../fixtures/large-grid.ts';
import { CONDITIONS } from '../src/episode/condition.ts';
import type { Transcript } from '../src/episode/transcript.ts';
import { TranscriptFile } from '../src/episode/transcript-file.ts';
import { runEpisode } from '../src/phases/construct/run-episode.ts';
import { score } from '../src/scoring/score.ts';

const { agents, codebases } = largeGrid();
const folder = mkdtempSync(join(tmpdir(), 'tocs-bare-'));
let sum = 0;
let count = 0;
for (const agent of agents) {
  for (const codebase of codebases) {
    let active: Transcript | undefined;
    for (const condition of CONDITIONS) {
      const file = new TranscriptFile(join(folder, agent.name, condition, `${codebase.id}.jsonl`));
      const transcript = await runEpisode(
        { agent, codebase, condition },
        { onEvent: (line) => file.write(line), active: async () => active as Transcript },
      );
      if (condition === 'active') active = transcript;
      sum += score(transcript, codebase.groundTruth).dependency_f1;
      count++;
    }
  }
}
console.log(`${count} episodes, mean F1 ${(sum / count).toFixed(3)}`);
