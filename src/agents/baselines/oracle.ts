import type { Belief, Component } from '../../belief/belief.ts';
import type { GroundTruth } from '../../codebase/ground-truth.ts';
import type { Agent, Explorer } from '../../episode/agent.ts';

/** Knows the ground truth and looks at nothing: what it scores is the ceiling. The one agent that is given the truth. */
export function oracle(): Agent {
  return {
    name: 'oracle',
    deterministic: true,
    seesTruth: true,
    explore: (_, truth) => {
      if (!truth) throw new Error('the oracle was not given the ground truth');
      return knows(truth);
    },
  };
}

function knows(truth: GroundTruth): Explorer {
  let current = truth;
  return {
    act: () => ({ type: 'done' }),
    observe: () => {},
    believe: ({ step }) => beliefFromTruth(current, step),
    fork: () => knows(current),
    learn: (_, now) => {
      if (now) current = now;
    },
  };
}

function beliefFromTruth(truth: GroundTruth, step: number): Belief {
  const edges = Map.groupBy(truth.dependency_edges, ({ source }) => source);
  const contracts = Map.groupBy(truth.contracts, ({ module }) => module);
  const paths = new Set([...Object.keys(truth.modules), ...edges.keys()]);
  return {
    step,
    components: Object.fromEntries(
      [...paths].map((filepath): [string, Component] => [
        filepath,
        {
          filepath,
          status: 'observed',
          purpose: truth.modules[filepath]?.purpose ?? '',
          exports: (contracts.get(filepath) ?? []).map(({ name, signature, callers }) => ({
            name,
            signature,
            callers,
            confidence: 1,
          })),
          edges: (edges.get(filepath) ?? []).map(({ target, type }) => ({ target, type, confidence: 1 })),
          confidence: 1,
        },
      ]),
    ),
    invariants: truth.invariants.map(({ type, description, structured, evidence_locations }) => ({
      type,
      description,
      structured: structured ?? null,
      evidence: evidence_locations,
      confidence: 1,
    })),
    unexplored: [],
    uncertainty_summary: '',
  };
}
