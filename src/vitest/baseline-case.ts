import { existsSync, readFileSync } from 'node:fs';
import { inject, type TestContext } from 'vitest';
import { type Baseline, type Measurement, parseBaseline } from '../gate/baseline.ts';
import { compare, type GatedMetric, type MetricComparison } from '../gate/compare.ts';
import { describeComparison } from '../gate/describe-comparison.ts';
import { measure } from '../gate/measurement.ts';
import { type CheckedGate, metricsUnder } from '../gate/options.ts';
import { differencesOfSetUp } from '../gate/set-up.ts';
import { fails, warns } from '../gate/verdict.ts';
import { episodeResult } from '../scoring/result.ts';
import { EpisodeFailedError, gatherEpisodes, type Suite } from './cases.ts';
import type { EndedEpisode } from './episode-store.ts';
import type { Cell } from './grid.ts';
import { at } from './site.ts';

/** A group that its baseline does not hold, or that cannot be compared with it. */
export class BaselineError extends Error {
  override name = 'BaselineError';
}

/** `strict` asks for so many trials on every codebase of the baseline: one alone may have been lucky. */
const STRICT_TRIALS = 3;

/** Where the group of a case stands in which baseline file. */
export interface BaselinePlace {
  /** Absolute path of the baseline file. */
  path: string;
  /** Name of the eval file. */
  eval: string;
  /** Suite, agent, condition and, where there are several, track. */
  key: string;
}

/** Whether the episodes of a group are as good as in the baseline; writes what the baseline lacks, as snapshots do. */
export async function runBaseline(
  suite: Suite,
  baseline: CheckedGate,
  place: BaselinePlace,
  cells: readonly Cell[],
  test: TestContext,
): Promise<void> {
  const episodes = await gatherEpisodes(suite, cells, test);
  const [{ cell }] = episodes as [EndedEpisode];
  const metrics = metricsUnder(baseline, cell.condition);
  const results = episodes.map(({ transcript, scores, path, cell: { codebase } }) =>
    episodeResult(suite.name, transcript, scores, codebase, path),
  );
  const { measurement, failed } = measure(results, metrics);
  const fail = (message: string): never => {
    throw at(suite.site, new BaselineError(message));
  };

  const update = inject('tocsUpdate') ?? 'none';
  const recorded = update === 'all' ? undefined : readPlace(place, fail)?.groups[place.key];
  const missing = recorded ? missingFrom(recorded, measurement, metrics) : 'this group';
  if (missing !== null && update === 'none') {
    fail(`${place.path} has no baseline for ${missing}: run vitest -u, look at the difference and check it in`);
  }
  if (missing !== null && failed.size > 0) {
    const [[codebase, reason]] = [...failed] as [[string, string]];
    const message = `no baseline is written: on ${failed.size} of the codebases an episode failed, the first on ${codebase}: ${reason}`;
    throw at(suite.site, new EpisodeFailedError(message));
  }
  if (recorded) {
    const differences = differencesOfSetUp(recorded, measurement, baseline.across);
    if (differences.length > 0) {
      fail(
        `the baseline was measured with another set-up, so no comparison was made: ${differences.join('; ')}. Measure a new baseline with vitest -u, or, if that is the change under test, name it in baseline.across`,
      );
    }
    await report(suite, baseline, recorded, measurement, failed, metrics, cell.agent.deterministic === true, test);
  }
  if (missing !== null) {
    test.task.meta.tocsBaselineWrite = { measurement: merged(recorded, measurement) };
    await test.annotate(`the baseline was written for ${missing}`, 'baseline');
  }
}

/** Compares, and says what came of it; throws where that fails the case. */
async function report(
  { name, site }: Suite,
  { strict }: CheckedGate,
  before: Measurement,
  after: Measurement,
  failed: ReadonlyMap<string, string>,
  metrics: readonly GatedMetric[],
  deterministic: boolean,
  test: TestContext,
): Promise<void> {
  // Metrics and codebases that are only now being written have nothing to be compared with.
  const known = metrics.filter(({ metric }) => hasMetric(before, metric.name));
  const comparisons = compare({ before, after, failed, deterministic }, known);
  const { agent, condition, track } = after;
  test.task.meta.tocsVerdicts = { suite: name, agent, condition, track, strict, comparisons };
  for (const comparison of comparisons) {
    const type = fails(comparison.verdict, strict) ? 'error' : warns(comparison.verdict) ? 'warning' : 'notice';
    await test.annotate(describeComparison(comparison).join('\n'), type);
  }
  const failures: MetricComparison[] = comparisons.filter(({ verdict }) => fails(verdict, strict));
  const few = strict && !deterministic ? fewestTrials(before) : STRICT_TRIALS;
  const lines = failures.flatMap(describeComparison);
  if (few < STRICT_TRIALS) {
    lines.push(`strict asks for at least ${STRICT_TRIALS} trials in the baseline, and it has ${few}`);
  }
  if (lines.length > 0) throw at(site, new BaselineError(lines.join('\n')));
}

function readPlace({ path, eval: file }: BaselinePlace, fail: (message: string) => never): Baseline | undefined {
  if (!existsSync(path)) return undefined;
  const baseline = parseBaseline(readFileSync(path, 'utf8'), path);
  if (baseline.eval !== file) {
    fail(`${path} is the baseline of ${baseline.eval}: give ${file} a file of its own (baseline.path)`);
  }
  return baseline;
}

function hasMetric({ codebases }: Measurement, name: string): boolean {
  return Object.values(codebases).some(({ values }) => name in values);
}

/** What a recorded group lacks of what is now measured; null for nothing. */
function missingFrom(recorded: Measurement, now: Measurement, metrics: readonly GatedMetric[]): string | null {
  const lacking = metrics.map(({ metric }) => metric.name).filter((name) => !hasMetric(recorded, name));
  const codebases = Object.keys(now.codebases).filter((id) => !(id in recorded.codebases));
  const parts = [
    ...(lacking.length > 0 ? [lacking.join(', ')] : []),
    ...(codebases.length > 0 ? [`codebase ${codebases.join(', ')}`] : []),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}

/** What was recorded, and of the new what it lacks. */
function merged(recorded: Measurement | undefined, now: Measurement): Measurement {
  if (!recorded) return now;
  const codebases = Object.entries(now.codebases).map(([id, codebase]): [string, typeof codebase] => {
    const values = { ...codebase.values, ...recorded.codebases[id]?.values };
    return [id, { ...codebase, values }];
  });
  return { ...recorded, codebases: { ...recorded.codebases, ...Object.fromEntries(codebases) } };
}

function fewestTrials({ codebases }: Measurement): number {
  return Math.min(
    ...Object.values(codebases).flatMap(({ values }) => Object.values(values).map((list) => list.length)),
  );
}
