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

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
  const [runs, seed] = [Number(values.runs ?? 4000), values.seed ?? 'calibration'];
  const rows = DESIGNS.map((design) => calibrate(design, runs, seed));
  console.log(calibrationTable(rows));
  const design = DESIGNS.find(({ codebases, trials }) => codebases === 10 && trials === 1) as Design;
  const alarm = suiteAlarm(16, 3, design, Math.ceil(runs / 4), seed);
  console.log(
    `\nA suite of 16 cases × 3 metrics in which nothing changed (${design.distribution.name}, 10 codebases, 1 trial) raises an alarm in ${(100 * alarm).toFixed(1)} % of runs.`,
  );
}
