import { EDGE_TYPES } from '../../src/codebase/ground-truth.ts';
import type { CalibrationBin } from '../../src/scoring/calibration.ts';
import type { Scores } from '../../src/scoring/scores.ts';
import { axis, renderChart, title } from './chart.ts';
import { PALETTE } from './palette.ts';

/** Recall and precision by edge type, beside a reliability diagram of the stated confidences. */
export function drawBreakdown(scores: Scores, bins: readonly CalibrationBin[]): string {
  const ece = scores.confidence_ece;
  const filled = bins.filter(({ count }) => count > 0);
  const most = Math.max(1, ...filled.map(({ count }) => count));
  const names = EDGE_TYPES.map((type) => `${type}\n${scores.by_type[type].truth} true`);
  const bar = (name: string, color: string, read: (type: (typeof EDGE_TYPES)[number]) => number | null) => ({
    name,
    type: 'bar' as const,
    color,
    barMaxWidth: 26,
    label: {
      show: true,
      position: 'top' as const,
      fontSize: 10,
      color: PALETTE.quiet,
      formatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? value.toFixed(2) : '–'),
    },
    data: EDGE_TYPES.map(read),
  });
  const calibration =
    ece === null ? 'no edge was believed' : `ECE ${ece.toFixed(3)}; size: edges in the bin (largest ${most})`;
  return renderChart(
    {
      title: [
        title('By edge type', 'precision has no value where nothing was believed'),
        { ...(title('Calibration', calibration) as object), left: 448 },
      ],
      legend: {
        top: 10,
        left: 290,
        itemWidth: 14,
        itemHeight: 9,
        textStyle: { fontSize: 11, color: PALETTE.text },
        data: ['recall', 'precision'],
      },
      grid: [
        { left: 52, width: 370, top: 66, height: 180 },
        { left: 500, width: 180, top: 66, height: 180 },
      ],
      xAxis: [
        axis('', {
          type: 'category',
          data: names,
          axisLabel: { color: PALETTE.quiet, fontSize: 9, lineHeight: 12, interval: 0 },
          axisTick: { show: false },
        }),
        axis('confidence', { gridIndex: 1, min: 0, max: 1, interval: 0.2 }),
      ],
      yAxis: [
        axis('share', { min: 0, max: 1, interval: 0.2, nameGap: 34 }),
        axis('share that is right', { gridIndex: 1, min: 0, max: 1, interval: 0.2, nameGap: 34 }),
      ],
      series: [
        bar('recall', PALETTE.recall, (type) => scores.by_type[type].recall),
        bar('precision', PALETTE.precision, (type) => scores.by_type[type].precision),
        {
          type: 'line',
          xAxisIndex: 1,
          yAxisIndex: 1,
          symbol: 'none',
          lineStyle: { color: PALETTE.attainable, type: 'dashed', width: 1 },
          data: [
            [0, 0],
            [1, 1],
          ],
        },
        {
          type: 'scatter',
          xAxisIndex: 1,
          yAxisIndex: 1,
          color: PALETTE.f1,
          data: filled.map(({ confidence, accuracy, count }) => ({
            value: [confidence, accuracy],
            symbolSize: 6 + 14 * Math.sqrt(count / most),
          })),
        },
      ],
    } as Parameters<typeof renderChart>[0],
    720,
    310,
  );
}
