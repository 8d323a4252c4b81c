import { stableHash } from '../../base/sha256.ts';
import type { RunContext } from '../../episode/agent-run.ts';
import type { ModelCall } from '../../episode/model-call.ts';
import { Recorder } from '../../episode/recorder.ts';
import { type ConstructCell, type ConstructOptions, construct } from '../construct/construct.ts';
import type { Setting } from '../phase.ts';
import { startOf } from '../start.ts';
import type { Explored } from './run-revision.ts';

/** An agent at work that cannot be copied explores once more, for one revise phase alone; its calls are that phase's. */
export async function exploreAgain(
  cell: ConstructCell,
  setting: Setting<ConstructOptions>,
  context: RunContext,
): Promise<Explored> {
  let noteLater: ((call: ModelCall) => void) | undefined;
  const recorder = new Recorder(startOf(construct, cell, setting));
  const { outcome, handOver } = await construct.run(cell, { active: undefined }, setting, {
    ...context,
    recorder,
    protocol: construct.protocol,
    name: stableHash([context.name, 'explored again']),
    onLaterCall: (call) => noteLater?.(call),
  });
  const onLaterCalls = (note: (call: ModelCall) => void) => {
    noteLater = note;
  };
  return { transcript: recorder.end(outcome), explorer: handOver, own: true, onLaterCalls };
}
