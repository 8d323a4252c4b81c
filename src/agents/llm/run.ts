import { join } from 'node:path';
import { Broker, type Limits } from '../limits/broker.ts';
import { BrokerClient } from '../limits/broker-client.ts';
import type { Caps } from '../limits/caps.ts';
import { CALL_MODES, type CallMode } from './recordings.ts';

/** How models are called in this run. */
export interface RunSettings {
  mode: CallMode;
  /** Folder of the recordings. */
  directory: string;
  /** The most that all models of the run may use together, and the project whose caps they are. */
  caps: Caps;
  project: string;
  /** Who keeps the limits. */
  limits: Limits;
  /** Names the run, and its main process. */
  run: { run: string; pid: number };
}

/** What a run is given. */
export interface GivenRun {
  mode?: CallMode;
  directory: string;
  caps?: Caps;
  /** Socket of the process that keeps the limits of all workers; without one they are kept here. */
  broker?: string;
  /** The project whose caps they are. */
  project?: string;
  /** Names the run; it changes with each run of a process. */
  run?: string;
  /** The main process of the run. */
  pid?: number;
}

let settings: RunSettings | undefined;
let given: string | undefined;

/** The settings of this process; `TOCS_CALLS` has the last word on the mode. */
export function runSettings(): RunSettings {
  settings ??= {
    mode: modeFrom(undefined),
    directory: join(process.cwd(), '.tocs', 'calls'),
    caps: {},
    project: '',
    limits: new Broker(),
    run: { run: `process ${process.pid}`, pid: process.pid },
  };
  return settings;
}

/** Sets what the plugin was given; the suites of one run share what they have used. */
export function configureRun(run: GivenRun): void {
  const mode = modeFrom(run.mode);
  const key = JSON.stringify({ ...run, mode });
  if (key === given && settings) return;
  given = key;
  const limits = run.broker === undefined ? new Broker() : new BrokerClient(run.broker);
  settings = {
    mode,
    directory: run.directory,
    caps: run.caps ?? {},
    project: run.project ?? '',
    limits,
    run: { run: run.run ?? `process ${process.pid}`, pid: run.pid ?? process.pid },
  };
}

function modeFrom(wanted: CallMode | undefined): CallMode {
  const asked = process.env.TOCS_CALLS ?? wanted ?? 'live';
  const mode = CALL_MODES.find((known) => known === asked);
  if (!mode) throw new Error(`TOCS_CALLS is ${asked}: it must be one of ${CALL_MODES.join(', ')}`);
  return mode;
}
