/**
 * `npm run readme`: puts the measured tables and the list of metrics into the README. The first table is taken from the
 * report of the last `npm run evals`, the calibration of the gate is measured.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performanceTable } from '../reporters/construct/performance.ts';
import { constructSuite } from '../reporters/construct/results.ts';
import { renderTerminal } from '../reporters/render-terminal.ts';
import { Results } from '../reporters/results.ts';
import { METRICS } from '../src/phases/phases.ts';
import { calibrationReport } from './calibrate.ts';

/** How many comparisons stand behind a figure of the calibration, and the seed. */
export const [README_RUNS, README_SEED] = [4000, 'calibration'];

const ROOT = join(import.meta.dirname, '..');

/** The README with its generated parts made anew. */
export function renewReadme(readme: string, results: Results): string {
  const suite = results.suites.find(({ suite }) => suite === 'architecture');
  if (!suite) throw new Error('readme: the results have no suite "architecture": run npm run evals first');
  const table = `\`\`\`text\n${renderTerminal(performanceTable(constructSuite(suite), false), false)}\n\`\`\``;
  return replacePart(replacePart(readme, 'table', table), 'metrics', metricsTable());
}

/** The README with the calibration of the gate measured anew; takes a minute. */
export function renewCalibration(readme: string): string {
  return replacePart(readme, 'calibration', `\n${calibrationReport(README_RUNS, README_SEED)}\n`);
}

function metricsTable(): string {
  const better = { higher: 'more', lower: 'less' } as const;
  const names = (wanted: keyof typeof better | null) =>
    [...METRICS.values()].filter((metric) => metric.better === wanted).map(({ name }) => `\`${name}\``);
  return [
    `Metrics of which ${better.higher} is better: ${names('higher').join(', ')}.`,
    `Of which ${better.lower} is better: ${names('lower').join(', ')}.`,
    `Of which neither is: ${names(null).join(', ')}.`,
  ].join('\n\n');
}

function replacePart(text: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  return `${text.slice(0, text.indexOf(open) + open.length)}\n${part}\n${text.slice(text.indexOf(close))}`;
}

if (import.meta.main) {
  const file = join(ROOT, 'README.md');
  const results = Results.parse(JSON.parse(readFileSync(join(ROOT, '.tocs/latest/results.json'), 'utf8')));
  writeFileSync(file, renewCalibration(renewReadme(readFileSync(file, 'utf8'), results)));
}
