/**
 * `npm run calibrate`: how the gate behaves on simulated scores, as a Markdown table. With `--runs N` so many comparisons
 * a figure (default 4000), with `--seed S` others.
 */
import { parseArgs } from 'node:util';
import { markdownTable } from 'markdown-table';
import { type Calibration, calibrate, DESIGNS, type Design, suiteAlarm } from './calibrate/simulation.ts';

const COLUMNS = [
  'scores',
  'codebases',
  'trials',
  'alarm A/A',
  'alarm at margin',
  'power at 3 margins',
  'coverage',
  'promise',
];

/** The table that the README shows. */
export function calibrationTable(rows: readonly Calibration[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return markdownTable(
    [
      COLUMNS,
      ...rows.map(({ distribution, codebases, trials, alarm, level, power, coverage, promise }) => [
        distribution.name,
        String(codebases),
        String(trials),
        ...[alarm, level, power, coverage, promise].map(percent),
      ]),
    ],
    { align: ['l', ...Array(COLUMNS.length - 1).fill('r')] },
  );
}

/** The table, and how often a suite in which nothing changed raises any alarm. */
export function calibrationReport(runs: number, seed: string): string {
  const rows = DESIGNS.map((design) => calibrate(design, runs, seed));
  const design = DESIGNS.find(({ codebases, trials }) => codebases === 10 && trials === 1) as Design;
  const alarm = suiteAlarm(16, 3, design, Math.ceil(runs / 4), seed);
  return `${calibrationTable(rows)}

Each figure is a share of ${runs} simulated comparisons. “at margin”: the true drop is just the margin, where the level is to be
kept; “coverage” of the 90 % interval; “promise”: how often a drop of the size that the message promises to find in 80 % of runs is found. A suite of 16 cases × 3 metrics in which nothing changed (${design.distribution.name}, ${design.codebases} codebases, ${design.trials} trial) raises an alarm in ${(100 * alarm).toFixed(1)} % of runs.`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
  console.log(calibrationReport(Number(values.runs ?? 4000), values.seed ?? 'calibration'));
}
