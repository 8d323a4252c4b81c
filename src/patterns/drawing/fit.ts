import type { Blueprint } from '../blueprint/blueprint.ts';
import { interpret, type Shown } from '../blueprint/interpret.ts';

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
  const { outputs, sizes, entered, edges } = shown;
  if (edges.length > untested.edges.length) return 'the tests alone show an edge';
  if (outputs.some((lines) => lines === null || lines.length === 0)) return 'an entry gives nothing';
  if (outputs.some((lines) => (lines?.length ?? 0) > MOST_LINES)) return 'an entry prints too much';
  if (sizes.includes(null)) return 'a test fails';
  const parts = blueprint.points.flatMap((point) => point.parts.map(({ unit }) => unit.unit));
  const idle = parts.find((part) => (entered.get(part) ?? 0) === 0);
  if (idle !== undefined) return `${idle} is not entered, or nothing lives through it`;
  return null;
}

/** Handlers may call each other without an end. */
function attempt(blueprint: Blueprint): Shown | null {
  try {
    return interpret(blueprint, { arity: 'strict', linking: 'in-order', countsFailedCalls: true });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
