import { instance, type Viz } from '@viz-js/viz';

let viz: Promise<Viz> | undefined;

/** Lays out a graph in the language of Graphviz, and gives it as SVG. Graphviz is loaded once, when first needed. */
export async function layOut(dot: string): Promise<string> {
  viz ??= instance();
  return (await viz).renderString(dot, { format: 'svg', engine: 'dot' });
}
