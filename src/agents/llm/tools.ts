import { z } from 'zod';
import { remembered } from '../../base/remembered.ts';
import { type Action, type ActionKinds, kindOf } from '../../episode/actions/actions.ts';
import type { Tool, ToolCall } from './model.ts';

/** The actions as native tools. */
export const toolsOf = remembered((kinds: ActionKinds): readonly Tool[] =>
  kinds.map(({ name, description, parameters }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(parameters);
    return { name, description, parameters: schema };
  }),
);

/** The action that a tool call stands for; null for an unknown tool or arguments that name nothing. */
export function actionOfCall({ name, args }: ToolCall, kinds: ActionKinds): Action | null {
  const kind = kindOf(name.trim(), kinds);
  if (!kind) return null;
  const fields = (typeof args === 'object' && args !== null ? args : {}) as Record<string, unknown>;
  // Some models name the first argument as they please.
  const values = Object.keys(kind.parameters.shape).map((key, i) =>
    i === 0 ? (fields[key] ?? fields.argument ?? fields.dir ?? fields.file ?? fields.text) : fields[key],
  );
  return kind.read(...values.map((value) => (typeof value === 'string' ? value : '')));
}
