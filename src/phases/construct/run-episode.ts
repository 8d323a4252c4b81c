import { z } from 'zod';
import { checked } from '../../base/checked.ts';
import type { Explorer } from '../../episode/agent.ts';
import { CONDITIONS, TRACKS } from '../../episode/condition.ts';
import type { Episode } from '../../episode/explore-run.ts';
import type { Transcript } from '../../episode/transcript.ts';
import type { Setting as PhaseSetting } from '../phase.ts';
import { open, type StandaloneOptions } from '../standalone.ts';
import {
  type ConstructCell,
  type ConstructOptions,
  construct,
  DEFAULT_BUDGET,
  DEFAULT_PROBE_EVERY,
} from './construct.ts';
import { ConstructRun } from './construct-run.ts';

export interface EpisodeOptions extends StandaloneOptions {
  /** The active episode of the same agent, codebase and trial; needed by passive-replay, run by it if absent. */
  active?: () => Promise<Transcript>;
  /** Given the agent at work, for a phase that goes on from here. */
  onExplorer?: (explorer: Explorer) => void;
}

const AtLeast1 = z.number().int('must be a whole number').min(1, 'must be at least 1');

/** What a setting is checked against. */
const Setting = z.looseObject({
  agent: z.looseObject({
    name: z.string().min(1, 'is empty'),
    explore: z.custom<unknown>((value) => typeof value === 'function', 'is no method'),
  }),
  codebase: z.looseObject({ files: z.instanceof(Map, { error: 'is no Map' }) }),
  condition: z.enum(CONDITIONS),
  track: z.enum(TRACKS).optional(),
  budget: AtLeast1.optional(),
  probeEvery: AtLeast1.optional(),
  trial: AtLeast1.optional(),
});

/**
 * Runs an episode. It never throws for what an agent does or says: the outcome tells whether the agent finished, was
 * stopped by its own doing, or failed for reasons that are not its own.
 *
 * @throws TypeError for a setting that is not valid, in one line that names it
 *
 * @example
 * const [codebase] = generate({ seeds: [1] });
 * const transcript = await runEpisode({ agent: baselines.configAware(), codebase, condition: 'active' });
 * score(transcript, codebase.groundTruth).dependency_f1;
 */
export async function runEpisode(episode: Episode, options: EpisodeOptions = {}): Promise<Transcript> {
  checked('runEpisode', Setting, episode);
  const { condition, track = 'scratchpad', budget = DEFAULT_BUDGET, probeEvery = DEFAULT_PROBE_EVERY } = episode;
  const { agent, codebase, trial = 1 } = episode;
  const full = { agent, codebase, condition, track, budget, probeEvery, trial };
  const setting = settingOf(full);
  const cell: ConstructCell = { phase: 'construct', agent, subject: codebase, trial, condition, track };
  const standalone = open(construct, cell, setting, options);
  const { onEvent: _, ...others } = options;
  const active =
    condition === 'passive-replay'
      ? await (options.active ?? (() => runEpisode({ ...full, condition: 'active' }, others)))()
      : undefined;
  const run = new ConstructRun(full, standalone, active);
  const outcome = await run.toEnd();
  if (run.explorer) options.onExplorer?.(run.explorer);
  return standalone.recorder.end(outcome);
}

/** The setting of a single episode. */
export function settingOf(episode: Required<Episode>): PhaseSetting<ConstructOptions> {
  const { agent, codebase, condition, track, budget, probeEvery, trial } = episode;
  const setting: PhaseSetting<ConstructOptions> = {
    agents: [agent],
    codebases: [codebase],
    trials: trial,
    options: { conditions: [condition], tracks: [track], budget, probeEvery },
    of: () => setting as never,
  };
  return setting;
}
