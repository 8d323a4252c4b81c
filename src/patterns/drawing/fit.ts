import { type Blueprint, type Test, type UnitRef, unitOf } from '../blueprint/blueprint.ts';
import { interpret, type Shown } from '../blueprint/interpret.ts';

/** What is drawn runs in every language alike: the strictest habits tell. */
const HABITS = { arity: 'strict', linking: 'in-order', countsFailedCalls: true, missingInTests: 'all' } as const;

/** So many calls a run has at the most: a call more somewhere must not make it run for ever. */
const MOST_CALLS = 700;

/** So many lines are printed at the most. */
const MOST_LINES = 40;

/** A drawing whose tests expect what they give; or why it cannot be used: something of it does not run. */
export function fitted(blueprint: Blueprint): Blueprint | string {
  const methods = blueprint.points
    .filter(({ form }) => form === 'class')
    .map(({ port }) => blueprint.units.find(({ id }) => id === port?.unit));
  const names = methods.map((port) => (port?.kind === 'port' ? port.method : ''));
  if (new Set(names).size !== names.length) return 'two ports have the same method';
  const shown = attempt({ ...blueprint, withTests: true }, MOST_CALLS);
  if (shown === null) return 'it runs for long';
  const { outputs, sizes, entered, edges, shownByEntries, showing } = shown;
  if (outputs.some((lines) => lines === null || lines.length === 0)) return 'an entry gives nothing';
  if (outputs.some((lines) => (lines?.length ?? 0) > MOST_LINES)) return 'an entry prints too much';
  const parts = blueprint.points.flatMap((point) => point.parts.map(({ unit }) => unit.unit));
  const idle = parts.find((part) => (entered.get(part) ?? 0) === 0);
  if (idle !== undefined) return `${idle} is not entered, or nothing lives through it`;
  const others = withoutTests(blueprint, showing);
  if (showing.length > 0 && others.tests.length < blueprint.tests.length) return fitted(others);
  if (edges.length > shownByEntries) return 'the tests alone show an edge';
  return sizes.includes(null) ? 'a test fails' : withSizes(blueprint, sizes);
}

/** The same without tests that show an edge which the command line does not; where none is left, the first entry is tested. */
function withoutTests(blueprint: Blueprint, dropped: readonly number[]): Blueprint {
  const tests = blueprint.tests.filter((_, i) => !dropped.includes(i));
  return {
    ...blueprint,
    tests: tests.length > 0 ? tests : blueprint.entries.slice(0, 1).map(({ unit }) => testOf(blueprint, unit)),
  };
}

/** A test that gives a function the sample. */
export function testOf(blueprint: Pick<Blueprint, 'units'>, ref: UnitRef): Test {
  return {
    title: unitOf(blueprint, ref.unit).name.replaceAll('_', ' '),
    run: { k: 'call', ref, args: [{ k: 'var', name: 'sample' }] },
    size: 0,
  };
}

/** What running a drawing shows. */
export function shownBy(blueprint: Blueprint): Shown {
  return interpret({ ...blueprint, withTests: true }, HABITS);
}

/** Whether all that it runs comes to an end. */
export function runsToEnd(blueprint: Blueprint): boolean {
  return attempt(blueprint) !== null;
}

/** Handlers may call each other without an end. */
function attempt(blueprint: Blueprint, mostCalls?: number): Shown | null {
  try {
    return interpret(blueprint, HABITS, mostCalls);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The same with what each test gives. */
export function measured(blueprint: Blueprint): Blueprint {
  const { sizes } = shownBy(blueprint);
  return withSizes(blueprint, sizes);
}

/** The same, where the tests expect so much. */
function withSizes(blueprint: Blueprint, sizes: readonly (number | null)[]): Blueprint {
  return { ...blueprint, tests: blueprint.tests.map((test, i) => ({ ...test, size: sizes[i] ?? 0 })) };
}
