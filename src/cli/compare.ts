import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { renderTerminal } from '../../reporters/render-terminal.ts';
import { Results } from '../../reporters/results.ts';
import { verdictsTable } from '../../reporters/tables/verdicts.ts';
import { compare, DEFAULT_MARGIN } from '../gate/compare.ts';
import { describeComparison } from '../gate/describe-comparison.ts';
import { measure } from '../gate/measurement.ts';
import { type CheckedGate, metricsUnder, readGateOptions } from '../gate/options.ts';
import { CHANGES, type Change, differencesOfSetUp } from '../gate/set-up.ts';
import { fails, warns } from '../gate/verdict.ts';
import type { GroupVerdicts } from '../gate/verdicts.ts';
import type { EpisodeResult } from '../scoring/result.ts';

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
    .option('--metric <name=margin...>', 'metrics, each with the drop that does not matter', readMetric)
    .option('--margin <drop>', 'the drop that does not matter, for the default metrics', readNumber, DEFAULT_MARGIN)
    .addOption(new Option('--across <changes...>', 'differences that are the change under test').choices(CHANGES))
    .option('--strict', 'fail on suspect and underpowered, too')
    .option('--json', 'print the verdicts as JSON')
    .action((before: string, after: string, options: CompareOptions) => {
      const { metric, margin, across = [], strict = false, json = false } = options;
      const gate = readGateOptions(
        metric ? { metrics: metric, strict, across } : { margin, strict, across },
        (message) => {
          throw new Error(message);
        },
      ) as CheckedGate;
      const { verdicts, alone } = compareFiles(readResults(before), readResults(after), gate);
      if (json) console.log(JSON.stringify({ verdicts, alone }, null, 2));
      else print(verdicts, alone, strict);
      if (verdicts.some(({ comparisons }) => comparisons.some(({ verdict }) => fails(verdict, strict)))) {
        process.exitCode = 1;
      }
    });
}

function compareFiles(before: Results, after: Results, gate: CheckedGate) {
  const [old, now] = [groupsOf(before), groupsOf(after)];
  const verdicts = [...now].flatMap(([key, episodes]): GroupVerdicts[] => {
    const others = old.get(key);
    if (!others) return [];
    const { condition, suite, agent, track, deterministic } = episodes[0] as EpisodeResult;
    const metrics = metricsUnder(gate, condition);
    const [left, right] = [measure(others, metrics, before.package), measure(episodes, metrics, after.package)];
    const differences = differencesOfSetUp(left.measurement, right.measurement, gate.across);
    if (differences.length > 0) {
      throw new Error(
        `${key}: the two sides have different set-ups, so no comparison was made: ${differences.join('; ')}. If that is the change under test, name it with --across`,
      );
    }
    const comparisons = compare(
      {
        before: left.measurement,
        after: right.measurement,
        failed: new Map([...left.failed, ...right.failed]),
        deterministic: deterministic === true,
      },
      metrics,
    );
    return [{ suite, agent, condition, track, strict: gate.strict, comparisons }];
  });
  const alone = [...new Set([...old.keys(), ...now.keys()])].filter((key) => !(old.has(key) && now.has(key)));
  if (verdicts.length === 0) throw new Error('the two files share no group of suite, agent, condition and track');
  return { verdicts, alone };
}

function groupsOf({ suites }: Results): Map<string, EpisodeResult[]> {
  const episodes = suites.flatMap(({ file, episodes }) => episodes.map((episode) => ({ file, episode })));
  const groups = Map.groupBy(episodes, ({ file, episode: { suite, agent, condition, track } }) =>
    [file, suite, agent, condition, track].join(' > '),
  );
  return new Map([...groups].map(([key, members]) => [key, members.map(({ episode }) => episode)]));
}

function print(verdicts: readonly GroupVerdicts[], alone: readonly string[], strict: boolean): void {
  const table = verdictsTable(verdicts);
  if (table) console.log(renderTerminal(table, process.stdout.isTTY === true && !process.env.NO_COLOR));
  for (const { suite, agent, condition, comparisons } of verdicts) {
    const notable = comparisons.filter(({ verdict }) => fails(verdict, strict) || warns(verdict));
    if (notable.length === 0) continue;
    console.log(`\n${suite}, ${agent}, ${condition}:\n${notable.flatMap(describeComparison).join('\n')}`);
  }
  for (const key of alone) console.log(`\nonly on one side: ${key}`);
}

function readResults(path: string): Results {
  const parsed = Results.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`${path} is no results file: ${issue?.path.join('.')}: ${issue?.message}`);
}

function readMetric(text: string, earlier: Record<string, number> = {}): Record<string, number> {
  const [, name, margin] = /^(.+?)(?:=(.+))?$/.exec(text) ?? [];
  return { ...earlier, [name ?? text]: margin === undefined ? DEFAULT_MARGIN : readNumber(margin) };
}

function readNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a number of at least 0.');
}
