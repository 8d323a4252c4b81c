import { type ReadBelief, readBelief } from '../belief/read-belief.ts';
import { readBeliefText } from '../belief/read-belief-text.ts';
import type { Codebase } from '../codebase/codebase.ts';
import type { Action } from './actions/actions.ts';
import type { Agent, Explorer, Task } from './agent.ts';
import { AgentRun, type RunContext } from './agent-run.ts';
import type { Condition, Track } from './condition.ts';
import type { Outcome } from './transcript.ts';

/** One agent on one codebase under one condition. */
export interface Episode {
  agent: Agent;
  codebase: Codebase;
  condition: Condition;
  track?: Track;
  /** Budgeted actions, at least 1; default 20. */
  budget?: number;
  /** A belief is asked for after every so many actions; default 3. */
  probeEvery?: number;
  /** 1 for the first sample. */
  trial?: number;
}

/** An agent that explores a codebase, and is asked now and then what it believes. */
export abstract class ExploreRun extends AgentRun {
  protected readonly episode: Required<Episode>;
  private lastProbe = -1;

  /** @param codebase as the agent meets it */
  constructor(episode: Required<Episode>, context: RunContext, codebase: Codebase = episode.codebase) {
    super(context, codebase, episode.budget);
    this.episode = episode;
  }

  protected task(part?: string): Task {
    const { agent, codebase, budget, probeEvery, condition, track, trial } = this.episode;
    const generated = agent.seesGenerator ? codebase.generated : undefined;
    return { ...this.taskBase(part), budget, probeEvery, condition, track, trial, ...(generated ? { generated } : {}) };
  }

  /** The last belief is asked for, unless it just was or the agent has stopped. */
  protected async finish(explorer: Explorer, stopped: Outcome | null): Promise<Outcome> {
    if (this.lastProbe !== this.step && !stopped) await this.probe(explorer, true);
    return stopped ?? { status: 'finished' };
  }

  /** Probes after the action if it is time. */
  protected override async take(
    explorer: Explorer,
    action: Action,
    result: { output: string; ok: boolean },
  ): Promise<void> {
    await super.take(explorer, action, result);
    const { track, probeEvery } = this.episode;
    if (track !== 'no-probe' && this.step % probeEvery === 0) await this.probe(explorer, this.step === this.budget);
  }

  private async probe(explorer: Explorer, final: boolean): Promise<void> {
    this.lastProbe = this.step;
    const answer = await this.orAbort(explorer.believe({ step: this.step, left: this.budget - this.step, final }));
    const read: ReadBelief | null =
      typeof answer === 'string' ? readBeliefText(answer, this.step) : readBelief(answer, this.step);
    this.noteLength(answer);
    this.record({
      type: 'probe',
      step: this.step,
      belief: read?.belief ?? null,
      dropped: read?.dropped ?? 0,
      ...(read && read.dropped > 0 ? { problems: read.problems } : {}),
      ...(typeof answer === 'string' ? { answer } : read === null ? { answer: JSON.stringify(answer) ?? '' } : {}),
    });
  }
}
