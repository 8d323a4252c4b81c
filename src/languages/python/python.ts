import { nameOf } from '../../base/path.ts';
import type { Language } from '../language.ts';
import { importsOf } from './imports.ts';
import { declarationsOf, inspectSymbol, symbolsOf } from './inspect.ts';

/** Python passes over a byte order mark, which the grammar does not know. */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

/** Python 3, by a grammar that is plain JavaScript: nothing to build, about a millisecond a file. */
export const python: Language = {
  name: 'python',
  extensions: ['.py', '.pyi'],
  isInitialiser: (path) => nameOf(path) === '__init__.py',
  imports: (path, text, context) => importsOf(path, withoutMark(text), context),
  importLine: (_, target) => `import ${target.replace(/(\/__init__)?\.pyi?$/, '').replaceAll('/', '.')}`,
  declarations: (_, text) => declarationsOf(withoutMark(text)),
  symbols: async (_, text) => symbolsOf(withoutMark(text)),
  inspect: async (path, text, symbol) => inspectSymbol(path, withoutMark(text), symbol),
};
