import { inLanguage } from '../../languages/in-language.ts';
import type { ModuleId } from '../pipeline/blueprint.ts';

/** A module's text in three parts. */
export interface ModuleText {
  comment: string;
  imports: readonly string[];
  body: string;
}

/** How changes of code are spelled in a language. */
export interface Syntax {
  /** An import of a value of one module, by its name in the language, by another. */
  importLine(from: ModuleId, to: ModuleId, name: string): string;
  /** A constant of the module alone that lists a name. */
  keeps(name: string): string;
  split(text: string): ModuleText;
  join(parts: ModuleText): string;
  /** A module that says nothing but its comment. */
  empty(comment: string): string;
  /** A comment on a module. */
  comment(sentence: string): string;
  /** Adds a parameter of a number to a function on records, and lets it cut them off. */
  limited(text: string, fn: string): string;
  /** The test file without the tests that hold the text. */
  withoutTest(text: string, part: string): string;
  /** How a boundary, and the order of two stages, is asserted. */
  boundaryAssertion(src: string, dst: string | null): string;
  orderAssertion(earlier: string, later: string): string;
  /** What stands between two declarations. */
  readonly gap: string;
  /** A call with too few arguments is refused before the function is entered. */
  readonly refusesFewArguments: boolean;
  /** How the test of a function loads its module, up to the call. */
  loadsInTest(module: ModuleId, path: string, fn: string): string;
  /** The labels of the stages as the tests list them. */
  labels(keys: readonly string[]): string;
}

const label = (key: string) => key.replaceAll('_', ' ');

const typescriptSyntax: Syntax = {
  importLine: (from, to, name) => `import { ${name} } from '${from.includes('/') ? '../' : './'}${to}.ts';`,
  keeps: (name) => `const RELATED = [${name}];`,
  split(text) {
    const end = text.indexOf('*/\n') + 2;
    const lines = text.slice(end).trimStart().split('\n');
    const first = lines.findIndex((line) => line !== '' && !line.startsWith('import '));
    const imports = lines.slice(0, first).filter((line) => line !== '');
    return { comment: text.slice(0, end), imports, body: lines.slice(first).join('\n').trim() };
  },
  join: ({ comment, imports, body }) =>
    `${[comment, imports.join('\n'), body].filter((part) => part !== '').join('\n\n')}\n`,
  empty: (comment) => `${comment}\n\nexport {};\n`,
  comment: (sentence) => `/**\n * ${sentence}\n */`,
  limited(text, fn) {
    const head = new RegExp(`(export function ${fn}\\(records: \\w+\\[\\])(\\))`);
    return text.replace(head, '$1, limit: number$2').replace('records.map(', 'records.slice(0, limit).map(');
  },
  withoutTest: (text, part) => withoutBlocks(text, /^test\([\s\S]*?^\}\);\n\n?/gm, part),
  boundaryAssertion: (src, dst) => `assertNoImport('${src}', ${dst === null ? 'undefined' : `'${dst}'`})`,
  orderAssertion: (earlier, later) => `modules.indexOf('${earlier}') < modules.indexOf('${later}')`,
  gap: '\n\n',
  refusesFewArguments: false,
  loadsInTest: (_, path, fn) => `} = await import('../${path}');\n  assert.ok(${fn}(`,
  labels: (keys) => `[${keys.map((key) => `'${label(key)}'`).join(', ')}]`,
};

const pythonSyntax: Syntax = {
  importLine: (from, to, name) => `from ${from.includes('/') ? '..' : '.'}${to.replaceAll('/', '.')} import ${name}`,
  keeps: (name) => `_RELATED = [${name}]`,
  split(text) {
    const end = text.indexOf('"""', 3) + 3;
    const lines = text.slice(end).trimStart().split('\n');
    const first = lines.findIndex((line) => line !== '' && !/^(from|import) /.test(line));
    const imports = lines.slice(0, first).filter((line) => line !== '');
    return { comment: text.slice(0, end), imports, body: lines.slice(first).join('\n').trim() };
  },
  join({ comment, imports, body }) {
    const [own, standard] = [
      imports.filter((line) => line.startsWith('from .')),
      imports.filter((line) => !line.startsWith('from .')),
    ];
    const head = [comment, standard.join('\n'), own.join('\n')].filter((part) => part !== '').join('\n\n');
    return `${[head, body].filter((part) => part !== '').join('\n\n\n')}\n`;
  },
  empty: (comment) => `${comment}\n`,
  comment: (sentence) => `"""${sentence}"""`,
  limited(text, fn) {
    const head = new RegExp(`(def ${fn}\\(records: list\\[\\w+\\])(\\))`);
    return text
      .replace(head, '$1, limit: float$2')
      .replace('replace(record) for record in records]', 'replace(record) for record in records[: int(limit)]]');
  },
  withoutTest: (text, part) => withoutBlocks(text, /^ {4}def test_[\s\S]*?(?=^ {4}def |^\S|$(?![\s\S]))/gm, part),
  boundaryAssertion: (src, dst) => `self.assert_no_import("${src}", ${dst === null ? 'None' : `"${dst}"`})`,
  orderAssertion: (earlier, later) => `MODULES.index("${earlier}"), MODULES.index("${later}")`,
  gap: '\n\n\n',
  refusesFewArguments: true,
  loadsInTest: (module, _, fn) => `load("${module.replaceAll('/', '.')}").${fn}(`,
  labels: (keys) => `LABELS = [${keys.map((key) => `"${label(key)}"`).join(', ')}]`,
};

function withoutBlocks(text: string, blocks: RegExp, part: string): string {
  return text.replace(blocks, (block) => (block.includes(part) ? '' : block));
}

/** The syntax of a language. */
export function syntaxOf(language: string): Syntax {
  return inLanguage('syntax of changes', { typescript: typescriptSyntax, python: pythonSyntax }, language);
}
