import { Draw } from '../draw.ts';
import type {
  AdapterPlan,
  Blueprint,
  Complexity,
  Diversity,
  FormatterPlan,
  HelperPlan,
  LegacyPlan,
  StagePlan,
} from './blueprint.ts';
import { FORMATTERS, HELPERS, type HelperEntry, LEGACY, MIDDLEWARE } from './catalogue.ts';
import type { DomainStage } from './domain.ts';
import { hasUsualShares } from './edges.ts';
import { DOMAINS, drawOrder } from './order.ts';
import { drawPublished } from './published.ts';

type Range = readonly [low: number, high: number];

/** How many modules of each role a codebase of that size has. */
const SIZES: Readonly<
  Record<Complexity, Record<'stages' | 'adapters' | 'middleware' | 'helpers' | 'formatters' | 'legacy', Range>>
> = {
  small: { stages: [6, 6], adapters: [1, 1], middleware: [1, 1], helpers: [0, 1], formatters: [0, 0], legacy: [0, 1] },
  medium: { stages: [6, 8], adapters: [2, 3], middleware: [2, 3], helpers: [3, 5], formatters: [2, 3], legacy: [3, 5] },
  large: {
    stages: [8, 8],
    adapters: [5, 8],
    middleware: [5, 8],
    helpers: [8, 10],
    formatters: [6, 8],
    legacy: [11, 14],
  },
};

/** A plan that misses the usual shares of edge types is drawn again; this many times is never needed in practice. */
const MAX_DRAWS = 500;

/** Decides everything about the codebase of a seed. */
export function planPipeline(seed: number, complexity: Complexity, diversity: Diversity): Blueprint {
  if (diversity === 'published') return drawPublished(new Draw(`published:${complexity}:${seed}`), seed, complexity);
  for (let attempt = 0; attempt < MAX_DRAWS; attempt++) {
    const blueprint = drawBlueprint(new Draw(`pipeline:${complexity}:${seed}:${attempt}`), seed, complexity);
    if (hasUsualShares(blueprint)) return blueprint;
  }
  throw new Error(`generate: no blueprint for seed ${seed} (${complexity}) has the usual shares of edge types`);
}

function drawBlueprint(draw: Draw, seed: number, complexity: Complexity): Blueprint {
  const size = SIZES[complexity];
  const count = (role: keyof typeof size) => draw.integer(...size[role]);
  const domain = draw.pick(DOMAINS);
  const hasErrors = complexity !== 'small' || draw.chance(0.5);
  const order = drawOrder(draw, domain, count('stages'));

  // A small codebase has room for one module besides the roles that it must have: errors, a helper or a legacy module.
  const small = complexity === 'small';
  const helpers = drawHelpers(draw, order, small && hasErrors ? 0 : count('helpers'));
  const stages = drawStages(draw, order, helpers, hasErrors);
  const adapterCount = count('adapters');
  const formatters = drawFormatters(draw, helpers, count('formatters'), adapterCount);
  const adapters = drawAdapters(draw, stages, helpers, formatters, adapterCount);
  const middleware = draw.sample(MIDDLEWARE, count('middleware'));
  const legacyCount = small && (hasErrors || helpers.length > 0) ? 0 : count('legacy');
  const legacy = drawLegacy(draw, helpers, formatters, legacyCount, hasErrors);
  return {
    seed,
    complexity,
    diversity: 'varied',
    domain,
    template: draw.chance(0.5),
    reexports: draw.chance(0.5),
    loading: draw.pick(['factory', 'class']),
    stages,
    adapters,
    middleware: draw.shuffle(middleware).map((entry) => ({ ...entry, id: `middleware/${entry.name}` })),
    helpers,
    formatters,
    legacy,
    reading: 'function',
    inspects: true,
    hasErrors,
  };
}

/** Helpers that some stage can use come first, so that few stand about unused. */
function drawHelpers(draw: Draw, order: readonly DomainStage[], count: number): HelperPlan[] {
  const serves = (helper: HelperEntry) => order.some(({ operation }) => helper.serves.includes(operation.kind));
  const useful = draw.shuffle(HELPERS.filter(serves));
  const others = draw.shuffle(HELPERS.filter((helper) => !serves(helper)));
  const chosen = [...useful, ...others].slice(0, count);
  return HELPERS.filter((helper) => chosen.includes(helper)).map((helper) => ({
    ...helper,
    id: `helpers/${helper.name}`,
    guarded: draw.chance(0.3),
  }));
}

function drawStages(
  draw: Draw,
  order: readonly DomainStage[],
  helpers: readonly HelperPlan[],
  hasErrors: boolean,
): StagePlan[] {
  const letters = draw.shuffle([...'abcdefgh'].slice(0, order.length));
  return order.map((stage, i) => {
    const helper = helpers.find((entry) => entry.serves.includes(stage.operation.kind));
    const module = `mod_${letters[i]}`;
    return {
      id: `stages/${module}`,
      module,
      stage,
      helper: helper ? { helper, use: draw.chance(0.3) ? 'call' : 'constant' } : null,
      listed: [],
      guarded: hasErrors && draw.chance(0.25),
    };
  });
}

function drawFormatters(draw: Draw, helpers: readonly HelperPlan[], count: number, adapters: number): FormatterPlan[] {
  if (count === 0) return [];
  const byCli = Math.min(count, 3);
  // The command line shows whole records, so that what it prints depends on every stage.
  const first = draw.pick(FORMATTERS.filter((entry) => entry.whole));
  const others = FORMATTERS.filter((entry) => entry !== first);
  return [first, ...draw.sample(others, Math.min(count, byCli + adapters) - 1)].map((entry, i) => ({
    ...entry,
    id: `formatters/${entry.name}`,
    helper: helpers.length > 0 && draw.chance(0.3) ? draw.pick(helpers) : null,
    by: i >= byCli ? 'adapter' : i === byCli - 1 ? 'inspect' : 'run',
  }));
}

function drawAdapters(
  draw: Draw,
  stages: readonly StagePlan[],
  helpers: readonly HelperPlan[],
  formatters: readonly FormatterPlan[],
  count: number,
): AdapterPlan[] {
  const spare = formatters.filter((formatter) => formatter.by === 'adapter');
  return draw.sample(stages, count).map((stage, i) => {
    const formatter = spare[i] ?? null;
    return {
      id: `adapters/preview_${stage.stage.key}`,
      fn: `preview_${stage.stage.key}`,
      stage,
      byCli: i === 0 || draw.chance(0.3),
      helper: helpers.length > 0 && formatter === null && draw.chance(0.3) ? draw.pick(helpers) : null,
      formatter,
      typed: false,
    };
  });
}

function drawLegacy(
  draw: Draw,
  helpers: readonly HelperPlan[],
  formatters: readonly FormatterPlan[],
  count: number,
  hasErrors: boolean,
): LegacyPlan[] {
  const entries = draw.sample(LEGACY, count).map((entry) => ({ ...entry, id: `legacy/${entry.name}` }));
  return entries.map((entry, i) => ({
    ...entry,
    helper: helpers.length > 0 && draw.chance(0.7) ? draw.pick(helpers) : null,
    formatter: formatters.length > 0 && draw.chance(0.25) ? draw.pick(formatters) : null,
    legacy: i > 0 && draw.chance(0.3) ? draw.pick(entries.slice(0, i)) : null,
    usesStage: draw.chance(0.25),
    guarded: hasErrors && draw.chance(0.4),
  }));
}
