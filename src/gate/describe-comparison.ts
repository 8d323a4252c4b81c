import type { MetricComparison, Pair } from './compare.ts';

const figure = (value: number) => (Object.is(Number(value.toFixed(3)), -0) ? '0.000' : value.toFixed(3));
const signed = (value: number) => `${value > 0 ? '+' : ''}${figure(value)}`;

/** So many codebases are named in a message. */
const SHOWN = 3;

/** One comparison as lines for people: the verdict, what it rests on, and the codebases that fell most. */
export function describeComparison(comparison: MetricComparison): string[] {
  const { metric, verdict, margin, n, left_out, change, interval, p, detectable, fell, rose } = comparison;
  const lessIsBetter = comparison.less_is_better;
  const better = lessIsBetter ? 'less is better' : 'more is better';
  const range = interval ? `, interval ${interval.map(signed).join(' to ')} (unadjusted)` : '';
  const adjusted = p === null ? '' : `, adjusted p = ${p < 0.001 ? '< 0.001' : p.toFixed(3)}`.replace('= <', '<');
  const mean = change === null ? 'no pairs' : `mean change ${signed(change)}${range}`;
  const lines = [`${metric} ${verdict}: ${mean}, n = ${n}, margin ${margin}${adjusted} (${better})`];
  if (left_out.length > 0) {
    const reasons = Map.groupBy(left_out, ({ reason }) => reason);
    const parts = [...reasons].map(([reason, of]) => `${of.map(({ codebase }) => codebase).join(', ')}: ${reason}`);
    lines.push(`  left out ${left_out.length}: ${parts.join('; ')}`);
  }
  if (detectable !== null) {
    lines.push(`  the smallest worsening that this design finds in 80 % of runs: ${figure(detectable)}`);
  }
  if (verdict === 'underpowered') lines.push('  this design decides nothing: too few pairs, or too many left out');
  // `fell` holds what became worse, which is a higher figure where less is better.
  const [worse, other] = lessIsBetter ? ['rose', 'fell'] : ['fell', 'rose'];
  if (fell.length > 0) lines.push(`  ${worse} most: ${shown(fell)}`);
  // Without statistics, every change is a fact: both directions are listed.
  if (p === null && rose.length > 0) lines.push(`  ${other} most: ${shown(rose)}`);
  return lines;
}

function shown(pairs: readonly Pair[]): string {
  const named = pairs
    .slice(0, SHOWN)
    .map(({ codebase, before, after }) => `${codebase} ${figure(before)} → ${figure(after)}`);
  const more = pairs.length > SHOWN ? [`and ${pairs.length - SHOWN} more`] : [];
  return [...named, ...more].join(', ');
}
