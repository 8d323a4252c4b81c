import { z } from 'zod';
import { type Codebase, codebaseHash } from '../../codebase/codebase.ts';
import type { Agent, Explorer } from '../../episode/agent.ts';
import { CONDITIONS, type Condition, TRACKS, type Track } from '../../episode/condition.ts';
import { likelyByNames, PRIOR, priorOf } from '../../prior/prior.ts';
import { exploringProtocol } from '../../protocols/exploring.ts';
import { score } from '../../scoring/score.ts';
import { Scores } from '../../scoring/scores.ts';
import { type Cell, cellsOf, type Ended, type Phase } from '../phase.ts';
import { ConstructRun } from './construct-run.ts';
import { CONSTRUCT_METRICS } from './metrics.ts';

export const DEFAULT_BUDGET = 20;
export const DEFAULT_PROBE_EVERY = 3;

const WHOLE = 'must be a whole number of at least 1';
const AtLeast1 = z.int({ error: WHOLE }).min(1, WHOLE);

const Options = z.strictObject({
  /** Default: `['active']`. */
  conditions: z.array(z.enum(CONDITIONS)).default(['active']),
  /** What becomes of a probe and its answer; default: `['scratchpad']`. */
  tracks: z.array(z.enum(TRACKS)).default(['scratchpad']),
  /** Budgeted actions an episode, at least 1; default 20. */
  budget: AtLeast1.default(DEFAULT_BUDGET),
  /** A belief is asked for after every so many actions, at least 1; default 3. */
  probeEvery: AtLeast1.default(DEFAULT_PROBE_EVERY),
});
export type ConstructOptions = z.output<typeof Options>;

export interface ConstructCell extends Cell {
  readonly phase: 'construct';
  readonly subject: Codebase;
  readonly condition: Condition;
  readonly track: Track;
}

/** What a replay shows again. */
export interface ConstructNeeds extends Record<string, Ended | undefined> {
  active: Ended<ConstructCell, Scores, Explorer> | undefined;
}

/** Agents explore a codebase, and write down what they believe of its architecture. */
export const construct: Phase<
  'construct',
  ConstructOptions,
  ConstructCell,
  Scores,
  Explorer,
  ConstructNeeds,
  (typeof CONSTRUCT_METRICS)[number]
> = {
  name: 'construct',
  protocol: exploringProtocol('construct'),
  options: Options,
  tags: Object.fromEntries(CONDITIONS.map((name) => [name, `episodes under the condition ${name}`])),
  metrics: CONSTRUCT_METRICS,
  gated: [
    { name: 'dependency_f1_beyond_names', where: 'unguessable' },
    { name: 'dependency_f1', where: 'guessable' },
    'invariant_f1',
    'action_auc_budget',
  ],
  main: [
    'dependency_f1_beyond_names',
    'dependency_f1',
    'dependency_precision',
    'dependency_recall',
    'invariant_f1',
    'action_auc_budget',
  ],
  scores: Scores,
  scopes: ({ conditions }) => conditions,
  refuse: () => null,
  groups: (setting, agent) =>
    setting.options.conditions.flatMap((condition) =>
      setting.options.tracks.map((track) => ({
        titles: [condition, ...titleOfTrack(setting.options, track)],
        tags: [condition],
        scope: condition,
        // All files are shown at once: there is no curve.
        metrics: CONSTRUCT_METRICS.filter(({ needsCurve }) => !(needsCurve && condition === 'passive-full')),
        cells: cellsOf(
          setting,
          (subject, trial): ConstructCell => ({ phase: 'construct', agent, subject, trial, condition, track }),
        ),
      })),
    ),
  axes: ({ condition, track }) => ({ condition, track }),
  setUp: ({ options: { budget, probeEvery } }) => ({ budget, probe_every: probeEvery }),
  subjectHash: ({ subject }) => codebaseHash(subject),
  codebaseOf: ({ subject }) => subject,
  needs: (cell) => ({
    active: cell.condition === 'passive-replay' ? { ...cell, condition: 'active' } : undefined,
  }),
  run: async (
    { agent, subject, condition, track, trial },
    { active },
    { options: { budget, probeEvery } },
    context,
  ) => {
    const episode = { agent, codebase: subject, condition, track, budget, probeEvery, trial };
    const run = new ConstructRun(episode, context, active?.transcript);
    return { outcome: await run.toEnd(), handOver: run.explorer };
  },
  prior: ({ subject: { generated } }) => (generated ? { version: PRIOR, f1: priorOf(generated).f1 } : null),
  score: ({ subject }, transcript) => score(transcript, subject.groundTruth, likelyByNames(subject)),
  mostCalls: ({ agent, condition, track }, { options: { budget, probeEvery } }) =>
    agent.mostCalls?.({ condition, track, budget, probeEvery }) ?? 0,
};

/** Tracks are named where there are several, or one that is not the usual one. */
export function titleOfTrack({ tracks }: Pick<ConstructOptions, 'tracks'>, track: Track): string[] {
  return tracks.length > 1 || track !== 'scratchpad' ? [track] : [];
}

/** The active episode that a later phase goes on from. */
export function activeCell(cell: { agent: Agent; subject: Codebase; track: Track; trial: number }): ConstructCell {
  const { agent, subject, track, trial } = cell;
  return { phase: 'construct', agent, subject, track, trial, condition: 'active' };
}
