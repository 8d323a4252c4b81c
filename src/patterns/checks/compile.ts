import { Project, ts } from 'ts-morph';
import type { Codebase } from '../../codebase/codebase.ts';
import type { CheckRun } from './run-check.ts';

/** What generated code takes from Node, so that it compiles without the types of a version of Node. */
const PLATFORM = `
declare module 'node:fs' {
  export function existsSync(path: string): boolean;
  export function readFileSync(path: string | URL, encoding: 'utf8'): string;
  export function readdirSync(path: string | URL, options?: { recursive: true; encoding: 'utf8' }): string[];
  export function statSync(path: string, options: { throwIfNoEntry: false }): object | undefined;
}
declare module 'node:path' {
  export function join(...paths: string[]): string;
  export function dirname(path: string): string;
}
declare module 'node:url' {
  export function fileURLToPath(url: URL | string): string;
}
declare module 'node:test' {
  export function test(name: string, body: () => void | Promise<void>): void;
}
declare module 'node:assert/strict' {
  const assert: {
    ok(value: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(text: string, pattern: RegExp): void;
  };
  export default assert;
}
declare const process: { argv: string[]; exitCode: number };
declare const console: {
  log(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
};
declare class URL { constructor(path: string, base: string) }
interface ImportMeta { url: string; dirname: string }
`;

/** One project for all codebases: the libraries of the language are parsed once. */
let shared: Project | undefined;

function emptyProject(): Project {
  shared ??= new Project({
    useInMemoryFileSystem: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2024,
      lib: ['lib.es2024.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
      strict: true,
      noEmit: true,
      noImplicitAny: true,
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
    },
  });
  for (const file of shared.getSourceFiles()) shared.removeSourceFile(file);
  return shared;
}

/** Compiles a TypeScript codebase as `tsc` does, in memory. */
export function compile(codebase: Codebase): CheckRun {
  const project = emptyProject();
  for (const [path, text] of codebase.files) if (path.endsWith('.ts')) project.createSourceFile(`/${path}`, text);
  project.createSourceFile('/platform.d.ts', PLATFORM);
  const diagnostics = project.getPreEmitDiagnostics().map(({ compilerObject }) => compilerObject);
  const output = ts.formatDiagnostics(diagnostics, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => '/',
    getNewLine: () => '\n',
  });
  return { command: 'tsc', output: output.trim(), exitCode: diagnostics.length > 0 ? 2 : 0 };
}
