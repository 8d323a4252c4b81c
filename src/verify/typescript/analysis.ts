import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';
import { Node, Project, type SourceFile, SyntaxKind, ts } from 'ts-morph';
import type { Contract, GroundTruth } from '../../codebase/ground-truth.ts';

/** What a module says of itself without being run. Paths are relative to the codebase. */
export interface ModuleFacts {
  /** Modules that static imports and exports resolve to, type-only ones included. */
  imports: string[];
  /** These, and the modules whose names they pass on. */
  knows: string[];
  /** Specifiers that stand in the code as literals, in static imports and in `import('…')`. */
  literalSpecifiers: string[];
  functions: string[];
  classes: string[];
  exports: string[];
  /** Exported constants that hold functions: calls to these cannot be traced. */
  untraceable: string[];
}

/** Everything that ts-morph and the type checker say of a codebase. */
export interface Analysis {
  /** Source files that the ground truth does not name; tests, declarations and configs of tools are none. */
  unlisted: string[];
  modules: ReadonlyMap<string, ModuleFacts>;
  contracts: Contract[];
  /** Errors of the type checker under the codebase's own tsconfig; null when they could not be had, with the reason. */
  typeErrors: string[] | null;
}

/** Analyses a TypeScript codebase on disk. */
export function analyse(directory: string, truth: GroundTruth): Analysis {
  const typeRoots = findTypeRoots();
  const project = new Project({
    tsConfigFilePath: `${directory}/tsconfig.json`,
    compilerOptions: {
      // ts-morph does not tell modules from scripts by package.json, so it is told that all are modules.
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      ...(typeRoots ? { typeRoots: [typeRoots] } : { types: [] }),
    },
  });
  const pathOf = (file: SourceFile) => relative(directory, file.getFilePath());
  const sources = project.getSourceFiles();
  const files = sources.filter((file) => Object.hasOwn(truth.modules, pathOf(file)));
  return {
    unlisted: sources.map(pathOf).filter((path) => !Object.hasOwn(truth.modules, path) && !isNoModule(path)),
    modules: new Map(files.map((file) => [pathOf(file), factsOf(file, pathOf, truth)])),
    contracts: findContracts(files, pathOf),
    typeErrors: typeRoots ? typeErrors(project, directory) : null,
  };
}

function isNoModule(path: string): boolean {
  return /(^|\/)(tests?|__tests__|node_modules)\/|\.(test|spec|config|d)\.[cm]?tsx?$/.test(path);
}

/** The folder that holds `@types/node`, if it is installed. */
function findTypeRoots(): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve('@types/node/package.json')));
  } catch {
    return null;
  }
}

function typeErrors(project: Project, directory: string): string[] {
  return project.getPreEmitDiagnostics().map((diagnostic) => {
    const file = diagnostic.getSourceFile();
    const message = diagnostic.getMessageText();
    const text = typeof message === 'string' ? message : message.getMessageText();
    return `${file ? relative(directory, file.getFilePath()) : 'project'}:${diagnostic.getLineNumber() ?? 0}: ${text}`;
  });
}

function factsOf(file: SourceFile, pathOf: (file: SourceFile) => string, truth: GroundTruth): ModuleFacts {
  const declarations = [...file.getImportDeclarations(), ...file.getExportDeclarations()];
  const targets = declarations.flatMap((declaration) => {
    const target = declaration.getModuleSpecifierSourceFile();
    return target ? [pathOf(target)] : [];
  });
  const dynamic = file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => call.getExpression().getKind() === SyntaxKind.ImportKeyword)
    .flatMap((call) => {
      const argument = call.getArguments()[0];
      return Node.isStringLiteral(argument) || Node.isNoSubstitutionTemplateLiteral(argument)
        ? [argument.getLiteralText()]
        : [];
    });
  const untraceable = file
    .getVariableDeclarations()
    .filter((variable) => variable.getVariableStatement()?.isExported())
    .filter(
      (variable) =>
        Node.isArrowFunction(variable.getInitializer()) || Node.isFunctionExpression(variable.getInitializer()),
    )
    .map((variable) => variable.getName());
  const known = (found: SourceFile[], seen = new Set<SourceFile>()): SourceFile[] =>
    found.flatMap((target) => {
      if (seen.has(target)) return [];
      seen.add(target);
      const passed = target.getExportDeclarations().flatMap((one) => one.getModuleSpecifierSourceFile() ?? []);
      return [target, ...known(passed, seen)];
    });
  const inTruth = (path: string) => Object.hasOwn(truth.modules, path);
  return {
    imports: [...new Set(targets)].filter(inTruth),
    knows: [
      ...new Set(known(declarations.flatMap((one) => one.getModuleSpecifierSourceFile() ?? [])).map(pathOf)),
    ].filter(inTruth),
    literalSpecifiers: [
      ...declarations.flatMap((declaration) => declaration.getModuleSpecifierValue() ?? []),
      ...dynamic,
    ],
    functions: exportedFunctions(file).flatMap((fn) => fn.getName() ?? []),
    classes: file.getClasses().flatMap((type) => (type.isExported() ? (type.getName() ?? []) : [])),
    exports: [...file.getExportedDeclarations().keys()],
    untraceable,
  };
}

function exportedFunctions(file: SourceFile) {
  return file.getFunctions().filter((fn) => fn.isExported());
}

type Callable =
  | ReturnType<SourceFile['getFunctions']>[number]
  | ReturnType<ReturnType<SourceFile['getClasses']>[number]['getMethods']>[number];

/** Exported functions and public methods of exported abstract classes, with the other modules whose code calls them. */
function findContracts(files: readonly SourceFile[], pathOf: (file: SourceFile) => string): Contract[] {
  const contracts = new Map<Node, Contract>();
  const add = (declaration: Callable, name: string) => {
    contracts.set(declaration, {
      name,
      module: pathOf(declaration.getSourceFile()),
      signature: {
        params: declaration.getParameters().map((param) => ({
          name: param.getName(),
          type_hint: typeText(param, param.getTypeNode()),
          has_default: param.hasInitializer(),
        })),
        return_type: declaration.getReturnTypeNode()?.getText() ?? declaration.getReturnType().getText(declaration),
      },
      callers: [],
    });
  };
  for (const file of files) {
    for (const fn of exportedFunctions(file)) add(fn, fn.getName() ?? 'default');
    for (const type of file.getClasses().filter((candidate) => candidate.isExported() && candidate.isAbstract())) {
      for (const method of type.getMethods()) {
        if (method.getScope() === 'public' && !method.isStatic()) add(method, `${type.getName()}.${method.getName()}`);
      }
    }
  }
  for (const file of files) {
    for (const call of file.getDescendantsOfKind(SyntaxKind.CallExpression)) {
      const contract = declarationsOf(call.getExpression())
        .map((declaration) => contracts.get(declaration))
        .find(Boolean);
      const caller = pathOf(file);
      if (contract && contract.module !== caller && !contract.callers.includes(caller)) contract.callers.push(caller);
    }
  }
  return [...contracts.values()];
}

/** The declarations that an expression refers to, imports followed. */
function declarationsOf(expression: Node): Node[] {
  const symbol = expression.getSymbol();
  const target = symbol?.isAlias() ? symbol.getAliasedSymbol() : symbol;
  return target?.getDeclarations() ?? [];
}

function typeText(node: Node, typeNode: Node | undefined): string {
  if (typeNode) return typeNode.getText();
  // A parameter with a default has the widened type of that default.
  const type = node.getType().getBaseTypeOfLiteralType();
  return type.getText(node, ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);
}
