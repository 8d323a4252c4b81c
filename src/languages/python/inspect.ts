import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { type Declarations, InspectError } from '../language.ts';
import { firstError } from './imports.ts';

/** See {@link Language.inspect}. */
export function inspectSymbol(path: string, text: string, symbol: string): string {
  const tree = parser.parse(text);
  const error = firstError(tree);
  if (error !== null) {
    throw new InspectError(`${path} cannot be parsed: line ${text.slice(0, error).split('\n').length}: invalid syntax`);
  }
  const [name = '', ...members] = symbol.split('.');
  const top = definitionsIn(text, tree.topNode);
  let found = top.filter((definition) => definition.name === name);
  if (found.length === 0) throw new InspectError(`${path} has no symbol ${name}${known(top)}`);
  let reached = name;
  for (const member of members) {
    const inner = found.flatMap((definition) => membersOf(text, definition));
    found = inner.filter((definition) => definition.name === member);
    if (found.length === 0) throw new InspectError(`${reached} in ${path} has no member ${member}${known(inner)}`);
    reached += `.${member}`;
  }
  // A property and its setter have one name: all definitions are shown.
  return found.flatMap((definition) => describe(text, definition)).join('\n');
}

/** The names that a source defines at its top level. */
export function symbolsOf(text: string): string[] {
  return [...new Set(definitionsIn(text, parser.parse(text).topNode).map(({ name }) => name))];
}

interface Definition {
  kind: 'function' | 'class' | 'variable';
  name: string;
  /** The whole statement, decorators included. */
  outer: SyntaxNode;
  node: SyntaxNode;
}

const known = (definitions: readonly Definition[]) =>
  definitions.length > 0 ? ` (it has ${definitions.map(({ name }) => name).join(', ')})` : '';

function definitionsIn(text: string, parent: SyntaxNode): Definition[] {
  const definitions: Definition[] = [];
  for (let outer = parent.firstChild; outer; outer = outer.nextSibling) {
    const node = outer.name === 'DecoratedStatement' ? outer.lastChild : outer;
    if (!node) continue;
    const kind = { FunctionDefinition: 'function', ClassDefinition: 'class', AssignStatement: 'variable' }[node.name];
    const name = node.getChild('VariableName');
    if (kind && name)
      definitions.push({ kind: kind as Definition['kind'], name: text.slice(name.from, name.to), outer, node });
  }
  return definitions;
}

function membersOf(text: string, { kind, node }: Definition): Definition[] {
  const body = kind === 'class' ? node.getChild('Body') : null;
  return body ? definitionsIn(text, body) : [];
}

function describe(text: string, definition: Definition): string[] {
  const { kind, outer, node } = definition;
  const body = node.getChild('Body');
  const end = kind === 'variable' ? variableEnd(node) : (body?.from ?? node.to);
  const head = text
    .slice(outer.from, end)
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/[ \t]+/g, ' '));
  const last = `${head.pop()}${kind === 'variable' ? '' : ':'}`;
  const lines = [...head, last, ...docstring(text, body).map((line) => `    ${line}`)];
  const members = membersOf(text, definition).flatMap((member) => describe(text, member).map((line) => `    ${line}`));
  return [...lines, ...members];
}

/** Up to the value: a type is shown, a value is not. */
function variableEnd(node: SyntaxNode): number {
  return node.getChild('AssignOp')?.from ?? node.to;
}

function docstring(text: string, body: SyntaxNode | null): string[] {
  const first = body?.getChild('ExpressionStatement') ?? null;
  const isFirst = first?.prevSibling?.name === ':' || first?.prevSibling === null;
  const string = isFirst ? first?.getChild('String') : null;
  if (!string) return [];
  return text
    .slice(string.from, string.to)
    .split('\n')
    .map((line) => line.trim());
}

/** See {@link Language.declarations}. */
export function declarationsOf(text: string): Declarations {
  const tree = parser.parse(text);
  const all = firstError(tree) === null ? definitionsIn(text, tree.topNode) : [];
  return {
    functions: all.flatMap(({ kind, name }) => (kind === 'function' ? [name] : [])),
    classes: all.flatMap(({ kind, name, node }) => {
      if (kind !== 'class') return [];
      const bases = (node.getChild('ArgList')?.getChildren('VariableName') ?? []).map(({ from, to }) =>
        text.slice(from, to),
      );
      return [{ name, bases, isAbstract: bases.includes('ABC') }];
    }),
  };
}
