import { recordArtifact, type TestArtifactBase, type TestContext } from 'vitest';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import type { EpisodeStart, TranscriptEvent } from '../episode/transcript.ts';
import { nameOfPhase } from '../patterns/mutations/mutation.ts';
import { scoreEdges } from '../scoring/edges.ts';
import type { Cell } from './grid.ts';

/** How far a running episode is, as streamed to the reporter. */
export interface EpisodeProgress extends TestArtifactBase {
  type: 'tocs:progress';
  agent: string;
  codebase: string;
  condition: string;
  trial: number;
  /** Budgeted actions taken, of how many. */
  step: number;
  budget: number;
  /** F1 of the last belief; null before the first. */
  f1: number | null;
  /** What its model calls cost so far; null without prices. */
  cost: number | null;
}

const key: unique symbol = Symbol('tocs progress');

declare module 'vitest' {
  interface TestArtifactRegistry {
    [key]: EpisodeProgress;
  }
}

/** Milliseconds between two reports of one case, and before the first: fast episodes report nothing. */
const EVERY = 250;

/** Follows the events of an episode, and streams to the reporter how far it is. */
export function progressOf(
  { task }: TestContext,
  { agent, codebase, condition, trial, change, exploit }: Cell,
  grid: { budget: number; reviseBudget: number },
): (event: EpisodeStart | TranscriptEvent) => void {
  const progress: EpisodeProgress = {
    type: 'tocs:progress',
    agent: agent.name,
    codebase: codebase.id,
    condition: nameOfPhase({ change, exploit }) ?? condition,
    trial,
    step: 0,
    budget: change ? grid.reviseBudget : exploit ? 1 : grid.budget,
    f1: null,
    cost: null,
  };
  let last: number | undefined;
  return (event) => {
    follow(progress, event, codebase.groundTruth);
    const now = performance.now();
    // From the first event on: waiting for its turn does not make an episode slow.
    last ??= now;
    if (event.type === 'end' || now - last < EVERY) return;
    last = now;
    // A case that has ended meanwhile takes no more reports.
    void recordArtifact(task, { ...progress }).catch(() => {});
  };
}

function follow(progress: EpisodeProgress, event: EpisodeStart | TranscriptEvent, truth: GroundTruth): void {
  if (event.type === 'action') progress.step = event.step;
  if (event.type === 'probe' && event.belief) progress.f1 = scoreEdges(event.belief, truth).f1;
  if (event.type === 'call' && event.call.cost !== null) progress.cost = (progress.cost ?? 0) + event.call.cost;
}
