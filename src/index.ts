import './vitest/context.ts';

export { baselines } from './agents/baselines/baselines.ts';
export type { AgentOptions } from './agents/llm/model-agent.ts';
export {
  anthropic,
  google,
  type OpenAIAgentOptions,
  openai,
} from './agents/llm/models.ts';
export {
  Belief,
  type BeliefInput,
  type ComponentInput,
  type EdgeInput,
  type ExportInput,
  emptyBelief,
  type InvariantInput,
} from './belief/belief.ts';
export { type Codebase, createCodebase } from './codebase/codebase.ts';
export { readTocs } from './codebase/directory.ts';
export { EDGE_TYPES, type Edge, type EdgeType, GroundTruth } from './codebase/ground-truth.ts';
export type { Action } from './episode/actions/actions.ts';
export {
  type Agent,
  AgentStopped,
  type Believed,
  type Choice,
  EpisodeFailure,
  type Explorer,
  type Notice,
  type Observation,
  type Probe,
  type Refused,
  type Task,
  type Turn,
} from './episode/agent.ts';
export { CONDITIONS, type Condition, type Track } from './episode/condition.ts';
export type { Episode } from './episode/explore-run.ts';
export type { ModelCall, TokenUsage } from './episode/model-call.ts';
export { type Outcome, readTranscript, type Transcript } from './episode/transcript.ts';
export { type GenerateOptions, generate } from './patterns/generate.ts';
export { type EpisodeOptions, runEpisode } from './phases/construct/run-episode.ts';
export { ExploitScores } from './phases/exploit/scores.ts';
export type { Ended } from './phases/phase.ts';
export { METRICS, type MetricName } from './phases/phases.ts';
export { ReviseScores } from './phases/revise/scores.ts';
export { type PhaseRun, runPhase } from './phases/run-phase.ts';
export { type Aggregate, aggregate, type Sample } from './scoring/aggregate.ts';
export { activePassiveGap, type Gap } from './scoring/gap.ts';
export type { Metric } from './scoring/metric.ts';
export { Result } from './scoring/result.ts';
export { score } from './scoring/score.ts';
export { Scores } from './scoring/scores.ts';
export {
  type EpisodeBody,
  type EpisodeContext,
  EpisodeFailedError,
  type TestedEpisode,
  ThresholdError,
} from './vitest/cases.ts';
export { type DescribeEpisodes, describeEpisodes } from './vitest/describe-episodes.ts';
export { type Grid, GridError } from './vitest/grid.ts';
export type { Bound, MetricThresholds, Thresholds } from './vitest/thresholds.ts';
