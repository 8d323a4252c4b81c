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
 */
export function compactGraph(svg: string): Drawing {
  const [, width = '0', height = '0'] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? [];
  const classes = new Map<string, string>();
  const classOf = (look: string) => {
    const name = classes.get(look) ?? `g${classes.size.toString(36)}`;
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
      const place = attributes
        .filter(([name]) => PLACE.has(name))
        .map(([name, value]) => ` ${name}="${shorter(value, tag === 'path' ? 0 : 1)}"`)
        .join('');
      return `<${tag} class="${classOf(look)}"${place}${end}>`;
    })
    .replace(/<g (?:id|class)="[^"]*"(?: class="[^"]*")?>/g, '<g>')
    .replace(/\n+/g, '');
  return {
    width: Number(width),
    height: Number(height),
    style: [...classes].map(([look, name]) => `.${name}{${look}}`).join(''),
    body: shapes.replace(/<g>(<(?:path|polygon|text)[^>]*>)<\/g>/g, '$1').replace(/ id="[^"]*"/g, ''),
  };
}

function shorter(value: string, decimals: number): string {
  return value.replace(/-?\d+\.\d+/g, (number) => String(Number(Number(number).toFixed(decimals))));
}
