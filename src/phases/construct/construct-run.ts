import { EpisodeFailure, type Explorer, type Observation } from '../../episode/agent.ts';
import type { RunContext } from '../../episode/agent-run.ts';
import { type Episode, ExploreRun } from '../../episode/explore-run.ts';
import { actionsOf, type Outcome, type Transcript } from '../../episode/transcript.ts';

/** An agent explores a codebase under one of the conditions. */
export class ConstructRun extends ExploreRun {
  /** The agent at work, once it has begun. */
  explorer: Explorer | null = null;
  private readonly active: Transcript | undefined;

  /** @param active what a replay shows again */
  constructor(episode: Required<Episode>, context: RunContext, active?: Transcript) {
    super(episode, context);
    this.active = active;
  }

  protected override async phase(): Promise<Outcome> {
    const { agent, codebase } = this.episode;
    const truth = agent.seesTruth ? codebase.groundTruth : undefined;
    const explorer = await this.orAbort(agent.explore(this.task(), truth));
    this.explorer = explorer;
    return this.finish(explorer, await this.explorationStopped(explorer));
  }

  private explorationStopped(explorer: Explorer): Promise<Outcome | null> {
    switch (this.episode.condition) {
      case 'active':
        return this.act(explorer);
      case 'passive-full':
        return this.showAll(explorer);
      case 'passive-oracle':
        return this.showEach(explorer, this.oracleActions());
      case 'passive-replay':
        return this.replay(explorer);
    }
  }

  private async showAll(explorer: Explorer): Promise<null> {
    const observations = [...this.episode.codebase.files].map(
      ([path, output]): Observation => ({ step: 0, action: { type: 'open', argument: path }, output, ok: true }),
    );
    for (const observation of observations) this.record({ type: 'action', ...observation });
    await this.tell(explorer, observations);
    return null;
  }

  private async showEach(explorer: Explorer, observations: readonly Omit<Observation, 'step'>[]): Promise<null> {
    for (const { action, output, ok } of observations) await this.take(explorer, action, { output, ok });
    return null;
  }

  /** The B modules with the most true edges at either end, ties by path. */
  private oracleActions(): Omit<Observation, 'step'>[] {
    const { codebase, budget } = this.episode;
    const counts = new Map(Object.keys(codebase.groundTruth.modules).map((path) => [path, 0]));
    for (const { source, target } of codebase.groundTruth.dependency_edges) {
      for (const end of [source, target]) counts.set(end, (counts.get(end) ?? 0) + 1);
    }
    return [...counts]
      .filter(([path]) => codebase.files.has(path))
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, budget)
      .map(([path]) => ({
        action: { type: 'open', argument: path },
        output: codebase.files.get(path) as string,
        ok: true,
      }));
  }

  private replay(explorer: Explorer): Promise<null> {
    const { active } = this;
    if (!active) throw new EpisodeFailure('setup', 'there is no active episode to replay');
    if (active.outcome.status === 'failed') {
      const { kind, message } = active.outcome;
      throw new EpisodeFailure(kind, `the active episode to replay failed: ${message}`);
    }
    return this.showEach(explorer, actionsOf(active));
  }
}
