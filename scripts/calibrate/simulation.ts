import seedrandom from 'seedrandom';
import type { Measurement } from '../../src/gate/baseline.ts';
import { compare, DEFAULT_MARGIN, type GatedMetric, type MetricComparison } from '../../src/gate/compare.ts';
import { METRICS } from '../../src/phases/phases.ts';
import { DISTRIBUTIONS, type Distribution } from './distributions.ts';

/** How a gate is used: so many codebases, so many trials on both sides. */
export interface Design {
  distribution: Distribution;
  codebases: number;
  trials: number;
}

/** What a design came to over many simulated comparisons; every figure is a share of them. */
export interface Calibration extends Design {
  /** `regressed` where nothing changed. */
  alarm: number;
  /** `regressed` at a true drop of just the margin, where the level is to be kept. */
  level: number;
  /** `regressed` at a true drop of three margins. */
  power: number;
  /** The interval holds the true difference. */
  coverage: number;
  /** `regressed` at a true drop of what the design said that it finds in 80 % of runs. */
  promise: number;
}

const METRIC = METRICS.get('dependency_f1') as GatedMetric['metric'];

export const DESIGNS: readonly Design[] = DISTRIBUTIONS.flatMap((distribution) =>
  [5, 10, 20].flatMap((codebases) => [1, 3].map((trials) => ({ distribution, codebases, trials }))),
);

/** Simulates a design; the same seed gives the same figures. */
export function calibrate(design: Design, runs: number, seed: string): Calibration {
  const random = seedrandom(`${seed}:${design.distribution.name}:${design.codebases}:${design.trials}`);
  const share = (hit: () => boolean) => {
    let hits = 0;
    for (let run = 0; run < runs; run++) if (hit()) hits++;
    return hits / runs;
  };
  const regresses = (shift: number) => comparison(design, random, [shift])[0]?.verdict === 'regressed';
  return {
    ...design,
    alarm: share(() => regresses(0)),
    level: share(() => regresses(-DEFAULT_MARGIN)),
    power: share(() => regresses(-3 * DEFAULT_MARGIN)),
    coverage: share(() => {
      const [low, high] = comparison(design, random, [0])[0]?.interval ?? [1, -1];
      return low <= 0 && 0 <= high;
    }),
    promise: share(() => {
      const detectable = comparison(design, random, [0])[0]?.detectable ?? 0;
      return regresses(-detectable);
    }),
  };
}

/** The share of runs of a whole suite, in which nothing changed, that raise any alarm. */
export function suiteAlarm(cases: number, metrics: number, design: Design, runs: number, seed: string): number {
  const random = seedrandom(`${seed}:suite`);
  let alarms = 0;
  for (let run = 0; run < runs; run++) {
    const results = Array.from({ length: cases }, () => comparison(design, random, Array(metrics).fill(0)));
    if (results.flat().some(({ verdict }) => verdict === 'regressed')) alarms++;
  }
  return alarms / runs;
}

/** One comparison by the gate itself, of a baseline with new trials, a metric for each shift. */
function comparison(
  { distribution, codebases, trials }: Design,
  random: () => number,
  shifts: readonly number[],
): MetricComparison[] {
  const gated = shifts.map(
    (_, i): GatedMetric => ({ metric: { ...METRIC, name: `metric ${i}` }, margin: DEFAULT_MARGIN }),
  );
  const draws = Array.from({ length: codebases }, () => shifts.map(() => distribution.codebase(random)));
  const measure = (by: readonly number[]): Measurement => ({
    agent: 'simulated',
    agent_config: '',
    prompt_hash: '',
    phase: 'construct',
    axes: { condition: 'active', track: 'scratchpad' },
    set_up: { budget: 20, probe_every: 3 },
    package: '',
    codebases: Object.fromEntries(
      draws.map((metrics, c) => [
        `codebase ${c}`,
        {
          hash: '',
          values: Object.fromEntries(
            metrics.map((trial, i) => [`metric ${i}`, Array.from({ length: trials }, () => trial(by[i] as number))]),
          ),
        },
      ]),
    ),
  });
  return compare({ before: measure(shifts.map(() => 0)), after: measure(shifts), deterministic: false }, gated);
}
