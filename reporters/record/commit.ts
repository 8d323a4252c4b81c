import { execFileSync } from 'node:child_process';

/** The commit of a working tree, and whether files in it differ from that; nulls outside of git. */
export function commitOf(directory: string): { commit: string | null; dirty: boolean | null } {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    });
  try {
    return { commit: git('rev-parse', 'HEAD').trim(), dirty: git('status', '--porcelain').trim() !== '' };
  } catch {
    return { commit: null, dirty: null };
  }
}
