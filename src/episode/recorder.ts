import type { EpisodeStart, Outcome, Transcript, TranscriptEvent } from './transcript.ts';

/** A line of a transcript. */
export type Line = EpisodeStart | TranscriptEvent;

/** Writes the transcript of an episode. After its end nothing is added. */
export class Recorder {
  readonly start: EpisodeStart;
  private readonly events: TranscriptEvent[] = [];
  private readonly onLine: (line: Line) => void;
  private ended = false;

  /** @param onLine told each line as it comes */
  constructor(start: EpisodeStart, onLine: (line: Line) => void = () => {}) {
    this.start = start;
    this.onLine = onLine;
    onLine(start);
  }

  record(event: TranscriptEvent): void {
    if (this.ended) return;
    this.events.push(event);
    this.onLine(event);
  }

  /** What there would be if it ended so. */
  ending(outcome: Outcome): Transcript {
    return { start: this.start, events: this.events, outcome };
  }

  end(outcome: Outcome): Transcript {
    this.record({ type: 'end', outcome });
    this.ended = true;
    return this.ending(outcome);
  }
}
