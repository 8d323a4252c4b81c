import { join } from 'node:path';
import type { ModelCall } from '../../episode/model-call.ts';
import { CALL_MODES, type CallMode } from './recordings.ts';

/** The most that may be used, by all models of a run together or by one agent. */
export interface Caps {
  /** Calls that are made, recorded ones aside. */
  calls?: number;
  /** Input and output tokens. */
  tokens?: number;
  /** In the currency of the prices given; models without prices cost nothing here. */
  cost?: number;
}

/** How models are called in this run. */
export interface RunSettings {
  mode: CallMode;
  /** Folder of the recordings. */
  directory: string;
  caps: Caps;
}

let settings: RunSettings | undefined;

/** The settings of this process; `TOCS_CALLS` has the last word on the mode. */
export function runSettings(): RunSettings {
  settings ??= { mode: modeFrom(undefined), directory: join(process.cwd(), '.tocs', 'calls'), caps: {} };
  return settings;
}

/** Sets what the plugin was given. */
export function configureRun(given: { mode?: CallMode; directory: string; caps?: Caps }): void {
  settings = { mode: modeFrom(given.mode), directory: given.directory, caps: given.caps ?? {} };
}

function modeFrom(given: CallMode | undefined): CallMode {
  const asked = process.env.TOCS_CALLS ?? given ?? 'live';
  const mode = CALL_MODES.find((known) => known === asked);
  if (!mode) throw new Error(`TOCS_CALLS is ${asked}: it must be one of ${CALL_MODES.join(', ')}`);
  return mode;
}

/** Counts what is used, and says when a cap is reached. */
export class Meter {
  private calls = 0;
  private tokens = 0;
  private cost = 0;

  /** Which cap keeps a further call from being made; null if none does. Counts the call if it may be made. */
  admit({
    calls = Number.POSITIVE_INFINITY,
    tokens = Number.POSITIVE_INFINITY,
    cost = Number.POSITIVE_INFINITY,
  }: Caps): string | null {
    if (this.calls >= calls) return `${calls} calls`;
    if (this.tokens >= tokens) return `${tokens} tokens`;
    if (this.cost >= cost) return `a cost of ${cost}`;
    this.calls++;
    return null;
  }

  add({ usage, cost }: ModelCall): void {
    this.tokens += usage.input + usage.output;
    this.cost += cost ?? 0;
  }
}

/** What all models of this process have used together. */
export const runMeter = new Meter();
