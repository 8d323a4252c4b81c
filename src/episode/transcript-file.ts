import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EpisodeStart, TranscriptEvent } from './transcript.ts';

/**
 * A transcript on disk. It is made with its first line, and every line is written as it comes, so that a killed run keeps
 * what it had.
 */
export class TranscriptFile {
  readonly path: string;
  private descriptor: number | null = null;
  private begun = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Appends a line; the last one (`end`) closes the file. A beginning that is there already is not written again. */
  write(line: EpisodeStart | TranscriptEvent): void {
    if (line.type === 'start' && this.begun) return;
    if (!this.begun) {
      mkdirSync(dirname(this.path), { recursive: true });
      this.descriptor = openSync(this.path, 'w');
      this.begun = true;
    }
    if (this.descriptor === null) return;
    writeSync(this.descriptor, `${JSON.stringify(line)}\n`);
    if (line.type === 'end') this.close();
  }

  close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor);
    this.descriptor = null;
  }
}
