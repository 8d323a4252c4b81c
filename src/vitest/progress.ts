import { recordArtifact, type TestArtifactBase, type TestContext } from 'vitest';
import type { Progress } from '../../reporters/view.ts';
import { viewOf } from '../../reporters/views.ts';
import type { Line } from '../episode/recorder.ts';
import type { Cell } from '../phases/phase.ts';
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
  /** The main figure of its phase so far, as F1 of the last belief; null before there is one. */
  figure: number | null;
  /** What the figure is called; empty where a phase has none while it runs. */
  label: string;
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
  const view = viewOf(phase.name)?.progress(cell, phase.setUp(settingIn(grid, phase.name)));
  const progress: EpisodeProgress = {
    type: 'tocs:progress',
    agent: cell.agent.name,
    subject: cell.subject.id,
    group: titles.join(' '),
    trial: cell.trial,
    step: 0,
    budget: view?.steps ?? 0,
    figure: null,
    label: view?.label ?? '',
    cost: null,
  };
  let last: number | undefined;
  return (event) => {
    follow(progress, event, view);
    const now = performance.now();
    // From the first event on: waiting for its turn does not make an episode slow.
    last ??= now;
    if (event.type === 'end' || now - last < EVERY) return;
    last = now;
    // A case that has ended meanwhile takes no more reports.
    void recordArtifact(task, { ...progress }).catch(() => {});
  };
}

function follow(progress: EpisodeProgress, event: Line, view: Progress | undefined): void {
  if (event.type === 'action') progress.step = event.step;
  progress.figure = view?.figure(event) ?? progress.figure;
  if (event.type === 'call' && event.call.cost !== null) progress.cost = (progress.cost ?? 0) + event.call.cost;
}
