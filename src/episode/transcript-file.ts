import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EpisodeStart, TranscriptEvent } from './transcript.ts';

/** A transcript on disk. Every line is written as it comes, so that a killed run keeps what it had. */
export class TranscriptFile {
  readonly path: string;
  private readonly descriptor: number;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.descriptor = openSync(path, 'w');
  }

  /** Appends a line; the last one (`end`) closes the file. */
  write(line: EpisodeStart | TranscriptEvent): void {
    writeSync(this.descriptor, `${JSON.stringify(line)}\n`);
    if (line.type === 'end') closeSync(this.descriptor);
  }
}
