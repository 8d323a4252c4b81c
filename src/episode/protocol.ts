import type { ActionKinds } from './actions/actions.ts';

/**
 * What agents are shown and asked in a phase, as data. A hash of it stands beside the scores of that phase alone, so one action
 * or text more outdates nothing of another.
 */
export interface Protocol {
  readonly phase: string;
  /** What can be done, in the order in which it is offered. */
  readonly actions: ActionKinds;
  /** Names of the texts that a model may be told. */
  readonly texts: readonly string[];
}
