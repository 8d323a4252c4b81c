import manifest from '../../package.json' with { type: 'json' };
import { type Result, unitOf } from '../scoring/result.ts';
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
 * @param episodes of one group, at least one
 * @param version of vitest-tocs, by which they were measured
 */
export function measure(
  episodes: readonly Result[],
  metrics: readonly GatedMetric[],
  version: string = manifest.version,
): Measured {
  const [first] = episodes as readonly [Result];
  const failed = new Map<string, string>();
  const codebases: Measurement['codebases'] = {};
  for (const [id, trials] of Map.groupBy(episodes, (episode) => unitOf(episode).id)) {
    const failure = trials.find(({ scores }) => scores === null)?.outcome;
    if (failure) {
      failed.set(id, failure.status === 'failed' ? failure.message : failure.status);
      continue;
    }
    const inOrder = trials.toSorted((a, b) => a.trial - b.trial || (a.subject.id < b.subject.id ? -1 : 1));
    const values = metrics.map(({ metric }): [string, (number | null)[]] => [
      metric.name,
      inOrder.map(({ scores }) => rounded(scores === null ? null : metric.read(scores))),
    ]);
    codebases[id] = { hash: unitOf(trials[0] as Result).hash, values: Object.fromEntries(values) };
  }
  const { agent, agent_config, prompt_hash, phase, axes, set_up } = first;
  return {
    measurement: { agent, agent_config, prompt_hash, phase, axes, set_up, package: version, codebases },
    failed,
  };
}
