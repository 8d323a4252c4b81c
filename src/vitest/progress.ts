import { recordArtifact, type TestArtifactBase, type TestContext } from 'vitest';
import type { GroundTruth } from '../codebase/ground-truth.ts';
import type { Line } from '../episode/recorder.ts';
import type { Cell } from '../phases/phase.ts';
import { scoreEdges } from '../scoring/edges.ts';
import type { SuiteGroup } from './cases.ts';
import { type CheckedGrid, settingIn } from './grid.ts';

/** How far a running episode is, as streamed to the reporter. */
export interface EpisodeProgress extends TestArtifactBase {
  type: 'tocs:progress';
  agent: string;
  subject: string;
  /** Names the group, e.g. `active` or `revise boundary_breach real`. */
  group: string;
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
  { phase, titles }: SuiteGroup,
  cell: Cell,
  grid: CheckedGrid,
): (event: Line) => void {
  const progress: EpisodeProgress = {
    type: 'tocs:progress',
    agent: cell.agent.name,
    subject: cell.subject.id,
    group: titles.join(' '),
    trial: cell.trial,
    step: 0,
    budget: phase.steps(settingIn(grid, phase.name)),
    f1: null,
    cost: null,
  };
  let last: number | undefined;
  return (event) => {
    follow(progress, event, phase.codebaseOf(cell)?.groundTruth);
    const now = performance.now();
    // From the first event on: waiting for its turn does not make an episode slow.
    last ??= now;
    if (event.type === 'end' || now - last < EVERY) return;
    last = now;
    // A case that has ended meanwhile takes no more reports.
    void recordArtifact(task, { ...progress }).catch(() => {});
  };
}

function follow(progress: EpisodeProgress, event: Line, truth: GroundTruth | undefined): void {
  if (event.type === 'action') progress.step = event.step;
  if (event.type === 'probe' && event.belief && truth) progress.f1 = scoreEdges(event.belief, truth).f1;
  if (event.type === 'call' && event.call.cost !== null) progress.cost = (progress.cost ?? 0) + event.call.cost;
}
