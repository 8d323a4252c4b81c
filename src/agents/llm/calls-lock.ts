import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../base/causes.ts';
import { isAlive } from '../../base/is-alive.ts';
import { EpisodeFailure } from '../../episode/agent.ts';

interface Lock {
  run: string;
  pid: number;
}

/**
 * Takes the folder of the recordings for a run. Its workers share it; another run that is still under way keeps it, since each
 * would write over what the other recorded.
 *
 * @throws EpisodeFailure if another run has it
 */
export function takeCalls(directory: string, lock: Lock): void {
  const file = join(directory, 'run.lock');
  for (;;) {
    try {
      mkdirSync(directory, { recursive: true });
      writeFileSync(file, JSON.stringify(lock), { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST')
        throw new EpisodeFailure('setup', `nothing can be recorded in ${directory}: ${messageOf(error)}`);
    }
    const held = readLock(file);
    if (held?.run === lock.run) return;
    // A Vitest that watches begins a new run.
    if (held?.pid === lock.pid) {
      writeFileSync(file, JSON.stringify(lock));
      return;
    }
    if (held && isAlive(held.pid, held.taken)) {
      throw new EpisodeFailure(
        'setup',
        `another run (${held.run}, process ${held.pid}) records in ${directory}: wait for it, or give this one a callsDir of its own (if no such run is there any more, delete ${file})`,
      );
    }
    // Whoever had it is gone.
    rmSync(file, { force: true });
  }
}

/** Gives the folder back, if a run of this process has it. */
export function leaveCalls(directory: string, pid: number): void {
  const file = join(directory, 'run.lock');
  if (readLock(file)?.pid === pid) rmSync(file, { force: true });
}

/** The lock, and when it was taken. */
function readLock(file: string): (Lock & { taken: number }) | null {
  try {
    const taken = statSync(file).mtimeMs;
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Lock), taken };
  } catch {
    return null;
  }
}
