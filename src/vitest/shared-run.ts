import { randomBytes } from 'node:crypto';
import type { Vitest } from 'vitest/node';
import { newRunId } from '../../reporters/record/run-record.ts';
import { BrokerServer } from '../agents/limits/broker-server.ts';

/** What all projects of a Vitest share. */
export interface SharedRun {
  /** Keeps the limits of all workers. */
  broker: BrokerServer;
  /** The run under way; it changes with each run of a Vitest that watches. */
  id: string;
  /** How many runs there have been before it. */
  reruns: number;
}

const shared = new WeakMap<Vitest, Promise<SharedRun>>();

/** What the projects of a Vitest share: made by the first one that asks. */
export function sharedRunOf(vitest: Vitest): Promise<SharedRun> {
  const known = shared.get(vitest) ?? open(vitest);
  shared.set(vitest, known);
  return known;
}

async function open(vitest: Vitest): Promise<SharedRun> {
  const broker = await new BrokerServer().open();
  const run: SharedRun = { broker, id: freshId(), reruns: -1 };
  vitest.onClose(() => broker.close());
  // Before all other reporters. What was used in one run of a Vitest that watches counts for that run.
  const reporters: unknown[] = vitest.config.reporters;
  reporters.unshift({
    onTestRunStart: () => {
      broker.reset();
      run.id = freshId();
      run.reruns++;
    },
  });
  return run;
}

function freshId(): string {
  return newRunId(new Date(), randomBytes(2).toString('hex'));
}
