import { type ClassDeclaration, type JSDocableNode, Node, Project, type SourceFile } from 'ts-morph';
import { InspectError } from '../language.ts';

function parse(path: string, text: string): { project: Project; file: SourceFile } {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true },
  });
  return { project, file: project.createSourceFile(path, text) };
}

/** The names that a source defines at its top level. */
export function topLevelSymbols(path: string, text: string): string[] {
  return symbolsOf(parse(path, text).file);
}

/** See {@link Language.inspect}. */
export function inspectSymbol(path: string, text: string, symbol: string): string {
  const { project, file } = parse(path, text);
  const errors = project.getProgram().getSyntacticDiagnostics(file);
  const first = errors[0];
  if (first) {
    const message = first.getMessageText();
    const reason = typeof message === 'string' ? message : message.getMessageText();
    throw new InspectError(`${path} cannot be parsed: line ${first.getLineNumber()}: ${reason}`);
  }
  const [name = '', member] = symbol.split('.', 2);
  const declaration = findDeclaration(file, name);
  if (!declaration) {
    const known = symbolsOf(file);
    throw new InspectError(`${path} has no symbol ${name}${known.length > 0 ? ` (it has ${known.join(', ')})` : ''}`);
  }
  if (member === undefined) return describe(declaration);
  const members = membersOf(declaration);
  const found = members.find((candidate) => nameOf(candidate) === member);
  if (!found) {
    const known = members.map(nameOf).filter((candidate) => candidate !== undefined);
    throw new InspectError(
      `${name} in ${path} has no member ${member}${known.length > 0 ? ` (it has ${known.join(', ')})` : ''}`,
    );
  }
  return [...docOf(found), signatureOf(found)].join('\n');
}

function findDeclaration(file: SourceFile, name: string): Node | undefined {
  return (
    file.getFunction(name) ??
    file.getClass(name) ??
    file.getInterface(name) ??
    file.getTypeAlias(name) ??
    file.getEnum(name) ??
    file.getVariableDeclaration(name)
  );
}

function symbolsOf(file: SourceFile): string[] {
  const named = [...file.getFunctions(), ...file.getClasses(), ...file.getInterfaces(), ...file.getTypeAliases()];
  const all = [...named, ...file.getEnums(), ...file.getVariableDeclarations()];
  const inOrder = all.toSorted((a, b) => a.getStart() - b.getStart());
  return [...new Set(inOrder.flatMap((node) => node.getName() ?? []))];
}

function describe(declaration: Node): string {
  const doc = docOf(
    Node.isVariableDeclaration(declaration) ? (declaration.getVariableStatement() ?? declaration) : declaration,
  );
  if (Node.isClassDeclaration(declaration)) {
    const members = membersOf(declaration).flatMap((member) =>
      [...docOf(member), signatureOf(member)].map((line) => `  ${line}`),
    );
    return [...doc, `${headOf(declaration)} {`, ...members, '}'].join('\n');
  }
  return [...doc, signatureOf(declaration)].join('\n');
}

function membersOf(declaration: Node): Node[] {
  if (Node.isClassDeclaration(declaration))
    return [
      ...declaration.getConstructors(),
      ...declaration.getMembers().filter((member) => !Node.isConstructorDeclaration(member)),
    ];
  if (Node.isInterfaceDeclaration(declaration)) return declaration.getMembers();
  return [];
}

function nameOf(member: Node): string | undefined {
  if (Node.isConstructorDeclaration(member)) return 'constructor';
  return Node.hasName(member) ? member.getName() : undefined;
}

function docOf(node: Node): string[] {
  if (!Node.isJSDocable(node)) return [];
  return (node as JSDocableNode).getJsDocs().flatMap((doc) =>
    doc
      .getText()
      .split('\n')
      .map((line) => line.trim().replace(/^\*/, ' *')),
  );
}

/** The declaration up to its body or initial value. */
function signatureOf(node: Node): string {
  if (Node.isVariableDeclaration(node)) {
    const type = node.getTypeNode()?.getText();
    const initializer = node.getInitializer();
    if (Node.isArrowFunction(initializer) || Node.isFunctionExpression(initializer)) {
      return `${node.getName()}${type ? `: ${type}` : ''} = ${withoutBody(initializer)}`;
    }
    return `${node.getVariableStatement()?.getDeclarationKind() ?? 'const'} ${node.getName()}${type ? `: ${type}` : ''}`;
  }
  if (Node.isPropertyDeclaration(node)) {
    const modifiers = node.getModifiers().map((modifier) => modifier.getText());
    const type = node.getTypeNode()?.getText();
    return [...modifiers, `${node.getName()}${type ? `: ${type}` : ''}`].join(' ');
  }
  return withoutBody(node);
}

function withoutBody(node: Node): string {
  const body = Node.isBodyable(node) || Node.isBodied(node) ? node.getBody() : undefined;
  const text = body ? node.getText().slice(0, body.getStart() - node.getStart()) : node.getText();
  return text
    .replace(/\s+/g, ' ')
    .replace(/=>\s*$/, '')
    .trim();
}

function headOf(declaration: ClassDeclaration): string {
  const text = declaration.getText();
  return text.slice(0, text.indexOf('{')).replace(/\s+/g, ' ').trim();
}
