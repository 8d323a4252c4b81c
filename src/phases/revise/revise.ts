import { z } from 'zod';
import { type Codebase, codebaseHash } from '../../codebase/codebase.ts';
import type { GroundTruth } from '../../codebase/ground-truth.ts';
import type { Explorer } from '../../episode/agent.ts';
import type { Track } from '../../episode/condition.ts';
import { whyNotDrawn } from '../../patterns/drawn.ts';
import { evidenceOf } from '../../patterns/mutations/evidence.ts';
import { hasPlace, mutate, shamOf } from '../../patterns/mutations/mutate.ts';
import {
  MUTATION_TYPES,
  type Mutated,
  type MutationType,
  nameOfChange,
  VARIANTS,
  type Variant,
} from '../../patterns/mutations/mutation.ts';
import { exploringProtocol } from '../../protocols/exploring.ts';
import type { Scores } from '../../scoring/scores.ts';
import { activeCell, type ConstructCell, construct, titleOfTrack } from '../construct/construct.ts';
import { type Cell, cellsOf, type Ended, type Phase } from '../phase.ts';
import { exploreAgain } from './explore-again.ts';
import { COMMON_METRICS, REAL_METRICS, REVISE_METRICS, SHAM_METRICS } from './metrics.ts';
import { ReviseRun } from './run-revision.ts';
import { scoreRevisePhase } from './score-revision.ts';
import { ReviseScores } from './scores.ts';

const DEFAULT_BUDGET = 5;

const WHOLE = 'must be a whole number of at least 1';

const Options = z.strictObject({
  /** The kinds of changes, each real and as a sham; default all four. Codebases must be generated. */
  mutations: z.array(z.enum(MUTATION_TYPES)).default([...MUTATION_TYPES]),
  /** Whether others followed the change; default `['broken']`: they did not, and checks fail. */
  variants: z.array(z.enum(VARIANTS)).default(['broken']),
  /** Budgeted actions after the change, at least 1; default 5. */
  budget: z.int({ error: WHOLE }).min(1, WHOLE).default(DEFAULT_BUDGET),
});
export type ReviseOptions = z.output<typeof Options>;

export interface ReviseCell extends Cell {
  readonly phase: 'revise';
  readonly subject: Codebase;
  readonly track: Track;
  readonly type: MutationType;
  readonly variant: Variant;
  readonly is_sham: boolean;
}

/** The episode that is gone on from. */
export interface ReviseNeeds extends Record<string, Ended | undefined> {
  active: Ended<ConstructCell, Scores, Explorer> | undefined;
}

/** After the active episode the code changes, or is said to have changed, and agents explore further. */
export const revise: Phase<
  'revise',
  ReviseOptions,
  ReviseCell,
  ReviseScores,
  never,
  ReviseNeeds,
  (typeof REVISE_METRICS)[number]
> = {
  name: 'revise',
  protocol: exploringProtocol('revise', 'revise'),
  options: Options,
  tags: { revise: 'episodes that go on after the code has changed' },
  metrics: REVISE_METRICS,
  gated: ['revision.score', 'revision.claimed_gullibility'],
  main: ['revision.score', 'revision.inertia_proper', 'revision.impact_discovery', 'revision.claimed_gullibility'],
  extends: construct,
  scores: ReviseScores,
  scopes: () => ['revise'],
  refuse: ({ codebases, options: { mutations } }) =>
    whyNotDrawn(codebases, 'revise') ?? whyNoPlace(codebases, mutations),
  groups: (setting, agent) => {
    const { tracks } = setting.of(construct).options;
    const changes = setting.options.mutations.flatMap((type) =>
      setting.options.variants.flatMap((variant) => [false, true].map((is_sham) => ({ type, variant, is_sham }))),
    );
    return changes.flatMap((change) =>
      tracks.map((track) => ({
        titles: ['revise', nameOfChange(change), ...titleOfTrack({ tracks }, track)],
        tags: ['revise'],
        scope: 'revise',
        metrics: [...COMMON_METRICS, ...(change.is_sham ? SHAM_METRICS : REAL_METRICS)],
        cells: cellsOf(
          setting,
          (subject, trial): ReviseCell => ({ phase: 'revise', agent, subject, trial, track, ...change }),
        ),
      })),
    );
  },
  axes: ({ track, ...change }) => ({ change: nameOfChange(change), track }),
  setUp: (setting) => {
    const { budget, probeEvery } = setting.of(construct).options;
    return { budget: setting.options.budget, probe_every: probeEvery, explored_with: budget };
  },
  subjectHash: (cell) => codebaseHash(changeOf(cell).codebase),
  codebaseOf: ({ subject }) => subject,
  needs: (cell) => ({ active: activeCell(cell) }),
  run: async (cell, { active }, setting, context) => {
    const { agent, subject, track, trial } = cell;
    const { probeEvery } = setting.of(construct).options;
    const { codebase: after, mutation } = changeOf(cell);
    const explored = active?.handOver?.fork || active?.scores === null ? active : undefined;
    const before = explored
      ? { transcript: explored.transcript, explorer: explored.handOver }
      : await exploreAgain(activeCell(cell), setting.of(construct), context);
    const real = mutate(subject, cell.type, cell.variant).codebase;
    const evidence = await context.offTheClock(() => evidenceOf(subject, real, cell.variant));
    const episode = {
      agent,
      codebase: subject,
      condition: 'active' as const,
      track,
      budget: setting.options.budget,
      probeEvery,
      trial,
    };
    const run = new ReviseRun(episode, { after, mutation, evidence, construct: before }, context);
    return { outcome: await run.toEnd(), handOver: null };
  },
  score: (cell, transcript) => scoreRevisePhase(transcript, cell.subject.groundTruth, truthAfter(cell)),
  mostCalls: ({ agent, track }, setting) => {
    const { probeEvery } = setting.of(construct).options;
    return agent.mostCalls?.({ condition: 'active', track, budget: setting.options.budget, probeEvery }) ?? 0;
  },
};

/** The codebase as an agent meets it after the change, and the change. */
function changeOf({ subject, type, variant, is_sham }: ReviseCell): Mutated {
  const real = mutate(subject, type, variant);
  return is_sham ? shamOf(subject, real) : real;
}

/** What is true at the end. */
export function truthAfter(cell: ReviseCell): GroundTruth {
  return changeOf(cell).codebase.groundTruth;
}

/** A small codebase may have no place for a kind of change. */
function whyNoPlace(codebases: readonly Codebase[], types: readonly MutationType[]): string | null {
  for (const codebase of codebases) {
    const type = types.find((one) => !hasPlace(codebase, one));
    if (type) return `${codebase.id} has no place for ${type}: leave that out of mutations, or take another seed`;
  }
  return null;
}
