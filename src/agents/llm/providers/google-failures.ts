import { type ErrorFacts, type FailureRow, textOf } from '../failure.ts';

/** What errors mean at Google: statuses of gRPC and reasons first, wordings after them. */
export const GOOGLE_FAILURES: readonly FailureRow[] = [
  { kind: 'quota', code: /^BILLING_DISABLED$/, source: 'google.api.ErrorReason' },
  {
    kind: 'auth',
    code: /^(?:API_KEY_INVALID|API_KEY_SERVICE_BLOCKED|SERVICE_DISABLED|CONSUMER_INVALID|UNAUTHENTICATED|PERMISSION_DENIED|ACCESS_TOKEN_\w+)$/,
    source: 'github.com/google-gemini/gemini-cli/issues/25198; google.rpc.Code',
  },
  { kind: 'quota', says: /credits are depleted/i, source: 'ai.google.dev/gemini-api/docs/billing: prepayment' },
  { kind: 'quota', code: /PerDay/, source: 'ai.google.dev/gemini-api/docs/rate-limits: quotaId of a QuotaFailure' },
  {
    kind: 'quota',
    code: /^RESOURCE_EXHAUSTED$/,
    says: /\blimit: 0\b/,
    source: 'a model that the free tier has none of',
  },
  { kind: 'rate-limit', code: /^RESOURCE_EXHAUSTED$/, source: 'google.rpc.Code' },
  { kind: 'model', code: /^NOT_FOUND$/, source: 'google.rpc.Code' },
  { kind: 'server', code: /^(?:INTERNAL|UNAVAILABLE|DEADLINE_EXCEEDED|ABORTED|CANCELLED)$/, source: 'google.rpc.Code' },
  {
    kind: 'max-tokens',
    says: (message) => maximumOf(message) !== null,
    source: 'github.com/BerriAI/litellm/issues/10548',
  },
  {
    kind: 'context-overflow',
    says: /input token count|exceeds the maximum number of tokens allowed/i,
    source: 'github.com/google-gemini/gemini-cli/issues/6678',
  },
  {
    kind: 'auth',
    status: [400],
    says: /API key (?:not valid|not found|expired)|location is not supported/i,
    source: 'github.com/can1357/oh-my-pi/issues/449',
  },
];

/** `… maxOutputTokens value of 65536 but the supported range is from 1 (inclusive) to 65536 (exclusive)` */
export function maximumOf(message: string): number | null {
  const stated =
    /maxOutputTokens value of \d+ but the supported range is from \d+ \(inclusive\) to (\d+) \((exclusive|inclusive)\)/i.exec(
      message,
    );
  return stated ? Number(stated[1]) - (stated[2] === 'exclusive' ? 1 : 0) : null;
}

interface Detail {
  reason?: string;
  retryDelay?: string;
  violations?: { quotaId?: string }[];
}

/** What an error of the SDK says: its message is the body as JSON, of Vertex in a list. */
export function googleFacts(error: unknown): ErrorFacts {
  const { status, headers } = (error ?? {}) as { status?: unknown; headers?: unknown };
  const whole = textOf(error);
  const body = bodyIn(whole);
  const details = body?.details ?? [];
  const delay =
    details.find(({ retryDelay }) => retryDelay)?.retryDelay ??
    /"retryDelay":\s*"([\d.]+s)"/.exec(whole.replaceAll('\\"', '"'))?.[1];
  const seconds = delay === undefined ? Number.NaN : Number.parseFloat(delay);
  return {
    status: typeof status === 'number' ? status : (body?.code ?? null),
    codes: [
      body?.status,
      ...details.map(({ reason }) => reason),
      ...details.flatMap(({ violations }) => violations?.map(({ quotaId }) => quotaId) ?? []),
    ].filter((code): code is string => typeof code === 'string'),
    message: body?.message ?? whole,
    headers,
    retryAfter: Number.isFinite(seconds) ? seconds * 1000 : null,
  };
}

interface GoogleError {
  code?: number;
  status?: string;
  message?: string;
  details?: Detail[];
}

function bodyIn(message: string, depth = 0): GoogleError | null {
  const start = message.search(/[[{]/);
  if (start === -1 || depth > 2) return null;
  try {
    const value = JSON.parse(message.slice(start)) as { error?: GoogleError } | { error?: GoogleError }[];
    const error = (Array.isArray(value) ? value[0] : value)?.error;
    if (typeof error !== 'object' || error === null) return null;
    // The message may be JSON once more.
    const inner = typeof error.message === 'string' ? bodyIn(error.message, depth + 1) : null;
    return { ...error, ...inner, details: [...list(error.details), ...list(inner?.details)] };
  } catch {
    return null;
  }
}

function list(details: unknown): Detail[] {
  return Array.isArray(details) ? details.filter((detail) => typeof detail === 'object' && detail !== null) : [];
}
