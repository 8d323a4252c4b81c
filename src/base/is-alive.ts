import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/**
 * Whether a process is there, ours or another user's.
 *
 * @param noted when its number was noted, in milliseconds since the epoch: a process that began later has only the same number. Told on
 * Linux alone
 */
export function isAlive(pid: number, noted: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false;
  }
  const began = beginOf(pid);
  return began === null || began <= noted + SLACK;
}

/** Clocks that count in ticks are this far off, in milliseconds. */
const SLACK = 2_000;

/** Of a clock tick in `/proc`: a hundredth of a second everywhere. */
const TICK = 10;

/** When a process began, in milliseconds since the epoch; null where the system does not tell. */
function beginOf(pid: number): number | null {
  try {
    // The name of a program may hold spaces and brackets.
    const [, fields = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trim()) ?? [];
    const ticks = Number(fields.split(' ')[19]);
    return Number.isFinite(ticks) ? Date.now() - uptime() * 1000 + ticks * TICK : null;
  } catch {
    return null;
  }
}
