import { nameOf } from '../../codebase/path.ts';
import type { Language } from '../language.ts';
import { importsOf } from './imports.ts';
import { inspectSymbol } from './inspect.ts';

/** Python 3, by a grammar that is plain JavaScript: nothing to build, about a millisecond a file. */
export const python: Language = {
  name: 'python',
  extensions: ['.py', '.pyi'],
  isInitialiser: (path) => nameOf(path) === '__init__.py',
  imports: importsOf,
  inspect: async (path, text, symbol) => inspectSymbol(path, text, symbol),
};
