import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import { directoryOf } from '../../base/path.ts';
import type { ImportContext } from '../language.ts';

/** An import statement: `from ..a.b import c, d` or `import a.b`. */
interface Statement {
  /** Leading dots; 0 for an absolute import. */
  dots: number;
  /** `a.b`, as its parts. */
  module: string[];
  /** The names taken from it; null for `import a.b`. */
  names: string[] | null;
}

/** Imports anywhere in a source (at the top, inside functions, under `try` and `if`), resolved as Python does. */
export function importsOf(path: string, text: string, context: ImportContext): string[] {
  return [...new Set(statementsOf(text).flatMap((statement) => resolve(path, statement, context)))];
}

function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  // The grammar recovers from what it does not know, and some of that is valid Python: imports around it are read.
  parser.parse(text).iterate({
    enter: ({ name, node }) => {
      if (name === 'ImportStatement') statements.push(...readStatement(text, node));
    },
  });
  return statements;
}

function readStatement(text: string, node: SyntaxNode): Statement[] {
  const tokens: { name: string; text: string }[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    tokens.push({ name: child.name, text: text.slice(child.from, child.to) });
  }
  const at = tokens.findIndex(({ name }) => name === 'import');
  const lists = splitAtCommas(tokens.slice(at + 1));
  if (tokens[0]?.name !== 'from') {
    return lists.map((parts) => ({ dots: 0, module: variablesBeforeAs(parts), names: null }));
  }
  const source = tokens.slice(1, at);
  const firstName = source.findIndex(({ name }) => name === 'VariableName');
  const dots = source
    .slice(0, firstName === -1 ? undefined : firstName)
    .reduce((sum, token) => sum + token.text.length, 0);
  const names = lists.flatMap((parts) => variablesBeforeAs(parts).slice(0, 1));
  return [{ dots, module: variablesBeforeAs(source), names }];
}

function splitAtCommas<T extends { name: string }>(tokens: readonly T[]): T[][] {
  const parts: T[][] = [[]];
  for (const token of tokens) {
    if (token.name === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function variablesBeforeAs(tokens: readonly { name: string; text: string }[]): string[] {
  const end = tokens.findIndex(({ name }) => name === 'as');
  return tokens
    .slice(0, end === -1 ? undefined : end)
    .flatMap(({ name, text }) => (name === 'VariableName' ? [text] : []));
}

function resolve(from: string, { dots, module, names }: Statement, context: ImportContext): string[] {
  const bases = dots > 0 ? [ancestor(directoryOf(from), dots - 1)] : absoluteBases(from, context);
  for (const base of bases) {
    if (base === null) continue;
    const place = [...(base === '' ? [] : [base]), ...module].join('/');
    if (names === null) {
      const file = moduleFile(place, context);
      if (file) return [file];
      continue;
    }
    const files = names.map(
      (name) => moduleFile(place === '' ? name : `${place}/${name}`, context) ?? moduleFile(place, context),
    );
    const found = files.filter((file) => file !== null);
    if (found.length > 0) return found;
    const own = moduleFile(place, context);
    if (own) return [own];
  }
  // Unlisted files may be there all the same: a relative import of a module is taken at its word.
  const [base] = bases;
  if (!context.guess || dots === 0 || module.length === 0 || base === null || base === undefined) return [];
  return [`${[...(base === '' ? [] : [base]), ...module].join('/')}.py`];
}

/** The directory so many levels up; null above the root. */
function ancestor(directory: string, levels: number): string | null {
  let current: string | null = directory;
  for (let i = 0; i < levels; i++) {
    if (current === null || current === '') return null;
    current = directoryOf(current);
  }
  return current;
}

/** Absolute imports start at the root, or beside a script that stands in no package. */
function absoluteBases(from: string, { exists }: ImportContext): string[] {
  const directory = directoryOf(from);
  return directory === '' || exists(`${directory}/__init__.py`) ? [''] : ['', directory];
}

/** The file of a module, or the initialiser of a package. */
function moduleFile(place: string, { exists }: ImportContext): string | null {
  if (place === '') return exists('__init__.py') ? '__init__.py' : null;
  // Where both are there, Python takes the package.
  return [`${place}/__init__.py`, `${place}.py`].find(exists) ?? null;
}

/** The offset of the first place of a text that does not parse; null if all does. */
export function firstError(tree: Tree): number | null {
  let error: number | null = null;
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) error ??= from;
    },
  });
  return error;
}
