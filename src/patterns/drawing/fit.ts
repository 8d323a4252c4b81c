import type { Blueprint } from '../blueprint/blueprint.ts';
import { interpret, type Shown } from '../blueprint/interpret.ts';

/** What is drawn runs in every language alike: the strictest habits tell. */
const HABITS = { arity: 'strict', linking: 'in-order', countsFailedCalls: true } as const;

/** So many calls a run has at the most: a call more somewhere must not make it run for ever. */
const MOST_CALLS = 700;

/** So many lines are printed at the most. */
const MOST_LINES = 40;

/** Why a drawing cannot be used: something of it does not run; null where it can. */
export function whyUnfit(blueprint: Blueprint): string | null {
  const methods = blueprint.points
    .filter(({ form }) => form === 'class')
    .map(({ port }) => blueprint.units.find(({ id }) => id === port?.unit));
  const names = methods.map((port) => (port?.kind === 'port' ? port.method : ''));
  if (new Set(names).size !== names.length) return 'two ports have the same method';
  const [shown, untested] = [attempt({ ...blueprint, withTests: true }), attempt({ ...blueprint, withTests: false })];
  if (shown === null || untested === null) return 'it runs for ever';
  const { outputs, sizes, entered, edges, calls } = shown;
  if (calls > MOST_CALLS) return 'it runs for long';
  if (edges.length > untested.edges.length) return 'the tests alone show an edge';
  if (outputs.some((lines) => lines === null || lines.length === 0)) return 'an entry gives nothing';
  if (outputs.some((lines) => (lines?.length ?? 0) > MOST_LINES)) return 'an entry prints too much';
  if (sizes.includes(null)) return 'a test fails';
  const parts = blueprint.points.flatMap((point) => point.parts.map(({ unit }) => unit.unit));
  const idle = parts.find((part) => (entered.get(part) ?? 0) === 0);
  if (idle !== undefined) return `${idle} is not entered, or nothing lives through it`;
  return null;
}

/** Whether all that it runs comes to an end. */
export function runsToEnd(blueprint: Blueprint): boolean {
  return attempt(blueprint) !== null;
}

/** Handlers may call each other without an end. */
function attempt(blueprint: Blueprint): Shown | null {
  try {
    return interpret(blueprint, HABITS);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The same with what each test gives. */
export function measured(blueprint: Blueprint): Blueprint {
  const { sizes } = interpret({ ...blueprint, withTests: true }, HABITS);
  return { ...blueprint, tests: blueprint.tests.map((test, i) => ({ ...test, size: sizes[i] ?? 0 })) };
}
