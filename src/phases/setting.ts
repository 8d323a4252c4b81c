import { z } from 'zod';
import type { Codebase } from '../codebase/codebase.ts';
import type { Agent } from '../episode/agent.ts';
import type { AnyPhase, Setting } from './phase.ts';
import { PHASES } from './phases.ts';

/** What a suite gives to all of its phases. */
export interface Shared {
  agents: readonly Agent[];
  codebases: readonly Codebase[];
  trials: number;
}

/** The checked options of all phases. */
export type PhaseOptions = ReadonlyMap<string, unknown>;

/** Names of the options that stand in the suite itself: those of the first phase. */
export const TOP_LEVEL: readonly string[] = Object.keys(PHASES[0].options.shape);

/**
 * Reads the options of each phase.
 *
 * @param given the suite; options of later phases stand under their names
 * @param fail called with what is wrong, in a line that names the option; it throws
 */
export function readOptions(given: Readonly<Record<string, unknown>>, fail: (message: string) => never): PhaseOptions {
  return new Map(
    PHASES.map((phase, i) => {
      const options = i === 0 ? pick(given, TOP_LEVEL) : given[phase.name] === undefined ? {} : given[phase.name];
      const parsed = z.safeParse(phase.options, options);
      if (!parsed.success) return fail(complaint(parsed.error, options, i === 0 ? '' : `${phase.name}.`));
      for (const [key, value] of Object.entries(parsed.data))
        checkList(i === 0 ? key : `${phase.name}.${key}`, value, fail);
      return [phase.name, parsed.data];
    }),
  );
}

/** What is wrong with an option, in a line that names it, and what may stand there. */
function complaint({ issues }: z.ZodError, options: unknown, prefix: string): string {
  const [issue] = issues;
  const path = issue?.path ?? [];
  const place = `${prefix}${path.join('.')}`.replace(/\.$/, '');
  const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], options);
  if (issue?.code === 'unrecognized_keys') return `there is no option ${prefix}${issue.keys[0]}`;
  if (issue?.code === 'invalid_value') {
    const what = `${prefix}${String(path[0])}`.replace(/s$/, '');
    return `there is no ${what} ${value}: known are ${issue.values.join(', ')}`;
  }
  const shown = typeof value === 'number' ? value : JSON.stringify(value);
  return `${place} is ${shown}: it ${issue?.message ?? 'is not valid'}`;
}

/** A list names at least one, and each once. */
function checkList(key: string, value: unknown, fail: (message: string) => never): void {
  if (!Array.isArray(value)) return;
  if (value.length === 0) fail(`${key} is empty: name at least one`);
  const twice = value.find((one, i) => value.indexOf(one) !== i);
  if (twice !== undefined) fail(`${key} has ${twice} twice: names must be unique`);
}

/** The setting of a phase in a suite. */
export function settingOf(shared: Shared, options: PhaseOptions, phase: string): Setting<unknown> {
  return {
    ...shared,
    options: options.get(phase),
    of: <P extends AnyPhase>({ name }: P) => settingOf(shared, options, name) as never,
  };
}

function pick(from: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}
