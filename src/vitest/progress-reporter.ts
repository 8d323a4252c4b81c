import type { TestArtifact } from 'vitest';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import './context.ts';
import { stdoutIsTaken } from '../../reporters/stdout.ts';
import { METRICS, phaseOf } from '../phases/phases.ts';
import type { LiveRegion } from './live-region.ts';
import type { EpisodeProgress } from './progress.ts';

/** Milliseconds between two drawings. */
const EVERY = 200;
/** Rows that are left to others. */
const OTHERS = 6;

/**
 * Shows how far a run is while it runs: in a terminal each running case with its step and last F1, what is done, failed and
 * paid, and about how long the rest takes; elsewhere a line for each finished case that took its time.
 */
export class ProgressReporter implements Reporter {
  private readonly stream: NodeJS.WriteStream;
  private vitest: Vitest | undefined;
  private region: LiveRegion | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Map<string, EpisodeProgress>();
  private began = 0;
  private counts = { total: 0, done: 0, failed: 0 };
  private cost: number | null = null;

  /** @param stream where to draw; a terminal or not */
  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.stream = stream;
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunStart(): void {
    this.running.clear();
    this.began = performance.now();
    this.counts = { total: 0, done: 0, failed: 0 };
    this.cost = null;
  }

  onTestModuleCollected(module: TestModule): void {
    for (const test of module.children.allTests()) if (test.options.mode === 'run') this.counts.total++;
  }

  onTestCaseArtifactRecord(test: TestCase, artifact: TestArtifact): void {
    if (artifact.type !== 'tocs:progress') return;
    this.running.set(test.id, artifact);
    // Fast runs never get here, and show nothing.
    if (this.stream.isTTY && !this.timer) {
      this.timer = setInterval(() => this.draw(), EVERY);
      // What draws in place takes long to load, and most runs need none of it.
      void import('./live-region.ts').then(({ LiveRegion }) => {
        if (this.timer) this.region = new LiveRegion(this.stream);
      });
    }
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const progress = this.running.get(test.id);
    this.running.delete(test.id);
    if (state === 'skipped') return;
    this.counts.done++;
    if (state === 'failed') this.counts.failed++;
    const cost = test.meta().tocs?.usage?.cost;
    if (typeof cost === 'number') this.cost = (this.cost ?? 0) + cost;
    if (progress && !this.stream.isTTY && this.vitest && !stdoutIsTaken(this.vitest))
      this.vitest.logger.log(this.finishedLine(test, state));
  }

  onTestRunEnd(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.region?.stop();
    this.region = undefined;
  }

  private draw(): void {
    const rows = Math.max(1, (this.stream.rows || 24) - OTHERS);
    const cases = [...this.running.values()];
    const lines = cases.slice(0, rows).map(describeProgress);
    if (cases.length > rows) lines.push(`  and ${cases.length - rows} more`);
    this.region?.show(cases.length === 0 ? [] : ['', ...lines, ` ${this.totals()}`]);
  }

  /** `12 of 160 done, 1 failed, cost 0.53, about 3 min left`. */
  private totals(): string {
    const { total, done, failed } = this.counts;
    const running = [...this.running.values()];
    const open = running.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
    const cost = this.cost === null && running.every((one) => one.cost === null) ? null : (this.cost ?? 0) + open;
    // A case at half of its budget is half done.
    const begun = running.reduce((sum, { step, budget }) => sum + step / budget, 0);
    const share = (done + begun) / Math.max(total, 1);
    const left = share > 0 ? ((performance.now() - this.began) * (1 - share)) / share : null;
    return [
      `${done} of ${total} done`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(cost === null ? [] : [`cost ${cost.toFixed(2)}`]),
      ...(left === null ? [] : [`about ${describeTime(left)} left`]),
    ].join(', ');
  }

  private finishedLine(test: TestCase, state: string): string {
    const { done, total } = this.counts;
    const { tocs } = test.meta();
    const [name] = tocs ? phaseOf(tocs.phase).main : [];
    const value = tocs && tocs.scores !== null ? METRICS.get(name ?? '')?.read(tocs.scores) : undefined;
    const score = typeof value === 'number' ? `, ${name} ${value.toFixed(3)}` : '';
    return ` ${state === 'passed' ? '✓' : '×'} ${done} of ${total}: ${test.fullName}${score}`;
  }
}

/** One running case on a line. */
function describeProgress({ agent, group, subject, trial, step, budget, label, figure }: EpisodeProgress): string {
  const belief = label === '' ? '' : `${label} ${figure === null ? '–' : figure.toFixed(3)}`;
  const name = trial > 1 ? `${subject} #${trial}` : subject;
  return ` ❯ ${agent}  ${group}  ${name}  ${step}/${budget}  ${belief}`;
}

/** Milliseconds in words: `40 s`, `3 min`, `1.5 h`. */
export function describeTime(ms: number): string {
  if (ms < 60_000) return `${Math.ceil(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
