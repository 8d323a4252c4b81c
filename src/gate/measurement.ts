import manifest from '../../package.json' with { type: 'json' };
import { mean } from '../base/mean.ts';
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
  const prior = priorOf(episodes);
  return {
    measurement: { agent, agent_config, prompt_hash, phase, axes, set_up, ...prior, package: version, codebases },
    failed,
  };
}

/** What is known of all the codebases of a group by names alone: the mean over them. Nothing where one was not generated. */
function priorOf(episodes: readonly Result[]): Pick<Measurement, 'prior'> {
  const bySubject = new Map(episodes.map(({ subject, prior }) => [subject.id, prior]));
  const priors = [...bySubject.values()].filter((prior) => prior !== undefined);
  const [first] = priors;
  if (!first || priors.length < bySubject.size) return {};
  return { prior: { version: first.version, f1: rounded(mean(priors.map(({ f1 }) => f1))) as number } };
}
