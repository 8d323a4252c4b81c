import { z } from 'zod';
import type { Action } from '../../episode/action.ts';
import { readAction } from '../../episode/read-action.ts';
import type { Tool, ToolCall } from './model.ts';

const SPECIFICATIONS: readonly [name: Action['type'], description: string, parameters: z.ZodObject][] = [
  [
    'list',
    'Names in a directory, one a line, directories with a trailing slash.',
    z.strictObject({ dir: z.string().describe('the directory; empty for the root') }),
  ],
  ['open', 'The whole text of a file.', z.strictObject({ file: z.string() })],
  [
    'search',
    'The files that contain a text, with line numbers, at most ten; plain text, case matters; no content is shown.',
    z.strictObject({ text: z.string() }),
  ],
  [
    'inspect',
    'Signature and doc comment of a function, a class or Class.member; never a body.',
    z.strictObject({ file: z.string(), symbol: z.string() }),
  ],
  ['done', 'You have seen enough. Uses up no action.', z.strictObject({})],
];

/** The five actions as native tools. */
export const ACTION_TOOLS: readonly Tool[] = SPECIFICATIONS.map(([name, description, parameters]) => {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters);
  return { name, description, parameters: schema };
});

/** The action that a tool call stands for; null for an unknown tool or arguments that name nothing. */
export function actionOfCall({ name, args }: ToolCall): Action | null {
  const fields = (typeof args === 'object' && args !== null ? args : {}) as Record<string, unknown>;
  const argument = fields.dir ?? fields.file ?? fields.text ?? fields.argument;
  return readAction({ action: name, argument, symbol: fields.symbol });
}
