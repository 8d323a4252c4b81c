import { stableHash } from '../base/sha256.ts';
import type { EpisodeStart } from '../episode/transcript.ts';
import type { AnyPhase, Cell, Setting } from './phase.ts';

/** How the transcript of a cell begins. */
export function startOf(phase: AnyPhase, cell: Cell, setting: Setting<unknown>): EpisodeStart {
  const { agent, subject, trial } = cell;
  const prior = phase.prior?.(cell);
  return {
    type: 'start',
    phase: phase.name,
    agent: agent.name,
    agent_config: agent.config === undefined ? '' : stableHash(agent.config),
    prompt_hash: typeof agent.promptHash === 'function' ? agent.promptHash(phase.protocol) : (agent.promptHash ?? ''),
    ...(agent.deterministic ? { deterministic: true as const } : {}),
    subject: { id: subject.id, hash: phase.subjectHash(cell) },
    ...(phase.unit ? { unit: phase.unit(cell) } : {}),
    trial,
    axes: phase.axes(cell, setting),
    set_up: phase.setUp(setting),
    ...(prior ? { prior } : {}),
  };
}

/** The same where its phase cannot say more of a cell: that one failed. */
export function bareStartOf({ phase, agent, subject, trial }: Cell): EpisodeStart {
  const said = { agent_config: '', prompt_hash: '', axes: {}, set_up: {} };
  return { type: 'start', phase, agent: agent.name, subject: { id: subject.id, hash: '' }, trial, ...said };
}

/** Names an episode to whoever must tell it from others: opaque, and the same on every run. */
export function nameOfEpisode(suite: string, { phase, agent, subject, trial, axes, set_up }: EpisodeStart): string {
  return stableHash([suite, phase, agent, subject.hash, trial, axes, set_up]);
}
