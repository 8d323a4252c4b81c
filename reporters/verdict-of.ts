import type { Results } from './results.ts';

/** How a run went, in a word: for the last lines, the reports and the job summary alike. */
export function verdictOf({ status, cases, errors }: Pick<Results, 'status' | 'cases' | 'errors'>): string {
  if (errors.length > 0 || cases.some(({ state }) => state === 'failed')) return 'failed';
  return status === 'complete' ? 'passed' : status;
}
