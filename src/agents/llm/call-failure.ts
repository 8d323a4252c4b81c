import type { CallFailure } from './model.ts';

/** An error as the SDKs throw them. */
interface ProviderError {
  name?: string;
  status?: unknown;
  code?: unknown;
  message?: unknown;
  headers?: unknown;
  cause?: unknown;
}

const OVERFLOW =
  /context[_ ](?:length|window)|prompt is too long|input token count|maximum context|too many tokens|exceeds? the (?:context|maximum)/i;
const REFUSED = /content[_ ]?(?:policy|filter)|safety|prohibited[_ ]content/i;

/** Says what kind of failure an error of an SDK is. */
export function classifyFailure(error: unknown): CallFailure {
  const { name = '', status, code, message, headers, cause } = (error ?? {}) as ProviderError;
  const text = typeof message === 'string' && message !== '' ? message : String(error);
  const retryAfter = retryAfterOf(headers) ?? retryDelayOf(text);
  const failure = (kind: CallFailure['kind'], passing: boolean): CallFailure => ({
    kind,
    passing,
    retryAfter,
    message: text,
  });

  const number = typeof status === 'number' ? status : undefined;
  if (number === undefined) {
    // An error that came in the middle of a stream has no status, but says its type.
    const type = /"type":\s*"(\w+_error)"/.exec(text)?.[1];
    if (type !== undefined) return failure(...ofType(type, text));
    if (/timeout/i.test(name) || /timed? ?out/i.test(text)) return failure('timeout', true);
    const connection =
      /connection|fetch failed|terminated|socket|network|premature close|ECONN|EPIPE|other side closed|ended without|JSON input|Unterminated/i;
    return connection.test(`${name} ${text} ${causeText(cause)}`)
      ? failure('connection', true)
      : failure('request', false);
  }
  if (number === 401 || number === 403) return failure('auth', false);
  if (number === 408) return failure('timeout', true);
  if (number === 409) return failure('server', true);
  if (number === 429) return failure('rate-limit', !/insufficient_quota/.test(`${String(code)} ${text}`));
  if (number >= 500) return failure('server', true);
  if (number === 413 || code === 'context_length_exceeded' || OVERFLOW.test(text))
    return failure('context-overflow', false);
  if (/API key not valid|api[_ ]key/i.test(text)) return failure('auth', false);
  if (REFUSED.test(`${String(code)} ${text}`)) return failure('refusal', false);
  return failure('request', false);
}

function ofType(type: string, text: string): [CallFailure['kind'], boolean] {
  if (/authentication|permission/.test(type)) return ['auth', false];
  if (/rate_limit/.test(type)) return ['rate-limit', true];
  if (/overloaded|api_error|timeout|server/.test(type)) return ['server', true];
  return OVERFLOW.test(text) ? ['context-overflow', false] : ['request', false];
}

/** Milliseconds of a Retry-After header: seconds, a date, or the providers' own form in milliseconds. */
function retryAfterOf(headers: unknown): number | null {
  const get = (name: string): string | null => {
    if (headers instanceof Headers) return headers.get(name);
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

/** Google says how long to wait in the body. */
function retryDelayOf(text: string): number | null {
  const seconds = /"retryDelay":\s*"([\d.]+)s"/.exec(text.replaceAll('\\"', '"'))?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const { code } = cause as { code?: unknown };
  return `${cause.name} ${cause.message} ${String(code ?? '')}`;
}
