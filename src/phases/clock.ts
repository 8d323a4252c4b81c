/** Milliseconds that an episode may take unless the user says otherwise. */
export const DEFAULT_TIMEOUT = 600_000;

/** An episode that took too long. */
export class EpisodeTimeoutError extends Error {
  override name = 'EpisodeTimeoutError';
}

/** Measures the time of an episode, but for waits that are not its own, and says when it is over. */
export class Clock {
  private readonly limit: number;
  private readonly onTimeout: (error: EpisodeTimeoutError) => void;
  private left: number;
  private since = 0;
  private pauses = 0;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;

  /** @param limit milliseconds; 0 or infinity for none */
  constructor(limit: number, onTimeout: (error: EpisodeTimeoutError) => void) {
    this.limit = limit;
    this.left = limit;
    this.onTimeout = onTimeout;
    this.start();
  }

  /** Does not count what passes until `wait` has ended. */
  async pauseWhile<T>(wait: () => Promise<T>): Promise<T> {
    if (this.pauses++ === 0) this.pause();
    try {
      return await wait();
    } finally {
      if (--this.pauses === 0) this.start();
    }
  }

  /**
   * Asked between steps: an agent that never yields would keep the timer from firing.
   *
   * @throws EpisodeTimeoutError when the time is over
   */
  check(): void {
    if (!this.limited || this.pauses > 0) return;
    if (performance.now() - this.since > this.left) throw this.timeoutError();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private start(): void {
    if (this.stopped || !this.limited) return;
    this.since = performance.now();
    this.timer = setTimeout(() => this.onTimeout(this.timeoutError()), this.left);
  }

  private get limited(): boolean {
    return this.limit > 0 && Number.isFinite(this.limit);
  }

  private timeoutError(): EpisodeTimeoutError {
    return new EpisodeTimeoutError(`the episode took longer than ${this.limit} ms`);
  }

  private pause(): void {
    clearTimeout(this.timer);
    this.left = Math.max(0, this.left - (performance.now() - this.since));
  }
}
