import type { Snapshot } from '../codebase/codebase.ts';
import { InspectError } from '../languages/language.ts';
import { ActionError } from './actions/action-kind.ts';
import type { Action } from './actions/actions.ts';
import { type ActionKinds, ALL_ACTIONS, kindOf } from './actions/actions.ts';

/** What an action gave: text for the agent, and whether it is an error message. */
export interface Result {
  output: string;
  ok: boolean;
}

/**
 * Carries an action out on the files of a codebase. Nothing outside of them can be named, and no action throws: what
 * cannot be done is answered with one line that says why.
 */
export async function perform(snapshot: Snapshot, action: Action, actions: ActionKinds = ALL_ACTIONS): Promise<Result> {
  try {
    const output = await kindOf(action.type, actions)?.perform(snapshot, action);
    if (output === undefined) throw new ActionError(`there is no action ${action.type}`);
    return { output, ok: true };
  } catch (error) {
    if (error instanceof ActionError || error instanceof InspectError)
      return { output: `Error: ${error.message}`, ok: false };
    throw error;
  }
}
