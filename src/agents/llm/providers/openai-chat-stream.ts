import { AnswerError } from '../failure.ts';

type Json = Record<string, unknown>;

/** Puts a streamed chat completion together, in the form in which it would have come at once. */
export async function gatherChat(chunks: AsyncIterable<unknown>): Promise<Json> {
  const answer: Json = {};
  const message: Json = { role: 'assistant' };
  const choice: Json = { index: 0, finish_reason: null, message };
  const calls = new StreamedCalls();
  let begun = false;
  for await (const value of chunks) {
    const { choices, ...chunk } = (value ?? {}) as Json & { choices?: unknown };
    for (const [key, field] of Object.entries(chunk)) if (field !== null) answer[key] = field;
    const [first] = (Array.isArray(choices) ? choices : []) as (Json | null | undefined)[];
    if (!first) continue;
    begun = true;
    const { delta, message: whole, index: _, ...fields } = first;
    for (const [key, field] of Object.entries(fields)) if (field !== null) choice[key] = field;
    const { tool_calls, ...said } = (delta ?? whole ?? {}) as Json;
    merge(message, said);
    if (Array.isArray(tool_calls)) for (const one of tool_calls) calls.add(one as Json | null);
  }
  const made = calls.all();
  if (made.length > 0) message.tool_calls = made;
  const gathered = { ...answer, object: 'chat.completion', choices: begun ? [choice] : [] };
  if (begun && choice.finish_reason === null) throw new AnswerError('the stream ended before the answer did', gathered);
  return gathered;
}

/** Texts go on, lists grow. */
function merge(message: Json, delta: Json): void {
  for (const [key, value] of Object.entries(delta)) {
    const old = message[key];
    if (value === null || value === undefined) continue;
    if (typeof value === 'string' && typeof old === 'string' && key !== 'role') message[key] = old + value;
    else if (Array.isArray(value) && Array.isArray(old)) old.push(...value);
    else message[key] = value;
  }
}

/** Tool calls of a stream, put together by the index that the server gives them, whatever it begins with. */
class StreamedCalls {
  private readonly calls = new Map<number, Json>();
  private last = -1;

  add(delta: Json | null): void {
    if (delta === null || typeof delta !== 'object') return;
    const { index, ...fields } = delta;
    const at = typeof index === 'number' ? index : this.placeOf(fields);
    const old = this.calls.get(at) ?? {};
    const [before, now] = [(old.function ?? {}) as Json, (fields.function ?? {}) as Json];
    const args =
      typeof now.arguments === 'string'
        ? `${before.arguments ?? ''}${now.arguments}`
        : (now.arguments ?? before.arguments);
    this.calls.set(at, {
      ...old,
      ...Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null && field !== '')),
      function: { name: now.name || before.name || '', arguments: args },
    });
    this.last = at;
  }

  /** Some servers leave the index out: what has a new id, or a name after another one, is a new call. */
  private placeOf({ id, function: named }: Json): number {
    const open = this.calls.get(this.last);
    if (!open) return 0;
    const isNew = id ? id !== open.id : Boolean((named as Json | undefined)?.name);
    return isNew ? Math.max(...this.calls.keys()) + 1 : this.last;
  }

  all(): Json[] {
    return [...this.calls].toSorted(([a], [b]) => a - b).map(([, call]) => call);
  }
}
