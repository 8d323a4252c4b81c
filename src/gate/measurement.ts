import manifest from '../../package.json' with { type: 'json' };
import { nameOfPhase } from '../patterns/mutations/mutation.ts';
import type { EpisodeResult } from '../scoring/result.ts';
import { type Measurement, rounded } from './baseline.ts';
import type { GatedMetric } from './compare.ts';

/** What a group of episodes measured, and the codebases on which an episode failed. */
export interface Measured {
  measurement: Measurement;
  /** Codebases without a place in the measurement, with the reason: trials that failed are never passed over. */
  failed: ReadonlyMap<string, string>;
}

/**
 * The measurement of a group.
 *
 * @param episodes of one agent under one condition and track, at least one
 * @param version of vitest-tocs, by which they were measured
 */
export function measure(
  episodes: readonly EpisodeResult[],
  metrics: readonly GatedMetric[],
  version: string = manifest.version,
): Measured {
  const [first] = episodes as readonly [EpisodeResult];
  const failed = new Map<string, string>();
  const codebases: Measurement['codebases'] = {};
  for (const [id, trials] of Map.groupBy(episodes, ({ codebase }) => codebase.id)) {
    const failure = trials.find(({ scores }) => scores === null)?.outcome;
    if (failure) {
      failed.set(id, failure.status === 'failed' ? failure.message : failure.status);
      continue;
    }
    const inOrder = trials.toSorted((a, b) => a.trial - b.trial);
    const values = metrics.map(({ metric }): [string, (number | null)[]] => [
      metric.name,
      inOrder.map(({ scores }) => rounded(scores && metric.read(scores))),
    ]);
    codebases[id] = { hash: (trials[0] as EpisodeResult).codebase.hash, values: Object.fromEntries(values) };
  }
  const { agent, agent_config, prompt_hash, condition, track, budget, probe_every, mutation, exploit } = first;
  const phase = nameOfPhase({ change: mutation, exploit });
  return {
    measurement: {
      agent,
      agent_config,
      prompt_hash,
      condition,
      track,
      ...(phase ? { phase } : {}),
      budget,
      probe_every,
      package: version,
      codebases,
    },
    failed,
  };
}
