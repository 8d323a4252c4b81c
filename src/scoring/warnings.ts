import { z } from 'zod';
import { callsOf, type ProbeEvent, type Transcript } from '../episode/transcript.ts';

/** How much of what an agent answered could be read. */
export const Reading = z.object({
  /** Requests for a belief, and how many of the answers held none. */
  probes: z.number().int(),
  unread: z.number().int(),
  /** What could not be read of the others, by what was wrong, e.g. `edges: no field target`. */
  problems: z.record(z.string(), z.number().int()),
});
export type Reading = z.infer<typeof Reading>;

/** Counts over one episode. */
export function readingOf({ events }: Transcript): Reading {
  const probes = events.filter((event) => event.type === 'probe' && !event.inherited) as ProbeEvent[];
  const problems: Record<string, number> = {};
  for (const probe of probes) {
    for (const [problem, count] of Object.entries(probe.problems ?? {}))
      problems[problem] = (problems[problem] ?? 0) + count;
  }
  return { probes: probes.length, unread: probes.filter(({ belief }) => belief === null).length, problems };
}

/** What a user should know of answers before trusting a score. */
export function describeReading({ probes, unread, problems }: Reading): string[] {
  return [
    ...(unread > 0 ? [`no belief could be read in ${unread} of ${probes} answers: the one before stands`] : []),
    ...Object.entries(problems).map(([problem, count]) => {
      const [what, why] = problem.split(': ');
      return `${count} ${what} dropped${why ? `: ${why}` : ''}`;
    }),
  ];
}

/** Answers that `maxTokens` cut off, and what to do about it. */
export function describeCut(cut: number, calls: number): string[] {
  return cut > 0 ? [`${cut} of ${calls} answers were cut off by maxTokens: raise it`] : [];
}

/** All that a user should know of an episode before trusting its score. */
export function warningsOf(transcript: Transcript): string[] {
  const calls = callsOf(transcript);
  return [
    ...describeCut(calls.filter(({ stop }) => stop === 'length').length, calls.length),
    ...describeReading(readingOf(transcript)),
    ...messagesOf(transcript),
  ];
}

/** What was noted while the episode ran. */
export function messagesOf({ events }: Transcript): string[] {
  return [...new Set(events.flatMap((event) => (event.type === 'warning' ? [event.message] : [])))];
}
