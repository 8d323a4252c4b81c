import type { Call } from './model.ts';

/** Milliseconds of silence after which a streamed answer is taken to be lost. */
const LONGEST_SILENCE = 300_000;

/** Bounds one call: by its time in all and, once an answer has begun to come, by the silence between its pieces. */
export class CallClock {
  /** What is given to the provider. */
  readonly call: Call;
  /** Why the call was ended; null while it was not. */
  timedOut: string | null = null;
  /** Something of an answer has arrived. */
  answering = false;
  private readonly controller = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private silence: NodeJS.Timeout | undefined;

  /** @param timeout milliseconds */
  constructor(timeout: number, signal: AbortSignal) {
    this.whole = setTimeout(() => this.end(`no answer within ${timeout / 1000} s (callTimeout)`), timeout);
    this.call = {
      signal: AbortSignal.any([signal, this.controller.signal]),
      timeout,
      onActivity: () => {
        this.answering = true;
        clearTimeout(this.silence);
        this.silence = setTimeout(
          () => this.end(`silence of ${LONGEST_SILENCE / 1000} s in the middle of the answer`),
          LONGEST_SILENCE,
        );
      },
    };
  }

  stop(): void {
    clearTimeout(this.whole);
    clearTimeout(this.silence);
  }

  private end(reason: string): void {
    this.timedOut = reason;
    this.stop();
    this.controller.abort(new DOMException(reason, 'TimeoutError'));
  }
}
