import { Draw } from '../draw.ts';
import type { Complexity } from '../pattern.ts';
import type { Blueprint } from './blueprint.ts';
import { HELPERS, LEGACY, MIDDLEWARE } from './catalogue.ts';
import { DOMAINS, drawOrder } from './order.ts';

type Range = readonly [low: number, high: number];

/** Medium is the published size: 27 modules for 6, 2 and 2, and 30 for 7, 3 and 3 (Python's initialisers included). */
const SIZES: Readonly<Record<Complexity, Record<'stages' | 'adapters' | 'middleware', Range>>> = {
  small: { stages: [6, 6], adapters: [1, 1], middleware: [1, 1] },
  medium: { stages: [6, 7], adapters: [2, 3], middleware: [2, 3] },
  large: { stages: [8, 8], adapters: [5, 8], middleware: [4, 5] },
};

/**
 * A blueprint in the shape of the published benchmark. With N stages, a adapters and m middleware it has, in Python, 17 +
 * N + a + m modules; IMPORTS = 13 + 4N + 3a + 2m, CALLS_API = 2 + N + a + m, DATA_FLOWS_TO = N − 1, REGISTRY_WIRES = N.
 * What the code does, and in which order, still varies.
 */
export function drawPublished(seed: number, complexity: Complexity): Blueprint {
  const draw = new Draw(`published:${complexity}:${seed}`);
  const size = SIZES[complexity];
  const domain = draw.pick(DOMAINS);
  const order = drawOrder(draw, domain, draw.integer(...size.stages));
  const letters = draw.shuffle([...'abcdefgh'].slice(0, order.length));
  const helpers = draw.sample(HELPERS, 2).map((entry) => ({ ...entry, id: `helpers/${entry.name}` }));
  const stages = order.map((stage, i) => {
    const module = `mod_${letters[i]}`;
    return { id: `stages/${module}`, module, stage, listed: helpers };
  });
  const adapters = draw.sample(stages, draw.integer(...size.adapters)).map((stage) => {
    const fn = `preview_${stage.stage.key}`;
    return { id: `adapters/${fn}`, fn, stage };
  });
  const middleware = draw.sample(MIDDLEWARE, draw.integer(...size.middleware));
  const legacy = draw.sample(LEGACY, 2).map((entry) => ({
    ...entry,
    id: `legacy/${entry.name}`,
  }));
  return {
    seed,
    complexity,
    domain,
    template: draw.chance(0.5),
    loading: draw.pick(['factory', 'class']),
    stages,
    adapters,
    middleware: draw.shuffle(middleware).map((entry) => ({ ...entry, id: `middleware/${entry.name}` })),
    helpers,
    legacy,
  };
}
