import { setTimeout } from 'node:timers/promises';

/** Waits; an abort ends it with the signal's reason. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
