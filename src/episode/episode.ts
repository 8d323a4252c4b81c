import { z } from 'zod';
import { checked } from '../codebase/checked.ts';
import { EpisodeFailure, type Explorer, type Observation } from './agent.ts';
import { CONDITIONS, TRACKS } from './condition.ts';
import { type Episode, type EpisodeOptions, EpisodeRun } from './episode-run.ts';
import { actionsOf, type Outcome, type Transcript } from './transcript.ts';

const AtLeast1 = z.number().int('must be a whole number').min(1, 'must be at least 1');

/** What a setting is checked against. */
const Setting = z.looseObject({
  agent: z.looseObject({
    name: z.string().min(1, 'is empty'),
    explore: z.custom<unknown>((value) => typeof value === 'function', 'is no method'),
  }),
  codebase: z.looseObject({ files: z.instanceof(Map, { error: 'is no Map' }) }),
  condition: z.enum(CONDITIONS),
  track: z.enum(TRACKS).optional(),
  budget: AtLeast1.optional(),
  probeEvery: AtLeast1.optional(),
  trial: AtLeast1.optional(),
});

/**
 * Runs an episode. It never throws for what an agent does or says: the outcome tells whether the agent finished, was
 * stopped by its own doing, or failed for reasons that are not its own.
 *
 * @throws TypeError for a setting that is not valid, in one line that names it
 *
 * @example
 * const [codebase] = generate({ seeds: [1] });
 * const transcript = await runEpisode({ agent: baselines.configAware(), codebase, condition: 'active' });
 * score(transcript, codebase.groundTruth).dependency_f1;
 */
export async function runEpisode(episode: Episode, options: EpisodeOptions = {}): Promise<Transcript> {
  checked('runEpisode', Setting, episode);
  const run = new ConstructRun(episode, options);
  return run.toEnd();
}

class ConstructRun extends EpisodeRun {
  protected override async phase(): Promise<Outcome> {
    const { agent, codebase } = this.episode;
    const truth = agent.seesTruth ? codebase.groundTruth : undefined;
    const explorer = await this.orAbort(agent.explore(this.task(), truth));
    this.options.onExplorer?.(explorer);
    return this.finish(explorer, await this.explorationStopped(explorer));
  }

  private explorationStopped(explorer: Explorer): Promise<Outcome | null> {
    switch (this.episode.condition) {
      case 'active':
        return this.active(explorer);
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

  private async replay(explorer: Explorer): Promise<null> {
    const { onEvent: _, active, ...options } = this.options;
    const run = active ?? (() => runEpisode({ ...this.episode, condition: 'active' }, options));
    const recorded = await this.orAbort(run());
    if (recorded.outcome.status === 'failed') {
      throw new EpisodeFailure(
        recorded.outcome.kind,
        `the active episode to replay failed: ${recorded.outcome.message}`,
      );
    }
    return this.showEach(explorer, actionsOf(recorded));
  }
}
