import { type FailureRow, isOurLimit, shareOfRoom } from '../failure.ts';

/**
 * What errors mean at OpenAI and at the servers that speak its APIs: codes and types first, wordings after them, and what is more
 * particular before what is less.
 */
export const OPENAI_FAILURES: readonly FailureRow[] = [
  // Codes and types.
  {
    kind: 'quota',
    code: /^(?:insufficient_quota|billing_\w+|credit_balance_exhausted|\w+_(?:spend|usage)_limit_exceeded|access_terminated)$/,
    source: 'developers.openai.com/docs/guides/error-codes',
  },
  {
    kind: 'rate-limit',
    status: [413],
    code: /rate_limit_exceeded|^tokens$/,
    source: 'github.com/continuedev/continue/issues/10218 (Groq: tokens per minute)',
  },
  {
    kind: 'rate-limit',
    code: /^(?:rate_limit_exceeded|rate_limit_error|slow_down|service_tier_capacity_exceeded)$/,
    source: 'developers.openai.com/docs/guides/error-codes',
  },
  {
    kind: 'refusal',
    code: /^(?:invalid_prompt|content_filter|content_policy_violation|bio_policy|cyber_policy|misalignment_policy_violation|ResponsibleAIPolicyViolation|data_inspection_failed)$/,
    source:
      'openai-node src/resources/responses/responses.ts; github.com/openai/codex/issues/7250; openai-python/issues/331 (Azure)',
  },
  {
    kind: 'max-tokens',
    code: /^context_length_exceeded$/,
    says: isOurLimit,
    source: 'github.com/ChatGPTNextWeb/NextChat/issues/3195',
  },
  {
    kind: 'context-overflow',
    code: /^(?:context_length_exceeded|exceed_context_size_error|model_context_window_exceeded)$/,
    source: 'github.com/Nutlope/aicommits/issues/259; llama.cpp tools/server/server-common.cpp',
  },
  {
    kind: 'context-overflow',
    code: /^string_above_max_length$/,
    says: /input|messages|instructions/,
    source: 'OpenAI error of an input over 1 MiB',
  },
  {
    kind: 'model',
    code: /^(?:model_not_found|DeploymentNotFound|model_decommissioned|model_not_available|invalid_model|model_terms_required)$/,
    source: 'github.com/microsoft/autogen/issues/822 (Azure); console.groq.com/docs/errors',
  },
  {
    kind: 'auth',
    code: /^(?:invalid_api_key|authentication_error|unsupported_country_region_territory|PermissionDenied)$/,
    source: 'developers.openai.com/docs/guides/error-codes',
  },
  {
    kind: 'server',
    code: /^(?:server_error|server_is_overloaded|service_unavailable_error|unavailable_error|overloaded_error)$/,
    source: 'developers.openai.com/docs/guides/error-codes; llama.cpp server-common.cpp',
  },
  {
    kind: 'request',
    code: /^(?:not_supported_error|NotImplementedError)$/,
    source: 'llama.cpp server-common.cpp; vllm/entrypoints/utils.py',
  },
  // A sampling that no tool call came out of, which the next try may have.
  { kind: 'server', code: /^(?:tool_use_failed|json_validate_failed)$/, source: 'console.groq.com/docs/errors' },

  // Wordings. Tokens per minute are no context, and come with 413 or 429.
  {
    kind: 'rate-limit',
    status: [413, 429],
    says: /tokens per min|\bTPM\b|rate limit/i,
    source: 'github.com/vanna-ai/vanna-flask/issues/11; Groq',
  },
  {
    kind: 'quota',
    status: [400, 402, 403, 429],
    says: /insufficient (?:credits|balance|quota)|balance is insufficient|key limit exceeded|exceeded your current quota|free-models-per-day|afford 0\b|tokens limit exceeded/i,
    source: 'api-docs.deepseek.com/quick_start/error_codes; openrouter.ai/docs/api/reference/errors-and-debugging',
  },
  {
    kind: 'max-tokens',
    status: [402],
    says: /fewer max_tokens/i,
    source: 'github.com/can1357/oh-my-pi/issues/9569 (OpenRouter)',
  },
  {
    kind: 'max-tokens',
    says: isOurLimit,
    source: 'github.com/vllm-project/vllm/issues/20409; vllm/renderers/params.py',
  },
  { kind: 'max-tokens', says: (message) => maximumOf(message) !== null, source: 'see MAXIMA' },
  {
    kind: 'max-tokens',
    status: [400, 422],
    says: (message) =>
      /max_(?:completion_|new_|output_)?tokens['"`]*(?: \S+){0,4}? is too large|max_tokens=\d+ ?cannot be greater than/i.test(
        message,
      ) && (shareOfRoom(message) ?? 0) <= 0.9,
    source: 'github.com/claude-code-best/claude-code/issues/272; vllm/renderers/params.py',
  },
  {
    kind: 'context-overflow',
    status: [400, 403, 413, 422, 500],
    says: new RegExp(
      [
        'maximum (?:context|model|prompt|input) length',
        'context (?:length|size|window)(?![^.\\n]{0,200}quota)[^.\\n]{0,200}exceed',
        'exceeds? [^.\\n]{0,200}context (?:length|size|window)',
        'maximum allowed input length',
        '(?<!\\bin )\\b(?:input|prompt)(?: ?\\([^)\\n]{0,80}\\)| (?:is|was|has|text|size|length|tokens?|sequence|contains [\\d,]+ tokens[^.\\n]{0,40}?))* too (?:long|large)',
        "longer than the model'?s",
        'input tokens exceed',
        'exceeded (?:max context|model token limit)',
        'greater than the context length',
        'reduce the length of the (?:messages|input)',
        'Range of input length',
        '`inputs` must have less than',
        'input length [\\d,]+ exceeds',
        'configured context size',
      ].join('|'),
      'i',
    ),
    source:
      'vllm/entrypoints/utils.py; llama.cpp server-common.cpp and issues/15780; lmstudio-bug-tracker/issues/546; earendil-works/pi overflow.ts (xAI, Mistral, Together, DashScope, Kimi, Ollama)',
  },
  { kind: 'context-overflow', status: [413], source: 'a gateway that takes no body so large' },
  {
    kind: 'refusal',
    status: [400, 403],
    says: /flagged[\s\S]{0,200}(?:usage polic|moderation)|usage polic[\s\S]{0,200}flagged|content management policy|input was flagged|Content Exists Risk/i,
    source: 'github.com/usestrix/strix/issues/1162; openrouter.ai/docs/api/reference/errors-and-debugging; DeepSeek',
  },
  {
    kind: 'auth',
    status: [400],
    says: /\b(?:incorrect|invalid|wrong|missing|expired|valid|provide|no)\b[^.\n]{0,60}\bAPI[ _-]?key|\bAPI[ _-]?key\b[^.\n]{0,60}\b(?:invalid|incorrect|not valid|missing|expired|required|wrong|not found)/i,
    source: 'xAI and others answer a wrong key with 400',
  },
  {
    kind: 'model',
    status: [400, 404],
    says: /\bmodel:? ?(?:[`'"]?[\w./:@+-]{1,200}[`'"]?,? )?(?:(?:was |is |could )?(?:does not exist|not found|not be found|not exist)|is not a valid model)|not a valid model id|no endpoints found for/i,
    source: 'github.com/vllm-project/vllm/issues/3485; OpenRouter',
  },
  // OpenRouter: the model is there, and none of its hosts takes what was asked.
  {
    kind: 'request',
    status: [404],
    says: /no endpoints found that support/i,
    source: 'openrouter.ai: routing by required parameters',
  },
  {
    kind: 'request',
    status: [403],
    says: /verified to (?:stream|generate)/i,
    source: 'github.com/BeehiveInnovations/pal-mcp-server/issues/134',
  },
  { kind: 'request', status: [501], source: 'vllm/entrypoints/utils.py' },
];

/** Messages that say how many tokens an answer may have at most. */
const MAXIMA: readonly RegExp[] = [
  // OpenAI, Azure: github.com/tailcallhq/forgecode/issues/1185
  /supports at most ([\d,]+) (?:completion|output) tokens/i,
  // OpenAI, Groq, Cerebras, Volcengine: github.com/RooCodeInc/Roo-Code/issues/5136
  /max_(?:completion_|output_|new_)?tokens[`'"]*[^\n]{0,90}?(?:expected a value <=|less than or equal to) [`'"]?(\d[\d,]*)/i,
  // Together, Fireworks, SambaNova and others, in their own words
  /max_(?:completion_|output_|new_)?tokens[`'"]*[^\n]{0,90}?(?:at most|no more than|not exceed|not be greater than|exceeds? the [^\n\d]{0,40}?(?:limit|maximum)(?: of)?) [`'"]?(\d[\d,]*)/i,
  // DeepSeek: github.com/deepseek-ai/DeepSeek-V3/issues/69; DashScope
  /range of max_tokens (?:is|should be) \[\d+, ?([\d,]+)\]/i,
  // Ollama's cloud
  /max_(?:completion_|new_)?tokens \([\d,]+\) exceeds model'?s maximum output tokens \(([\d,]+)\)/i,
];

/** The most tokens that an answer may have, where a message states it. */
export function maximumOf(message: string): number | null {
  for (const pattern of MAXIMA) {
    const stated = pattern.exec(message)?.[1];
    if (stated !== undefined) return Number(stated.replaceAll(',', ''));
  }
  return null;
}
