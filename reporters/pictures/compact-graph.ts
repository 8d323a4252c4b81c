import { FONT } from './palette.ts';

/** What places a shape; all else says how it looks. */
const PLACE = new Set(['d', 'points', 'x', 'y']);

/** A drawing without its outer element. */
export interface Drawing {
  width: number;
  height: number;
  style: string;
  body: string;
}

/**
 * Makes a drawing of Graphviz about half as large: no comments, titles and ids, looks as classes, and no more decimals than
 * can be seen.
 *
 * @param prefix of the names of its classes, where several drawings stand in one picture
 */
export function compactGraph(svg: string, prefix = 'g'): Drawing {
  const [, width = '0', height = '0'] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? [];
  const classes = new Map<string, string>();
  const classOf = (look: string) => {
    const name = classes.get(look) ?? `${prefix}${classes.size.toString(36)}`;
    classes.set(look, name);
    return name;
  };
  const shapes = svg
    .replace(/^[\s\S]*?<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<title>[\s\S]*?<\/title>/g, '')
    .replace(/<(path|polygon|polyline|ellipse|text) ([^>]*?)(\/?)>/g, (_, tag: string, list: string, end: string) => {
      const attributes = [...list.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
        (match) => [match[1], match[2]] as [string, string],
      );
      const look = attributes
        .filter(([name]) => !PLACE.has(name) && name !== 'xml:space')
        .map(([name, value]) =>
          name === 'font-size'
            ? `font-size:${Number(value)}px`
            : name === 'font-family'
              ? `font-family:${FONT}`
              : `${name}:${value}`,
        )
        .join(';');
      const value = (of: string) => attributes.find(([name]) => name === of)?.[1];
      const [line, corners] = [tag === 'path' && value('d'), tag === 'polygon' && value('points')];
      const box = tag === 'polygon' ? boxOf(attributes) : null;
      if (!box && (line || corners))
        return `<path class="${classOf(look)}" d="${relative(line || `M${corners}z`)}"${end}>`;
      const place = attributes
        .filter(([name]) => PLACE.has(name))
        .map(([name, value]) => ` ${name}="${shorter(value, 1)}"`)
        .join('');
      return box ? `<rect class="${classOf(look)}"${box}/>` : `<${tag} class="${classOf(look)}"${place}${end}>`;
    })
    .replace(/<g (?:id|class)="[^"]*"(?: class="[^"]*")?>/g, '<g>')
    .replaceAll('&#45;', '-')
    .replace(/\n+/g, '');
  return {
    width: Number(width),
    height: Number(height),
    style: [...classes].map(([look, name]) => `.${name}{${look}}`).join(''),
    body: shapes.replace(/<g>(<(?:path|polygon|text)[^>]*>)<\/g>/g, '$1').replace(/ id="[^"]*"/g, ''),
  };
}

/** The place of a polygon that is an upright box; null for any other. */
function boxOf(attributes: readonly [string, string][]): string | null {
  const points = attributes.find(([name]) => name === 'points')?.[1].split(' ') ?? [];
  const [xs, ys] = [0, 1].map((at) => [...new Set(points.map((point) => Number(point.split(',')[at])))]) as [
    number[],
    number[],
  ];
  if (points.length !== 5 || xs.length !== 2 || ys.length !== 2) return null;
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
  return [` x="${x}" y="${y}" width="${width}" height="${height}" rx="5"`].map((place) => shorter(place, 1)).join('');
}

/** A line of which every point but the first is told from the one before, in whole steps of a pixel, or of half a pixel in an arrow. */
function relative(line: string): string {
  const step = line.endsWith('z') ? 2 : 1;
  const points = [...line.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) =>
    [x, y].map((at) => Math.round(Number(at) * step)),
  ) as [number, number][];
  const number = (value: number) => String(value / step).replace(/^(-?)0\./, '$1.');
  const pair = (x: number, y: number) => `${number(x)}${y < 0 ? '' : ' '}${number(y)}`;
  const [first = [0, 0], ...others] = points;
  // The points of a curve come in threes, each told from the end of the three before.
  const isCurve = line.includes('C');
  const steps = others.map(([x, y], i) => {
    const [fromX, fromY] = points[isCurve ? i - (i % 3) : i] as [number, number];
    return pair(x - fromX, y - fromY);
  });
  const joined = steps.map((text, i) => (i === 0 || text.startsWith('-') ? text : ` ${text}`)).join('');
  return `M${pair(...first)}${isCurve ? 'c' : 'l'}${joined}${line.endsWith('z') ? 'z' : ''}`;
}

function shorter(value: string, decimals: number): string {
  return value.replace(/-?\d+\.\d+/g, (number) => String(Number(Number(number).toFixed(decimals))));
}
