import { remembered } from '../../base/remembered.ts';
import type { Codebase } from '../../codebase/codebase.ts';
import { runChecks } from '../checks/checks.ts';
import type { CheckRun } from '../checks/run-check.ts';
import type { Variant } from './mutation.ts';

/** So many lines of what a check printed are shown: the last, as a terminal would. */
const SHOWN = 40;

const checksOf = remembered((codebase: Codebase) => runChecks(codebase));

/**
 * What an agent is shown of a change: of a broken codebase what its own tools print, of a repaired one which files changed.
 *
 * @param after the mutated codebase; for a sham that of its twin
 * @throws Error if a tool cannot be run
 */
export async function evidenceOf(before: Codebase, after: Codebase, variant: Variant): Promise<string> {
  const checks = await checksOf(after);
  if (variant === 'repaired') {
    const failing = checks.find(({ exitCode }) => exitCode !== 0);
    if (failing) throw new Error(`a repaired codebase fails \`${failing.command}\`:\n${failing.output}`);
    return [
      'The code has changed since you explored it. All of its checks pass. The files that changed:',
      await summariseDiff(before, after),
    ].join('\n\n');
  }
  return [
    'The code has changed since you explored it. Its checks, run on the code as it is now:',
    ...checks.map(describeCheck),
  ].join('\n\n');
}

function describeCheck({ command, output, exitCode }: CheckRun): string {
  if (exitCode === 0) return `$ ${command}\nexit code 0`;
  const lines = output.split('\n');
  const shown = lines.length > SHOWN ? ['…', ...lines.slice(-SHOWN)] : lines;
  return [`$ ${command}`, ...shown, `exit code ${exitCode}`].join('\n');
}

/** As `git diff --stat` has it. */
async function summariseDiff(before: Codebase, after: Codebase): Promise<string> {
  // It is loaded by whoever needs it.
  const { diffLines } = await import('diff');
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].toSorted();
  const changes = paths.flatMap((path) => {
    const [old, now] = [before.files.get(path) ?? '', after.files.get(path) ?? ''];
    if (old === now) return [];
    const parts = diffLines(old, now);
    const count = (kind: 'added' | 'removed') =>
      parts.filter((part) => part[kind]).reduce((sum, part) => sum + part.count, 0);
    return [{ path, added: count('added'), removed: count('removed') }];
  });
  const width = Math.max(...changes.map(({ path }) => path.length));
  const [added, removed] = (['added', 'removed'] as const).map((kind) =>
    changes.reduce((sum, change) => sum + change[kind], 0),
  );
  return [
    ...changes.map((change) => ` ${change.path.padEnd(width)} | +${change.added} −${change.removed}`),
    ` ${changes.length} files changed, ${added} lines added, ${removed} removed`,
  ].join('\n');
}
