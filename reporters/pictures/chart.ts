import type { EChartsOption } from 'echarts';
import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent, VisualMapComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { FONT, PALETTE } from './palette.ts';

echarts.use([
  BarChart,
  CustomChart,
  HeatmapChart,
  LineChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TitleComponent,
  VisualMapComponent,
  SVGRenderer,
]);

/** Draws a chart as SVG, without a browser. */
export function renderChart(option: EChartsOption, width: number, height: number): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      animation: false,
      backgroundColor: PALETTE.card,
      textStyle: { fontFamily: FONT, color: PALETTE.text },
      ...option,
    });
    return shorter(chart.renderToSVGString({ useViewBox: true }));
  } finally {
    chart.dispose();
  }
}

/** A title in the upper left corner, with a second line that says what is shown. */
export function title(text: string, subtext: string): EChartsOption['title'] {
  return {
    text,
    subtext,
    left: 10,
    top: 6,
    itemGap: 4,
    textStyle: { fontSize: 14, color: PALETTE.text },
    subtextStyle: { fontSize: 11, color: PALETTE.quiet },
  };
}

/** An axis of shares, 0 to 1, or one of figures. */
export function axis(name: string, rest: object = {}): object {
  return {
    type: 'value',
    name,
    nameLocation: 'middle',
    nameGap: 30,
    nameTextStyle: { color: PALETTE.quiet, fontSize: 11 },
    axisLabel: { color: PALETTE.quiet, fontSize: 11 },
    axisLine: { show: true, lineStyle: { color: PALETTE.line } },
    splitLine: { lineStyle: { color: '#eeeeee' } },
    ...rest,
  };
}

/** Without the decimals that nobody sees, the hooks for a mouse that is not there, and what can be said once. */
function shorter(svg: string): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/, '')
    .replace(/ (?:ecmeta_\w+|pointer-events|class|stroke-linejoin)="[^"]*"/g, '')
    .replaceAll(`font-family:${FONT};`, '')
    .replace('<svg', `<svg font-family="${FONT}"`)
    .replace(/ style=""/g, '')
    .replace(/><\/(?:path|rect)>/g, '/>')
    .replace(/ (?:d|points|transform|[xy][12]?|width|height)="[^"]*"/g, (place) => place.replace(/(\d+\.\d)\d+/g, '$1'))
    .replace(
      /<path d="M1 0A1 1 0 1 1 1 -0\.1A1 1 0 0 1 1 0" transform="matrix\(([\d.]+),0,0,\1,([\d.]+),([\d.]+)\)"/g,
      '<circle r="$1" cx="$2" cy="$3"',
    )
    .replace(/\n/g, '');
}
