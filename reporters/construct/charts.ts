import { EDGE_TYPES } from '../../src/codebase/ground-truth.ts';
import { CONDITIONS } from '../../src/episode/condition.ts';
import { aggregate } from '../../src/scoring/aggregate.ts';
import { axis, renderChart, title } from '../pictures/chart.ts';
import { PALETTE, SERIES } from '../pictures/palette.ts';
import { meanOf } from '../table.ts';
import { type ConstructSuite, type Group, groupEpisodes, withTrack } from './results.ts';

type Option = Parameters<typeof renderChart>[0];

const WIDTH = 760;

/** The charts of a suite, as SVG; those for which there is nothing to draw are left out. */
export function chartsOf(results: ConstructSuite): string[] {
  const groups = groupEpisodes(results.episodes).filter(({ episodes }) => episodes.some(({ scores }) => scores));
  const labels = [...new Set(groups.map(({ label }) => label))];
  return [
    ...labels.flatMap(
      (label) =>
        f1ByAction(
          label,
          groups.filter((group) => group.label === label),
        ) ?? [],
    ),
    ...(groups.length > 0 ? [recallByType(groups)] : []),
    ...(activeAgainstPassive(groups) ?? []),
  ];
}

/** F1 at each action, a line for each agent, and a band where the mean over codebases lies. */
function f1ByAction(label: string, groups: readonly Group[]): string | null {
  const curves = groups.map((group) => ({ group, points: curveOf(group) })).filter(({ points }) => points.length > 0);
  if (curves.length === 0) return null;
  const budget = Math.max(...curves.map(({ points }) => points.length));
  const series = curves.flatMap(({ group, points }, i) => {
    const color = SERIES[i % SERIES.length] as string;
    const x = (read: (point: (typeof points)[number]) => number) =>
      points.map((point, step) => [step + 1, read(point)]);
    const band = {
      type: 'line',
      step: 'end',
      symbol: 'none',
      lineStyle: { opacity: 0 },
      stack: group.agent,
      silent: true,
    };
    return [
      { ...band, data: x(({ low }) => low) },
      { ...band, data: x(({ low, high }) => high - low), areaStyle: { color, opacity: 0.15 } },
      {
        name: group.agent,
        type: 'line',
        step: 'end',
        symbol: 'none',
        color,
        lineStyle: { width: 2 },
        data: x(({ mean }) => mean),
      },
    ];
  });
  const n = new Set(groups.flatMap(({ episodes }) => episodes.map(({ codebase }) => codebase.id))).size;
  return renderChart(
    {
      title: title(
        `F1 by action: ${label}`,
        n > 1 ? `mean over ${n} codebases; band: 95 % interval of the mean (Student t)` : '1 codebase, so no interval',
      ),
      legend: legendOf(curves.map(({ group }) => group.agent)),
      grid: { left: 56, right: 24, top: 90, bottom: 48 },
      xAxis: axis('action', { min: 1, max: Math.max(budget, 2), minInterval: 1, nameGap: 28 }),
      yAxis: axis('F1', { min: 0, max: 1, interval: 0.2, nameGap: 34 }),
      series,
    } as Option,
    WIDTH,
    360,
  );
}

/** The mean at each action with its interval; an episode that stopped early holds what it had. */
function curveOf({ episodes }: Group): { mean: number; low: number; high: number }[] {
  const scored = episodes.filter(({ scores }) => (scores?.action_curve.length ?? 0) > 0);
  const steps = Math.max(0, ...scored.map(({ budget }) => budget));
  return Array.from({ length: steps }, (_, i) => {
    const samples = scored.map(({ codebase, scores }) => {
      const curve = scores?.action_curve ?? [];
      return { codebase: codebase.id, value: curve[Math.min(i, curve.length - 1)] ?? null };
    });
    const { mean, interval } = aggregate(samples);
    const at = mean ?? 0;
    const [low, high] = interval ?? [at, at];
    return { mean: at, low: Math.max(0, low), high: Math.min(1, high) };
  });
}

/** Which kinds of edges each agent finds. */
function recallByType(groups: readonly Group[]): string {
  const names = groups.map(nameOf);
  const cells = groups.flatMap((group, y) =>
    EDGE_TYPES.map((type, x) => [x, y, meanOf(group, (scores) => scores.by_type[type].recall).mean]),
  );
  return renderChart(
    {
      title: title('Recall by edge type', 'mean over codebases; – where there is no such edge'),
      grid: { left: 230, right: 24, top: 66, bottom: 60 },
      xAxis: {
        type: 'category',
        data: [...EDGE_TYPES],
        axisTick: { show: false },
        position: 'top',
        axisLine: { show: false },
        axisLabel: { interval: 0, fontSize: 11 },
      },
      yAxis: {
        type: 'category',
        data: names,
        inverse: true,
        axisTick: { show: false },
        axisLine: { show: false },
        axisLabel: { interval: 0, fontSize: 11 },
      },
      visualMap: {
        min: 0,
        max: 1,
        precision: 1,
        orient: 'horizontal',
        left: 230,
        bottom: 6,
        itemWidth: 12,
        itemHeight: 180,
        text: ['1', 'recall 0'],
        // Light to dark of one hue: told apart without colour.
        inRange: { color: ['#f2f7fb', '#9ecae1', '#3182bd', '#08306b'] },
      },
      series: [
        {
          type: 'heatmap',
          data: cells.map(([x, y, value]) => ({
            value: [x, y, value ?? '-'],
            label: { color: typeof value === 'number' && value > 0.45 ? '#ffffff' : PALETTE.text },
          })),
          label: {
            show: true,
            fontSize: 11,
            formatter: ({ value }: { value: unknown[] }) => (typeof value[2] === 'number' ? value[2].toFixed(2) : '–'),
          },
          itemStyle: { borderColor: PALETTE.card, borderWidth: 2 },
        },
      ],
    } as Option,
    WIDTH,
    130 + 26 * groups.length,
  );
}

/** F1 under each condition, side by side for each agent; nothing where there is one condition. */
function activeAgainstPassive(groups: readonly Group[]): string[] | null {
  const conditions = CONDITIONS.filter((condition) => groups.some((group) => group.condition === condition));
  if (conditions.length < 2) return null;
  const agents = [...new Set(groups.map(({ agent, track }) => withTrack(agent, track)))];
  const groupOf = (agent: string, condition: (typeof CONDITIONS)[number]) =>
    groups.find((group) => withTrack(group.agent, group.track) === agent && group.condition === condition);
  const n = new Set(groups.flatMap(({ episodes }) => episodes.map(({ codebase }) => codebase.id))).size;
  const series = conditions.map((condition, i) => ({
    name: condition,
    type: 'bar',
    color: SERIES[i % SERIES.length],
    barGap: '8%',
    label: {
      show: true,
      position: 'top',
      fontSize: 10,
      color: PALETTE.quiet,
      formatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? value.toFixed(2) : '–'),
    },
    data: agents.map((agent) => {
      const group = groupOf(agent, condition);
      return group ? meanOf(group, (scores) => scores.dependency_f1).mean : null;
    }),
  }));
  return [
    renderChart(
      {
        title: title(
          'Active against passive',
          n > 1 ? `F1, mean over ${n} codebases; intervals are in the tables` : 'F1, 1 codebase',
        ),
        legend: legendOf([...conditions]),
        grid: { left: 56, right: 24, top: 90, bottom: 40 },
        xAxis: axis('', { type: 'category', data: agents, axisTick: { show: false } }),
        yAxis: axis('F1', { min: 0, max: 1, interval: 0.2, nameGap: 34 }),
        series,
      } as Option,
      WIDTH,
      330,
    ),
  ];
}

function legendOf(names: readonly string[]): Option['legend'] {
  return {
    top: 48,
    left: 50,
    itemWidth: 18,
    itemHeight: 10,
    textStyle: { fontSize: 12, color: PALETTE.text },
    data: [...names],
  };
}

function nameOf({ agent, label }: Group): string {
  return `${agent} · ${label}`;
}
