import type { z } from 'zod';
import type { Snapshot } from '../../codebase/codebase.ts';

/**
 * An action that agents can take: its file is all there is of it. Models are offered it as a tool, the text form is read and
 * written by it, and whoever carries it out calls `perform`.
 *
 * `A` is the action as transcripts have it.
 */
export interface ActionKind<A extends { type: string } = { type: string }> {
  readonly name: A['type'];
  /** What it gives, in a sentence for agents. */
  readonly description: string;
  /** Its arguments by name, in the order of the text form: `INSPECT(file, symbol)`. */
  readonly parameters: z.ZodObject;
  /** The form that transcripts have it in. */
  readonly schema: z.ZodType<A>;
  /** It changes nothing. */
  readonly readOnly: boolean;
  /** It uses up one unit of budget, also when it fails. */
  readonly budgeted: boolean;
  /** It ends what the agent does. */
  readonly ends?: true;
  /** Its name alone on a line is read, too. */
  readonly bare?: true;
  /** The action with these values of its arguments, in order; null where one that it needs is missing. */
  read(...values: string[]): A | null;
  /** What its output tells, piece by piece, and what a piece is called: what was told before is no news. */
  news(action: A, output: string): { pieces: readonly string[]; what: string };
  /** The values of its arguments, in order. */
  values(action: A): readonly string[];
  /**
   * Carries it out.
   *
   * @throws ActionError for what cannot be done, in a line that says why
   */
  perform(snapshot: Snapshot, action: A): string | Promise<string>;
}

/** Why an action cannot be carried out, in one line for the agent. */
export class ActionError extends Error {
  override name = 'ActionError';
}
