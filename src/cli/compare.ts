import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { renderTerminal } from '../../reporters/render-terminal.ts';
import { Results, VERSION } from '../../reporters/results.ts';
import { verdictsTable } from '../../reporters/tables/verdicts.ts';
import { issueLine } from '../base/checked.ts';
import { joined } from '../base/joined.ts';
import { compare, DEFAULT_MARGIN } from '../gate/compare.ts';
import { describeComparison } from '../gate/describe-comparison.ts';
import { measure } from '../gate/measurement.ts';
import { type CheckedGate, judgedBy, metricsUnder, readGateOptions } from '../gate/options.ts';
import { CHANGES, type Change, changeAdvice, differencesOfSetUp } from '../gate/set-up.ts';
import { describeFewTrials } from '../gate/strict.ts';
import { fails, warns } from '../gate/verdict.ts';
import type { GroupVerdicts } from '../gate/verdicts.ts';
import { METRICS, PHASES, phaseOf } from '../phases/phases.ts';
import type { Result } from '../scoring/result.ts';

interface CompareOptions {
  metric?: Record<string, number>;
  margin: number;
  across?: Change[];
  strict?: boolean;
  json?: boolean;
}

/** `tocs compare`: the gate between two results files, for pull requests that run both sides. */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .description('compare two results.json group by group, as the baseline gate does; exit code 1 for a regression')
    .argument('<before>', 'results.json of the old side')
    .argument('<after>', 'results.json of the new side')
    .option('--metric <name=margin>', 'a metric with the drop that does not matter; may be repeated', readMetric)
    .option('--margin <drop>', 'the drop that does not matter, for the default metrics', readNumber, DEFAULT_MARGIN)
    .addOption(
      new Option(
        '--across <change>',
        `a difference that is the change under test (${CHANGES.join(', ')}); may be repeated`,
      ).argParser(readChange),
    )
    .option('--strict', 'fail on suspect and underpowered, too')
    .option('--json', 'print the verdicts as JSON')
    .action((before: string, after: string, options: CompareOptions) => {
      const { metric, margin, across = [], strict = false, json = false } = options;
      const gate = readGateOptions(
        metric ? { metrics: metric, strict, across } : { margin, strict, across },
        METRICS,
        PHASES.flatMap(({ gated }) => gated),
        (message) => {
          throw new Error(message);
        },
      ) as CheckedGate;
      const { verdicts, alone, fewTrials } = compareFiles(readResults(before), readResults(after), gate);
      if (json) console.log(JSON.stringify({ verdicts, alone, few_trials: fewTrials }, null, 2));
      else print(verdicts, alone, strict ? fewTrials : [], strict);
      const failing = verdicts.some(({ comparisons }) => comparisons.some(({ verdict }) => fails(verdict, strict)));
      // A group that one side dropped is judged by nobody.
      if (failing || (strict && (alone.length > 0 || fewTrials.length > 0))) process.exitCode = 1;
    });
}

function compareFiles(before: Results, after: Results, gate: CheckedGate) {
  const [old, now] = [groupsOf(before), groupsOf(after)];
  const fewTrials: string[] = [];
  const verdicts = [...now].flatMap(([key, episodes]): GroupVerdicts[] => {
    const others = old.get(key);
    if (!others) return [];
    const { suite, agent, group, scope, phase, deterministic } = episodes[0] as Result;
    const own = phaseOf(phase).metrics.filter((metric) =>
      [...others, ...episodes].some(({ scores }) => scores !== null && metric.read(scores) !== null),
    );
    const metrics = metricsUnder(gate, { metrics: own, scope });
    if (metrics.length === 0) return [];
    const [left, right] = [measure(others, metrics, before.package), measure(episodes, metrics, after.package)];
    const differences = differencesOfSetUp(left.measurement, right.measurement, gate.across);
    if (differences.length > 0) {
      throw new Error(
        `${key}: the two sides have different set-ups, so no comparison was made: ${differences.map(({ text }) => text).join('; ')}${changeAdvice(differences, '--across')}`,
      );
    }
    const few = deterministic ? null : describeFewTrials(left.measurement);
    if (few) fewTrials.push(`${key}: ${few}`);
    const comparisons = compare(
      {
        before: left.measurement,
        after: right.measurement,
        failed: new Map([...left.failed, ...right.failed]),
        deterministic: deterministic === true,
      },
      judgedBy(metrics, left.measurement),
    );
    return [{ suite, agent, group, strict: gate.strict, comparisons }];
  });
  const alone = [...new Set([...old.keys(), ...now.keys()])].filter((key) => !(old.has(key) && now.has(key)));
  if (verdicts.length === 0) throw new Error('the two files share no group of suite, agent, phase and axes');
  return { verdicts, alone, fewTrials };
}

function groupsOf({ suites }: Results): Map<string, Result[]> {
  const all = suites.flatMap(({ project, file, results }) => results.map((result) => ({ project, file, result })));
  const groups = Map.groupBy(all, ({ project, file, result: { suite, agent, phase, axes } }) =>
    joined([...(project === '' ? [] : [project]), file, suite, agent, phase, ...Object.values(axes)]),
  );
  return new Map([...groups].map(([key, members]) => [key, members.map(({ result }) => result)]));
}

function print(
  verdicts: readonly GroupVerdicts[],
  alone: readonly string[],
  fewTrials: readonly string[],
  strict: boolean,
): void {
  const table = verdictsTable(verdicts);
  if (table) console.log(renderTerminal(table, process.stdout.isTTY === true && !process.env.NO_COLOR));
  for (const { suite, agent, group, comparisons } of verdicts) {
    const notable = comparisons.filter(({ verdict }) => fails(verdict, strict) || warns(verdict));
    if (notable.length === 0) continue;
    console.log(`\n${suite}, ${agent}, ${group}:\n${notable.flatMap(describeComparison).join('\n')}`);
  }
  for (const line of fewTrials) console.log(`\n${line}`);
  for (const key of alone) console.log(`\nonly on one side: ${key}`);
}

function readResults(path: string): Results {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} is no results file: ${(error as Error).message}`);
  }
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  if ((format === 'vitest-tocs results' || typeof version === 'number') && version !== VERSION)
    throw new Error(
      `${path} is of version ${version} of the format, and this vitest-tocs reads ${VERSION} alone: run its evals again`,
    );
  const parsed = Results.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(`${path} is no results file: ${issueLine(parsed.error, '')}`);
}

function readMetric(text: string, earlier: Record<string, number> = {}): Record<string, number> {
  const [, name, margin] = /^(.+?)(?:=(.+))?$/.exec(text) ?? [];
  return { ...earlier, [name ?? text]: margin === undefined ? DEFAULT_MARGIN : readNumber(margin) };
}

function readChange(text: string, earlier: Change[] = []): Change[] {
  const change = CHANGES.find((known) => known === text);
  if (!change) throw new InvalidArgumentError(`It must be one of ${CHANGES.join(', ')}.`);
  return [...earlier, change];
}

function readNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a number of at least 0.');
}
