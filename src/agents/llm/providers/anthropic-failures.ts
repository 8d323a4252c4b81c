import { type ErrorFacts, type FailureRow, isOurLimit, textOf } from '../failure.ts';

/** What errors mean at Anthropic: types and codes first, wordings after them. */
export const ANTHROPIC_FAILURES: readonly FailureRow[] = [
  {
    kind: 'quota',
    code: /^(?:billing_error|\w*spend_limit_reached|linked_organization_billing_unavailable)$/,
    source: '@anthropic-ai/sdk resources/shared.d.ts; platform.claude.com/docs/en/api/errors',
  },
  {
    kind: 'auth',
    code: /^(?:authentication_error|permission_error|organization_on_hold|organization_type_not_supported|api_key_scope_missing|unsupported_region)$/,
    source: 'platform.claude.com/docs/en/api/errors',
  },
  { kind: 'model', code: /^not_found_error$/, source: 'platform.claude.com/docs/en/api/errors' },
  {
    kind: 'rate-limit',
    code: /^(?:rate_limit_error|ramp_limit_exceeded)$/,
    source: 'platform.claude.com/docs/en/api/errors',
  },
  { kind: 'rate-limit', status: [429], source: 'platform.claude.com/docs/en/api/errors' },
  {
    kind: 'server',
    code: /^(?:overloaded_error|api_error|timeout_error|conflict_error)$/,
    source: 'platform.claude.com/docs/en/api/errors',
  },
  {
    kind: 'context-overflow',
    code: /^(?:request_too_large|request_body_too_large_after_decoding)$/,
    source: 'platform.claude.com/docs/en/api/errors',
  },
  {
    kind: 'quota',
    says: /credit balance is too low|specified API usage limits/i,
    source: 'github.com/anthropics/claude-code/issues/66314',
  },
  {
    kind: 'max-tokens',
    // An answer is asked for that may be as long as the input: what is refused here is mostly the conversation.
    says: (message) => maximumOf(message) !== null || isOurLimit(message, 0.5),
    source: 'github.com/anthropics/claude-code/issues/24451',
  },
  {
    kind: 'context-overflow',
    says: /prompt is too long|input is too long for requested model|input length and `?max_tokens`? exceed context limit|context_window: \d+ - input_tokens/i,
    source: 'github.com/anthropics/claude-code/issues/228; docker/docker-agent/issues/569',
  },
  {
    kind: 'refusal',
    status: [400],
    says: /output blocked by content filtering policy/i,
    source: 'Anthropic error recorded by several clients',
  },
  {
    kind: 'refusal',
    code: /^invalid_request_error$/,
    says: /output blocked by content filtering policy/i,
    source: 'the same in the middle of a stream',
  },
  { kind: 'request', code: /^invalid_request_error$/, source: 'platform.claude.com/docs/en/api/errors' },
];

/** `max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for …` */
export function maximumOf(message: string): number | null {
  const stated = /max_tokens: [\d,]+ > ([\d,]+), which is the maximum allowed number of output tokens/i.exec(
    message,
  )?.[1];
  return stated === undefined ? null : Number(stated.replaceAll(',', ''));
}

interface AnthropicError {
  status?: unknown;
  type?: unknown;
  errorCode?: unknown;
  apiMessage?: unknown;
  headers?: unknown;
  error?: unknown;
}

/** What an error of the SDK says; one from the middle of a stream has a type and no status. */
export function anthropicFacts(error: unknown): ErrorFacts {
  const { status, type, errorCode, apiMessage, headers, error: body } = (error ?? {}) as AnthropicError;
  const whole = textOf(error);
  // Where the SDK has not read the body of an error, its message holds it as JSON.
  const named = /"error":\s*\{[\s\S]*?"type":\s*"(\w+)"/.exec(whole)?.[1];
  return {
    status: typeof status === 'number' ? status : body === undefined ? null : 500,
    codes: [errorCode, type, named].filter((code): code is string => typeof code === 'string'),
    message: typeof apiMessage === 'string' && apiMessage !== '' ? apiMessage : whole,
    headers,
  };
}
