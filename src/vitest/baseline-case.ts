import { existsSync, readFileSync } from 'node:fs';
import { inject, type SnapshotUpdateState, type TestContext } from 'vitest';
import { type Baseline, type Measurement, parseBaseline } from '../gate/baseline.ts';
import { compare, type GatedMetric, type MetricComparison } from '../gate/compare.ts';
import { describeComparison } from '../gate/describe-comparison.ts';
import { measure } from '../gate/measurement.ts';
import { type CheckedGate, judgedBy, metricsUnder } from '../gate/options.ts';
import { changeAdvice, differencesOfSetUp } from '../gate/set-up.ts';
import { describeFewTrials } from '../gate/strict.ts';
import { fails, warns } from '../gate/verdict.ts';
import { at } from './call-site.ts';
import { EpisodeFailedError, gatherEpisodes, type Suite, type SuiteGroup, toResult } from './cases.ts';

/** A group that its baseline does not hold, or that cannot be compared with it. */
class BaselineError extends Error {
  override name = 'BaselineError';
}

/** Where the group of a case stands in which baseline file. */
export interface BaselinePlace {
  /** Absolute path of the baseline file. */
  path: string;
  /** The eval file, relative to the folder of the baseline file. */
  eval: string;
  /** Suite, agent, phase and axes. */
  key: string;
}

/** Whether the episodes of a group are as good as in the baseline; writes what the baseline lacks, as snapshots do. */
export async function runBaseline(
  suite: Suite,
  baseline: CheckedGate,
  place: BaselinePlace,
  group: SuiteGroup,
  test: TestContext,
): Promise<void> {
  const episodes = await gatherEpisodes(suite, group, test);
  const metrics = metricsUnder(baseline, group);
  const { measurement, failed } = measure(
    episodes.map((episode) => toResult(suite, group, episode)),
    metrics,
  );
  const fail = (message: string): never => {
    throw at(suite.site, new BaselineError(message));
  };

  const update = inject('tocsUpdate') ?? 'none';
  const baselineFile = readPlace(place, update, fail);
  const recorded = update === 'all' ? undefined : baselineFile?.groups[place.key];
  const missing = recorded ? missingFrom(recorded, measurement, metrics) : 'this group';
  if (missing !== null && update === 'none') {
    fail(`${place.path} has no baseline for ${missing}: run vitest -u, look at the difference and check it in`);
  }
  if (missing !== null && failed.size > 0) {
    const [[codebase, reason]] = [...failed] as [[string, string]];
    const message = `no baseline is written: on ${failed.size} of the codebases an episode failed, the first on ${codebase}: ${reason}`;
    throw at(suite.site, new EpisodeFailedError(message));
  }
  const deterministic = group.cells[0]?.agent.deterministic === true;
  if (!recorded && baseline.strict && !deterministic) {
    const few = describeFewTrials(measurement);
    if (few) fail(`no baseline is written: ${few}`);
  }
  if (recorded) {
    const differences = differencesOfSetUp(recorded, measurement, baseline.across);
    if (differences.length > 0) {
      fail(
        `the baseline was measured with another set-up, so no comparison was made: ${differences.map(({ text }) => text).join('; ')}. Measure a new baseline with vitest -u${changeAdvice(differences, 'baseline.across')}`,
      );
    }
    await report(suite, group, baseline, recorded, measurement, failed, metrics, deterministic, test);
  }
  if (missing !== null) {
    if (recorded && differencesOfSetUp(recorded, measurement, []).length > 0) {
      fail(`${missing} cannot be added to a baseline of another set-up: measure a new one with vitest -u`);
    }
    test.task.meta.tocsBaselineWrite = { measurement: merged(recorded, measurement) };
    await test.annotate(`the baseline was written for ${missing}`, 'baseline');
  }
}

/** Compares, and says what came of it; throws where that fails the case. */
async function report(
  { name, site }: Suite,
  { titles }: SuiteGroup,
  { strict }: CheckedGate,
  before: Measurement,
  after: Measurement,
  failed: ReadonlyMap<string, string>,
  metrics: readonly GatedMetric[],
  deterministic: boolean,
  test: TestContext,
): Promise<void> {
  // Metrics and codebases that are only now being written have nothing to be compared with.
  const known = judgedBy(metrics, before).filter(({ metric }) => hasMetric(before, metric.name));
  const comparisons = compare({ before, after, failed, deterministic }, known);
  test.task.meta.tocsVerdicts = { suite: name, agent: after.agent, group: titles.join(' '), strict, comparisons };
  for (const comparison of comparisons) {
    const type = fails(comparison.verdict, strict) ? 'error' : warns(comparison.verdict) ? 'warning' : 'notice';
    await test.annotate(describeComparison(comparison).join('\n'), type);
  }
  const failures: MetricComparison[] = comparisons.filter(({ verdict }) => fails(verdict, strict));
  const lines = failures.flatMap(describeComparison);
  const few = strict && !deterministic ? describeFewTrials(before) : null;
  if (few) lines.push(few);
  if (lines.length > 0) throw at(site, new BaselineError(lines.join('\n')));
}

function readPlace(
  { path, eval: file }: BaselinePlace,
  update: SnapshotUpdateState,
  fail: (message: string) => never,
): Baseline | undefined {
  if (!existsSync(path)) return undefined;
  let baseline: Baseline;
  try {
    baseline = parseBaseline(readFileSync(path, 'utf8'), path);
  } catch (error) {
    // What cannot be read is written anew by -u, in the main process, where it is known whether all of it is.
    return update === 'all' ? undefined : fail((error as Error).message);
  }
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
  const lacking = metrics
    .map(({ metric }) => metric.name)
    .filter((name) =>
      Object.keys(now.codebases).some((id) => recorded.codebases[id] && !recorded.codebases[id].values[name]),
    );
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
