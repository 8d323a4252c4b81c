import type { Dispatcher } from 'undici';
import { AnswerError } from './failure.ts';
import type { Call } from './model.ts';

type Fetch = typeof globalThis.fetch;

/**
 * Makes one HTTP exchange through an SDK. What every SDK would have to be told is done here: the server may take as long as
 * the call does (Node's own fetch ends after five minutes), each piece of a streamed answer is noted, and an answer that is no JSON
 * object never reaches an SDK, which would fail on it in words of its own.
 *
 * @param run calls the SDK with the fetch that it is given, and puts a streamed answer together
 * @returns the answer as the server gave it, or as it was put together
 */
export async function exchange(call: Call, run: (fetch: Fetch) => Promise<unknown>): Promise<unknown> {
  const { fetch: send } = await import('undici');
  const dispatcher = await dispatcherFor(call.timeout);
  let answer: object | undefined;
  let headers: unknown;
  const fetch = async (input: unknown, init: object | undefined) => {
    const response = await send(String((input as { url?: string }).url ?? input), { ...init, dispatcher } as never);
    headers = response.headers;
    if (!response.ok) return response;
    if (isEventStream(response)) return withActivity(response as unknown as Response, call);
    const text = await response.text();
    // Some servers stream without saying so.
    if (/^(?:data|event|id|retry)?:/.test(text.trimStart())) {
      return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
    }
    answer = parseAnswer(text);
    return new Response(text, { status: response.status, headers: response.headers as never });
  };
  try {
    const result = await run(fetch as never);
    return answer ?? result;
  } catch (error) {
    // Some servers answer at once where a stream was asked for.
    if (answer) return answer;
    // Some SDKs leave the headers out of their errors, and with them how long to wait.
    throw error instanceof Error && !('headers' in error) ? Object.assign(error, { headers }) : error;
  }
}

/** Connections by the time that a server may take: calls share them. */
const dispatchers = new Map<number, Dispatcher>();

async function dispatcherFor(timeout: number): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const limits = { headersTimeout: timeout, bodyTimeout: timeout };
  // As Node's own fetch, which takes the proxy of the environment when it is told to.
  const make = () => (process.env.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent(limits) : new Agent(limits));
  const known = dispatchers.get(timeout) ?? make();
  dispatchers.set(timeout, known);
  return known;
}

function isEventStream({ headers }: { headers: { get(name: string): string | null } }): boolean {
  return headers.get('content-type')?.includes('text/event-stream') ?? false;
}

function withActivity(response: Response, { onActivity }: Call): Response {
  if (!response.body) throw new AnswerError('the answer is empty');
  const noted = response.body.pipeThrough(
    new TransformStream({
      start: onActivity,
      transform(chunk, controller) {
        onActivity();
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(noted, { status: response.status, headers: [...response.headers] });
}

function parseAnswer(text: string): object {
  if (text.trim() === '') throw new AnswerError('the answer is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AnswerError(`the answer is no JSON: ${text.replace(/\s+/g, ' ').trim().slice(0, 3_000)}`);
  }
  if (typeof value !== 'object' || value === null) throw new AnswerError(`the answer is ${text.trim().slice(0, 100)}`);
  return value;
}
