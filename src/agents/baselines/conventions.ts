import { type Belief, type Component, emptyBelief } from '../../belief/belief.ts';
import type { Agent } from '../../episode/agent.ts';
import { LEARN_FROM, type Prior, priorOf } from '../../prior/prior.ts';
import { component } from './component.ts';
import { nextListing, ruleBased } from './rule-based.ts';

/**
 * A control, and the opponent: lists all directories, opens nothing, and believes what a learner that has read so many other
 * codebases of the same options makes of the file names. What it scores is what guessing gets. Generated codebases alone.
 *
 * @param options `learnFrom`: how many other codebases it learns from; default 60
 */
export function conventions({ learnFrom = LEARN_FROM }: { learnFrom?: number } = {}): Agent {
  const agent = ruleBased(
    'conventions',
    ({ generated }) => {
      if (!generated)
        throw new Error('conventions learns from other codebases of the same options, and this one was not generated');
      return {
        next: nextListing,
        believe: (sight) => new Map(Object.entries(believe(priorOf(generated, learnFrom), sight.sources()).components)),
        invariants: (sight) => believe(priorOf(generated, learnFrom), sight.sources()).invariants,
      };
    },
    { learnFrom },
  );
  return { ...agent, seesGenerator: true };
}

/** What a prior makes of these sources. */
export function believe(prior: Prior, sources: readonly string[]): Belief {
  const places = prior.placesOf(sources.filter((path) => !/(^|\/)tests?\//.test(path)));
  const edges = prior.edges.believes(places);
  const from = Map.groupBy(edges, ({ source }) => source);
  const exported = Map.groupBy(prior.contracts.believes(places), ({ module }) => module);
  const callers = (module: string) =>
    edges.filter(({ target, type }) => target === module && type === 'CALLS_API').map(({ source }) => source);
  return {
    ...emptyBelief(),
    components: Object.fromEntries(
      places.paths.map((path): [string, Component] => [
        path,
        {
          ...component(path, 'inferred', 0.5, []),
          edges: (from.get(path) ?? []).map(({ target, type, probability }) => ({
            target,
            type,
            confidence: probability,
          })),
          exports: (exported.get(path) ?? []).map(({ name, signature }) => ({
            name,
            signature,
            callers: callers(path),
            confidence: 0.5,
          })),
        },
      ]),
    ),
    invariants: prior.rules.believes(places).map(({ rule, probability }) => ({
      type: TYPES[rule.type] ?? 'INVARIANT',
      description: '',
      structured: rule,
      evidence: [],
      confidence: probability,
    })),
  };
}

/** The kind of invariant that a constraint makes. */
const TYPES: Readonly<Record<string, string>> = {
  FORBIDDEN_EDGE: 'BOUNDARY',
  VALIDATION_CHAIN: 'DATAFLOW',
  INTERFACE_ONLY: 'INTERFACE',
  NAMING_CONVENTION: 'INVARIANT',
  PURPOSE: 'PURPOSE',
};
