import { posix } from 'node:path';
import type { Language } from '../language.ts';
import { declarationsOf } from './declarations.ts';
import { importsOf } from './imports.ts';

/** TypeScript and JavaScript modules. */
export const typescript: Language = {
  name: 'typescript',
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  isInitialiser: () => false,
  imports: importsOf,
  importLine(source, target) {
    const specifier = posix.relative(posix.dirname(source), target);
    return `import '${specifier.startsWith('.') ? specifier : `./${specifier}`}';`;
  },
  declarations: declarationsOf,
  symbols: async (path, text) => (await import('./inspect.ts')).topLevelSymbols(path, text),
  // ts-morph takes long to load, so it is loaded when it is first needed.
  inspect: async (path, text, symbol) => (await import('./inspect.ts')).inspectSymbol(path, text, symbol),
};
