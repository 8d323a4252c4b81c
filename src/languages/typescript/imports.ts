import { parseSync } from 'oxc-parser';
import { directoryOf, normalisePath } from '../../base/path.ts';
import type { ImportContext } from '../language.ts';

/** Spellings under which a specifier may stand for a file, most exact first; `.js` in a specifier means the source. */
const CANDIDATES: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/\.(c|m)?js$/, '.$1ts'),
  (path) => path.replace(/\.jsx?$/, '.tsx'),
  (path) => `${path}.ts`,
  (path) => `${path}.tsx`,
  (path) => `${path}/index.ts`,
  (path) => `${path}/index.tsx`,
  (path) => `${path}.js`,
  (path) => `${path}/index.js`,
];

/** Static imports and re-exports with a relative specifier, resolved as bundlers and Node's type stripping do. */
export function importsOf(path: string, text: string, context: ImportContext): string[] {
  return [...new Set(specifiersOf(path, text).flatMap((specifier) => resolve(path, specifier, context) ?? []))];
}

function resolve(from: string, specifier: string, { exists, guess }: ImportContext): string | null {
  if (!specifier.startsWith('.')) return null;
  const path = normalisePath(`${directoryOf(from)}/${specifier}`);
  if (path === null) return null;
  const candidates = CANDIDATES.map((spell) => spell(path));
  const known = candidates.find(exists);
  // A specifier with the extension of a source is taken at its word.
  return known ?? (guess ? (candidates.find((candidate) => /\.[cm]?tsx?$/.test(candidate)) ?? null) : null);
}

/** Parsed texts are remembered: every agent that opens a file wants the same specifiers. */
const parsed = new Map<string, readonly string[]>();
const MOST_PARSED = 20_000;

function specifiersOf(path: string, text: string): readonly string[] {
  const known = parsed.get(text);
  if (known) return known;
  const { module, errors } = parseSync(path, text);
  const found = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  const specifiers = errors.length > 0 ? [] : found;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(text, specifiers);
  return specifiers;
}
