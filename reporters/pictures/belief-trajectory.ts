import type { TrajectoryPoint } from '../../src/scoring/trajectory.ts';
import { axis, renderChart, title } from './chart.ts';
import { PALETTE } from './palette.ts';

/** The mark of each kind of action. */
const MARKS = { list: 'rect', open: 'circle', search: 'triangle', inspect: 'diamond' } as const;

const MEASURES = [
  ['F1', PALETTE.f1, 3, 'solid', (point: TrajectoryPoint) => point.f1],
  ['precision', PALETTE.precision, 1.5, 'solid', (point: TrajectoryPoint) => point.precision],
  ['recall', PALETTE.recall, 1.5, 'solid', (point: TrajectoryPoint) => point.recall],
  ['attainable recall', PALETTE.attainable, 1.5, 'dashed', (point: TrajectoryPoint) => point.attainable],
] as const;

/** F1, precision and recall of the beliefs by action, what could have been known, and a mark for each action. */
export function drawTrajectory(points: readonly TrajectoryPoint[], budget: number): string {
  const last = Math.max(budget, points.at(-1)?.step ?? 0, 1);
  const measures = MEASURES.filter(
    ([name]) => name !== 'attainable recall' || points.some(({ attainable }) => attainable !== null),
  );
  const lines = measures.map(([name, color, width, type, read]) => ({
    name,
    type: 'line' as const,
    step: 'end' as const,
    symbol: name === 'F1' ? 'circle' : 'none',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (points[dataIndex]?.probed ? 6 : 0),
    color,
    lineStyle: { color, width, type },
    data: points.map((point) => [point.step, read(point)]),
  }));
  const marks = Object.entries(MARKS).map(([kind, symbol]) => ({
    name: kind.toUpperCase(),
    type: 'scatter' as const,
    xAxisIndex: 1,
    yAxisIndex: 1,
    symbol,
    symbolSize: 8,
    color: PALETTE.text,
    data: points.flatMap(({ step, action, ok }) =>
      action?.type === kind
        ? [
            {
              value: [step, 0],
              ...(ok ? {} : { itemStyle: { color: PALETTE.card, borderColor: PALETTE.hallucinated } }),
            },
          ]
        : [],
    ),
  }));
  const shown = marks.filter(({ data }) => data.length > 0);
  const x = { min: 0, max: last, minInterval: 1 };
  return renderChart(
    {
      title: title('Belief by action', 'dots: beliefs written; below: actions, hollow where they failed'),
      legend: {
        top: 10,
        right: 10,
        orient: 'horizontal',
        width: 400,
        itemWidth: 18,
        itemHeight: 9,
        textStyle: { fontSize: 11, color: PALETTE.text },
        data: [
          ...lines.map(({ name, lineStyle }) => ({ name, lineStyle, itemStyle: { opacity: name === 'F1' ? 1 : 0 } })),
          ...shown.map(({ name }) => ({ name })),
        ],
      },
      grid: [
        { left: 52, right: 20, top: 62, height: 200 },
        { left: 52, right: 20, top: 272, height: 20 },
      ],
      xAxis: [
        axis('', { ...x, axisLabel: { show: false } }),
        axis('action', { ...x, gridIndex: 1, nameGap: 22, splitLine: { show: false } }),
      ],
      yAxis: [
        axis('share', { min: 0, max: 1, interval: 0.2, nameGap: 34 }),
        { type: 'value', gridIndex: 1, min: -1, max: 1, show: false },
      ],
      series: [...lines, ...shown],
    } as Parameters<typeof renderChart>[0],
    720,
    330,
  );
}
