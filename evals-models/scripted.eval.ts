import { anthropic, describeEpisodes, generate, google, openai } from 'vitest-tocs';
import { POLICIES } from '../fixtures/scripted-models/policies.ts';
import { startModelServer } from '../fixtures/scripted-models/server.ts';

/** Models that follow a script, on a server on this machine: no key, no network, and the real SDKs all the same. */
const server = await startModelServer();
const apiKey = 'none';
const prices = { input: 1, cached: 0.1, output: 4 };
const codebases = generate({
  diversity: 'published',
  language: 'typescript',
  complexity: 'medium',
  seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
});

describeEpisodes('scripted models', {
  agents: Object.keys(POLICIES).map((policy) =>
    openai(`scripted-${policy}`, {
      name: `scripted: ${policy}`,
      baseURL: server.openai,
      api: 'responses',
      apiKey,
      prices,
    }),
  ),
  codebases,
});

describeEpisodes('scripted models over each API', {
  agents: [
    openai('scripted-careful', {
      name: 'scripted, Responses',
      baseURL: server.openai,
      api: 'responses',
      apiKey,
      prices,
    }),
    openai('scripted-careful', { name: 'scripted, Chat', baseURL: server.openai, apiKey, prices }),
    anthropic('scripted-careful', { name: 'scripted, Messages', baseURL: server.anthropic, apiKey, prices }),
    google('scripted-careful', { name: 'scripted, Google', baseURL: server.google, apiKey, prices }),
    openai('scripted-careful', { name: 'scripted, paper', baseURL: server.openai, apiKey, prices, preset: 'paper' }),
  ],
  codebases: codebases.slice(0, 3),
  conditions: ['active', 'passive-full', 'passive-oracle', 'passive-replay'],
  tracks: ['scratchpad', 'probe-only', 'no-probe'],
  thresholds: { dependency_f1: 0.4, 'externalisation.externalised': 0.95, 'passive-full': { dependency_f1: 0.95 } },
});
