import { AnswerError } from '../failure.ts';

type Json = Record<string, unknown>;

/** Puts a streamed chat completion together, in the form in which it would have come at once. */
export async function gatherChat(chunks: AsyncIterable<unknown>): Promise<Json> {
  const answer: Json = {};
  const message: Json = { role: 'assistant' };
  const choice: Json = { index: 0, finish_reason: null, message };
  let begun = false;
  for await (const value of chunks) {
    const { choices, ...chunk } = (value ?? {}) as Json & { choices?: unknown };
    for (const [key, field] of Object.entries(chunk)) if (field !== null) answer[key] = field;
    const [first] = (Array.isArray(choices) ? choices : []) as (Json | null | undefined)[];
    if (!first) continue;
    begun = true;
    const { delta, message: whole, index: _, ...fields } = first;
    for (const [key, field] of Object.entries(fields)) if (field !== null) choice[key] = field;
    merge(message, (delta ?? whole ?? {}) as Json);
  }
  const gathered = { ...answer, object: 'chat.completion', choices: begun ? [choice] : [] };
  if (begun && choice.finish_reason === null) throw new AnswerError('the stream ended before the answer did', gathered);
  return gathered;
}

/** Texts go on, lists grow, tool calls are put together by their index. */
function merge(message: Json, delta: Json): void {
  for (const [key, value] of Object.entries(delta)) {
    const old = message[key];
    if (value === null || value === undefined) continue;
    if (key === 'tool_calls' && Array.isArray(value)) message[key] = mergeCalls((old ?? []) as Json[], value as Json[]);
    else if (typeof value === 'string' && typeof old === 'string' && key !== 'role') message[key] = old + value;
    else if (Array.isArray(value) && Array.isArray(old)) message[key] = [...old, ...value];
    else message[key] = value;
  }
}

function mergeCalls(calls: readonly Json[], deltas: readonly Json[]): Json[] {
  const merged = [...calls];
  for (const { index, ...delta } of deltas) {
    // Some servers leave the index out where there is one call.
    const at =
      typeof index === 'number' ? index : delta.id === undefined ? Math.max(0, merged.length - 1) : merged.length;
    const old = merged[at] ?? {};
    const [before, now] = [(old.function ?? {}) as Json, (delta.function ?? {}) as Json];
    const args =
      typeof now.arguments === 'string'
        ? `${before.arguments ?? ''}${now.arguments}`
        : (now.arguments ?? before.arguments);
    merged[at] = {
      ...old,
      ...Object.fromEntries(Object.entries(delta).filter(([, field]) => field !== null && field !== '')),
      function: { name: now.name || before.name || '', arguments: args },
    };
  }
  return merged.filter(Boolean);
}
