import { emptyBelief } from '../../belief/belief.ts';
import type { Agent } from '../../episode/agent.ts';

/** A control: looks at nothing and believes nothing. What it scores is the floor. */
export function nothing(): Agent {
  return {
    name: 'null',
    deterministic: true,
    explore: () => ({ act: () => ({ type: 'done' }), observe: () => {}, believe: ({ step }) => emptyBelief(step) }),
  };
}
