import { causesOf, messageOf } from '../../base/causes.ts';
import type { CallFailure, FailureKind } from './model.ts';

/** An answer with status 200 that is none: empty, HTML, cut off, an error, or without what every answer has. */
export class AnswerError extends Error {
  override name = 'AnswerError';
  /** The answer as far as it could be read: what it says of its usage counts. */
  readonly answer: unknown;
  /** A code or status that it names in place of an answer. */
  readonly code: string | number | undefined;

  constructor(message: string, answer?: unknown, code?: string | number) {
    super(message);
    this.answer = answer;
    this.code = code;
  }
}

/** The error of a stream that broke off, with what had come until then: what that says of its usage counts. */
export function brokenOff(error: unknown, answer: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AnswerError || answer === undefined) return error;
  return Object.assign(error, { answer });
}

/** What an error of an SDK says, in no provider's form. */
export interface ErrorFacts {
  status: number | null;
  /** All codes and types that it names. */
  codes: readonly string[];
  message: string;
  headers: unknown;
  /** Milliseconds to wait, where the body says so. */
  retryAfter?: number | null;
}

/**
 * One row of what a provider's errors mean. A row matches when all that it has matches; the first row that does counts, so
 * codes and types stand before wordings.
 */
export interface FailureRow {
  kind: FailureKind;
  status?: readonly number[];
  /** A code or type that the error names. */
  code?: RegExp;
  /** Wording of the message. */
  says?: RegExp | ((message: string) => boolean);
  /** It may pass; by default that depends on the kind. */
  passing?: boolean;
  /** Where this is written, or was seen. */
  source: string;
}

const PASSING: ReadonlySet<FailureKind> = new Set(['rate-limit', 'timeout', 'server', 'connection']);

/** What statuses mean by RFC 9110 and 6585; it holds where a provider's table says nothing else. */
const BY_STATUS: readonly FailureRow[] = [
  { kind: 'auth', status: [401, 403], source: 'RFC 9110, 15.5.2 and 15.5.4' },
  { kind: 'quota', status: [402], source: 'RFC 9110, 15.5.3' },
  { kind: 'model', status: [404], source: 'RFC 9110, 15.5.5: neither path nor model is there' },
  { kind: 'timeout', status: [408], source: 'RFC 9110, 15.5.9' },
  { kind: 'server', status: [409, 425], source: 'RFC 9110, 15.5.10: the SDKs try it again' },
  { kind: 'context-overflow', status: [413], source: 'RFC 9110, 15.5.14' },
  { kind: 'rate-limit', status: [429], source: 'RFC 6585, 4' },
];

/** Characters of a message that are read. */
const LONGEST_MESSAGE = 4_000;

/** Says what kind of failure an error is, by the table of its provider. */
export function classify(
  error: unknown,
  rows: readonly FailureRow[],
  factsOf: (error: unknown) => ErrorFacts,
): CallFailure {
  const answer = chain(error).find((one) => one instanceof AnswerError);
  const facts = answer ? factsOfAnswer(answer) : factsOf(error);
  const { status, codes } = facts;
  // Wordings stand at the beginning, and a server may send anything.
  const message = facts.message.slice(0, LONGEST_MESSAGE);
  // An error in an answer with status 200 has its wording alone.
  const isWorded = answer?.answer !== undefined;
  const matches = (row: FailureRow) =>
    (row.status === undefined ||
      (status === null ? isWorded && row.says !== undefined : row.status.includes(status))) &&
    (row.code === undefined || codes.some((code) => row.code?.test(code))) &&
    (row.says === undefined || (typeof row.says === 'function' ? row.says(message) : row.says.test(message)));
  const failure = (kind: FailureKind, passing = PASSING.has(kind)): CallFailure => ({
    kind,
    passing,
    retryAfter: facts.retryAfter ?? retryAfterOf(facts.headers),
    message,
  });
  const row = [...rows, ...BY_STATUS].find(matches);
  if (row) return failure(row.kind, row.passing);
  if (status !== null) return failure(status >= 500 || status < 400 ? 'server' : 'request');
  return failure(answer ? 'server' : kindWithoutStatus(error));
}

/**
 * Whether a refusal for too many tokens is our `maxTokens` and not the conversation: the message says how long the input was and
 * how much there is room for, and the input left some of it.
 *
 * @param most the share of the room that the input may have taken
 */
export function isOurLimit(message: string, most = 0.9): boolean {
  const share = shareOfRoom(message);
  return share !== null && share <= most;
}

/** Which share of the room the input took, 0 or more; null where a message does not say. */
export function shareOfRoom(message: string): number | null {
  const numberIn = ([, ...groups]: readonly (string | undefined)[]) =>
    Number((groups.find(Boolean) ?? '').replaceAll(',', ''));
  const room = numberIn(
    message.match(
      /(?:context (?:length|window)|model length|context limit)(?: is| of|:)?(?: only)? (?:[\d,]+ \+ [\d,]+ > )?([\d,]+)|must be <= ([\d,]+)|context_window: ([\d,]+)/i,
    ) ?? [],
  );
  const inputs = [
    ...message.matchAll(
      /([\d,]+) (?:in (?:the messages|your prompt)|of [a-z]+ input|input tokens|tokens from the input messages|`inputs` tokens)|context limit: ([\d,]+) \+|input_tokens: ([\d,]+)/gi,
    ),
  ];
  const input = inputs.reduce((sum, match) => sum + numberIn(match), 0);
  return inputs.length > 0 && room > 0 ? input / room : null;
}

/** Failures that no server told of: the connection, or our own clock. */
function kindWithoutStatus(error: unknown): FailureKind {
  const text = chain(error)
    .map((one) => `${one.name} ${one.message} ${String((one as { code?: unknown }).code ?? '')}`)
    .join(' ');
  if (/timeout|timed? ?out/i.test(text)) return 'timeout';
  const connection =
    /connection|fetch failed|terminated|socket|network|premature close|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|UND_ERR|other side closed|ended without|Unterminated|malformed/i;
  const unreadable = chain(error).some((one) => one.name === 'SyntaxError' || /JSON/.test(one.message));
  return unreadable || connection.test(text) ? 'connection' : 'request';
}

/** No server can have heard of the call. */
export function neverArrived(error: unknown): boolean {
  return chain(error).some((one) =>
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|CERT/.test(
      `${one.message} ${String((one as { code?: unknown }).code ?? '')}`,
    ),
  );
}

function factsOfAnswer({ message, code }: AnswerError): ErrorFacts {
  const status = Number(code);
  return {
    status: Number.isInteger(status) && status >= 400 && status < 600 ? status : null,
    codes: code === undefined ? [] : [String(code)],
    message,
    headers: undefined,
  };
}

/** An error and what caused it. */
function chain(error: unknown): Error[] {
  return causesOf(error, 8).filter((at) => at instanceof Error);
}

/** The message of an error of an SDK, or its name where it has none. */
export function textOf(error: unknown): string {
  return messageOf(error) || String((error as { name?: unknown } | null)?.name ?? 'Error');
}

/** Milliseconds of a Retry-After header: seconds, a date, or the providers' own form in milliseconds. */
function retryAfterOf(headers: unknown): number | null {
  const get = (name: string): string | null => {
    if (typeof (headers as Headers | undefined)?.get === 'function') return (headers as Headers).get(name);
    const value = (headers as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'string' ? value : null;
  };
  const milliseconds = Number(get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const text = get('retry-after');
  if (text === null) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
