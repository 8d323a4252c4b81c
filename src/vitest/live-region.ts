import { createLogUpdate } from 'log-update';

/**
 * Lines at the bottom of a terminal that are drawn anew in place. Whatever else is written appears above them: they give way,
 * and come back when they are next shown.
 */
export class LiveRegion {
  private readonly stream: NodeJS.WriteStream;
  private readonly log: ReturnType<typeof createLogUpdate>;
  private readonly write: NodeJS.WriteStream['write'];
  private drawing = false;

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream;
    this.log = createLogUpdate(stream, { showCursor: true });
    this.write = stream.write;
    stream.write = ((...args: Parameters<typeof stream.write>) => {
      if (this.drawing) return this.write.apply(stream, args);
      this.draw(() => this.log.clear());
      return this.write.apply(stream, args);
    }) as typeof stream.write;
  }

  show(lines: readonly string[]): void {
    this.draw(() => (lines.length === 0 ? this.log.clear() : this.log(lines.join('\n'))));
  }

  /** Removes the lines, and leaves the stream as it was. */
  stop(): void {
    this.draw(() => this.log.clear());
    this.stream.write = this.write;
  }

  private draw(action: () => void): void {
    this.drawing = true;
    try {
      action();
    } finally {
      this.drawing = false;
    }
  }
}
