import type { Belief, BelievedInvariant, Component } from '../../belief/belief.ts';
import { emptyBelief } from '../../belief/belief.ts';
import type { Action } from '../../episode/actions/actions.ts';
import type { Agent, Explorer, Notice, Observation, Probe, Task } from '../../episode/agent.ts';
import { languageOf } from '../../languages/languages.ts';
import { Sight } from './sight.ts';

/** The two things in which rule-based explorers differ. */
export interface Rules {
  /** The next action, or null to be done. It is asked again after each observation. */
  next(sight: Sight): Action | null;
  /** Components to believe in; by default the opened sources with their imports. */
  believe?(sight: Sight): Map<string, Component>;
  /** Rules to believe in; by default none. */
  invariants?(sight: Sight): BelievedInvariant[];
}

/** An agent that follows rules: `makeRules` is called for each episode. */
export function ruleBased(name: string, makeRules: (task: Task) => Rules, config?: unknown): Agent {
  return { name, config, deterministic: true, explore: (task) => new RuleBasedExplorer(task, makeRules) };
}

class RuleBasedExplorer implements Explorer {
  private readonly makeRules: (task: Task) => Rules;
  private readonly task: Task;
  private readonly sight: Sight;
  private rules: Rules;
  /** What was believed before the code changed; what is seen from then on replaces it file by file. */
  private past: ReadonlyMap<string, Component> = new Map();
  /** Files that the evidence of a change names: they are opened first. */
  private named: string[] = [];
  /** All that happened, for a copy. */
  private readonly log: ((copy: RuleBasedExplorer) => void)[] = [];

  constructor(task: Task, makeRules: (task: Task) => Rules) {
    this.task = task;
    this.makeRules = makeRules;
    this.sight = new Sight(languageOf(task.language));
    this.rules = makeRules(task);
  }

  // Own functions, so that who wraps an explorer can spread it.
  readonly act = (): Action => {
    this.log.push((copy) => void copy.act());
    const path = this.named.shift();
    if (path !== undefined) return { type: 'open', argument: path };
    return this.rules.next(this.sight) ?? { type: 'done' };
  };

  readonly observe = (observations: readonly Observation[]): void => {
    this.log.push((copy) => copy.observe(observations));
    this.sight.observe(observations);
  };

  readonly believe = ({ step }: Probe): Belief => {
    return {
      ...emptyBelief(step),
      components: Object.fromEntries([...this.past, ...this.components()]),
      invariants: this.rules.invariants?.(this.sight) ?? [],
      unexplored: this.sight.sources().filter((path) => !this.sight.texts.has(path)),
    };
  };

  readonly fork = (task: Task): Explorer => {
    const copy = new RuleBasedExplorer(task, this.makeRules);
    for (const happen of this.log) happen(copy);
    return copy;
  };

  /** Explores again, the files that the evidence names first. */
  readonly learn = ({ evidence }: Notice): void => {
    this.log.push((copy) => copy.learn({ evidence, budget: 0 }));
    this.past = new Map([...this.past, ...this.components()]);
    this.named = [...this.sight.files]
      .filter((path) => evidence.includes(path))
      .toSorted((a, b) => evidence.indexOf(a) - evidence.indexOf(b));
    this.sight.forgetTexts();
    this.rules = this.makeRules(this.task);
  };

  private components(): Map<string, Component> {
    return this.rules.believe?.(this.sight) ?? this.sight.components();
  }
}

/** Lists directories breadth-first from the root; null when all are listed. */
export function nextListing(sight: Sight): Action | null {
  const directory = sight.unlisted[0];
  return directory === undefined ? null : { type: 'list', argument: directory };
}

/** Opens the first of the files that has not been opened; null when all have been. */
export function nextOpening(sight: Sight, paths: readonly string[]): Action | null {
  const path = paths.find((candidate) => !sight.texts.has(candidate));
  return path === undefined ? null : { type: 'open', argument: path };
}
