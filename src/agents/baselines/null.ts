import { emptyBelief } from '../../belief/belief.ts';
import type { Agent, Explorer } from '../../episode/agent.ts';

/** A control: looks at nothing and believes nothing. What it scores is the floor. */
export function nothing(): Agent {
  return {
    name: 'null',
    deterministic: true,
    explore: believesNothing,
  };
}

function believesNothing(): Explorer {
  return {
    act: () => ({ type: 'done' }),
    observe: () => {},
    believe: ({ step }) => emptyBelief(step),
    fork: believesNothing,
    learn: () => {},
  };
}
