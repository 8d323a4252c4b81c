import { harmless } from '../base/harmless.ts';
import { GridError } from './grid.ts';

/** The stack frames above a function, as text: where a suite was defined. */
export function stackAbove(fn: (...args: never[]) => unknown): string {
  const holder = { stack: '' };
  Error.captureStackTrace(holder, fn);
  return holder.stack.slice(holder.stack.indexOf('\n') + 1);
}

/** Lets an error point to where its suite was defined, instead of to our own code. */
export function at(site: string, error: Error): Error {
  // What agents and providers say stands in messages, and Vitest prints them as they are.
  error.message = harmless(error.message);
  error.stack = `${error.name}: ${error.message}\n${site}`;
  return error;
}

/** Runs a check whose complaints point to the suite. */
export function pointingTo<T>(site: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof GridError ? at(site, error) : error;
  }
}
