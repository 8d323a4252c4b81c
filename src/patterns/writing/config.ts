import type { Blueprint, ExtensionPoint } from '../blueprint/blueprint.ts';

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What the config has for a point: the modules of its parts, by name where they have one. */
function partsInConfig({ style, parts }: ExtensionPoint): unknown {
  return style === 'sequence'
    ? parts.map(({ unit }) => unit.from)
    : parts.map(({ key, unit }) => ({ name: key, from: unit.from }));
}

/** The config of a codebase, `null` where it has none. */
export function configText(blueprint: Blueprint, key: (words: string) => string): string | null {
  const points = blueprint.points.filter(({ mechanism }) => mechanism === 'config');
  const bounds = blueprint.rules.filter(
    ({ attested, form }) => attested.includes('config') && form === 'FORBIDDEN_EDGE',
  );
  if (points.length === 0 && bounds.length === 0) return null;
  return json({
    ...Object.fromEntries(points.map((point) => [key(point.key), partsInConfig(point)])),
    ...(bounds.length > 0
      ? { [key(BOUNDS)]: bounds.map(({ src, dst }) => ({ in: `${src}/`, never: `${dst}/` })) }
      : {}),
  });
}

/** The key under which a config has what may not import what. */
export const BOUNDS = 'import_bounds';
