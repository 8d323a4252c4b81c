import type { Results } from './results.ts';

/** How a run went, in a word: for the last lines, the reports and the job summary alike. */
export function verdictOf({ status, cases }: Pick<Results, 'status' | 'cases'>): string {
  if (cases.some(({ state }) => state === 'failed')) return 'failed';
  return status === 'complete' ? 'passed' : status;
}
