import { parseSync } from 'oxc-parser';
import type { Declarations } from '../language.ts';

/** See {@link Language.declarations}. */
export function declarationsOf(path: string, text: string): Declarations {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) return { functions: [], classes: [] };
  const declared = program.body.map((statement) =>
    (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') &&
    statement.declaration
      ? statement.declaration
      : statement,
  );
  return {
    functions: declared.flatMap((node) => (node.type === 'FunctionDeclaration' && node.id ? [node.id.name] : [])),
    classes: declared.flatMap((node) =>
      node.type === 'ClassDeclaration' && node.id
        ? [
            {
              name: node.id.name,
              bases: node.superClass?.type === 'Identifier' ? [node.superClass.name] : [],
              isAbstract: node.abstract === true,
            },
          ]
        : [],
    ),
  };
}
