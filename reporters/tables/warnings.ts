import type { Result } from '../../src/scoring/result.ts';
import { describeCut, describeReading, type Reading } from '../../src/scoring/warnings.ts';
import type { SuiteResults } from '../results.ts';
import type { Row, Table } from '../table.ts';

/** What to know of each agent's answers before its figures are trusted; null if there is nothing. */
export function warningsTable({ results }: SuiteResults): Table | null {
  const rows = [...Map.groupBy(results, ({ agent }) => agent)].flatMap(([agent, of]) =>
    warningsOfAgent(of).map((warning): Row => ({ cells: [agent, warning] })),
  );
  if (rows.length === 0) return null;
  return { title: 'Warnings', columns: ['agent', 'warning'], rows, notes: [] };
}

/** The warnings of one agent: counts over all its episodes, and each message once with how many episodes had it. */
export function warningsOfAgent(episodes: readonly Result[]): string[] {
  const total: Reading = { probes: 0, unread: 0, problems: {} };
  const messages = new Map<string, number>();
  let [cut, calls] = [0, 0];
  for (const { reading, usage, warnings } of episodes) {
    total.probes += reading.probes;
    total.unread += reading.unread;
    for (const [problem, count] of Object.entries(reading.problems)) {
      total.problems[problem] = (total.problems[problem] ?? 0) + count;
    }
    cut += usage?.cut ?? 0;
    calls += usage?.calls ?? 0;
    for (const message of warnings) messages.set(message, (messages.get(message) ?? 0) + 1);
  }
  const noted = [...messages].map(([message, count]) => (count > 1 ? `${message} (${count} episodes)` : message));
  return [...describeCut(cut, calls), ...describeReading(total), ...noted];
}
