import type { Draw } from '../draw.ts';
import type { Complexity } from '../pattern.ts';
import { DOMAINS } from '../words/domains.ts';
import type { Arrangement, FolderShape, Planned, PlannedPoint } from './plan.ts';
import { SHAPES_OF_FOLDERS } from './plan.ts';
import type { Pattern, PointPlan, Role } from './specification.ts';

/** How many levels the import graph has, by size: from – to. */
const DEPTHS: Readonly<Record<Complexity, readonly [number, number]>> = {
  small: [3, 11],
  medium: [5, 12],
  large: [5, 12],
};

/** How many features a codebase is divided into, by size. */
const FEATURES: Readonly<Record<Complexity, readonly [number, number]>> = {
  small: [2, 3],
  medium: [3, 5],
  large: [4, 7],
};

/** Draws which modules there are, where they stand, and which of them make extension points. */
export function arrange(draw: Draw, pattern: Pattern, complexity: Complexity): Arrangement {
  const domain = draw.pick(DOMAINS);
  const shape = draw.pick(SHAPES_OF_FOLDERS);
  const depth = draw.integer(...DEPTHS[complexity]);
  const topics = draw.shuffle(domain.topics);
  let next = 0;
  const plan = (role: Role): Planned => ({
    id: '',
    role,
    topic: topics[next++ % topics.length] as string,
    folder: '',
    level: 0,
    dead: false,
  });
  const planned = pattern.points.filter(({ chance }) => draw.chance(chance));
  const isIdle = (role: Role) =>
    pattern.points.some(({ parts, holder, registrar }) => [parts, holder, registrar].includes(role.name)) &&
    !planned.some(({ parts }) => parts === role.name);
  const modules = pattern.roles.flatMap((role) => {
    if (isIdle(role) || role.gives === 'points') return [];
    const [low, high] = role.count[complexity];
    // An extension point with one part is none.
    const least = role.gives === 'part' ? Math.max(low, 2) : low;
    return Array.from({ length: draw.integer(least, Math.max(least, high)) }, () => plan(role));
  });
  const points: PlannedPoint[] = planned.map((point) => drawPoint(draw, pattern, point, modules, plan));
  placeInLevels(draw, modules, points, depth);
  const arrangement: Arrangement = { pattern, domain, shape, modules, points, depth };
  placeInFolders(draw, arrangement, draw.sample(domain.topics, draw.integer(...FEATURES[complexity])));
  return arrangement;
}

function drawPoint(
  draw: Draw,
  pattern: Pattern,
  plan: PointPlan,
  modules: Planned[],
  make: (role: Role) => Planned,
): PlannedPoint {
  const role = (name: string) => pattern.roles.find((one) => one.name === name) as Role;
  const holder = make(role(plan.holder));
  modules.push(holder);
  const mechanism = draw.pick(plan.mechanisms);
  // Handlers know the bus, so the bus does not load them.
  const apart =
    mechanism === 'registered' || (mechanism !== 'injected' && (plan.style === 'event' || draw.chance(0.5)));
  const known = modules.find((one) => one.role.name === plan.registrar);
  const registrar = apart ? (known && draw.chance(0.6) ? known : make(role(plan.registrar))) : holder;
  if (!modules.includes(registrar)) modules.push(registrar);
  const entry = modules.find((one) => one.role.gives === 'entry') as Planned;
  const form = draw.chance(0.45) ? 'class' : 'function';
  const candidates = modules.filter((one) => one.role.gives === 'shapes');
  const port =
    form === 'class'
      ? draw.chance(0.5)
        ? draw.pick(candidates)
        : registrar === holder
          ? draw.pick(candidates)
          : holder
      : null;
  return {
    plan,
    mechanism,
    form,
    holder,
    registrar: mechanism === 'injected' ? entry : registrar,
    parts: draw.shuffle(modules.filter((one) => one.role.name === plan.parts)),
    port,
    invoker: entry,
  };
}

/** Imports go from higher levels to lower ones, so that nothing is in a circle but by intent. */
function placeInLevels(draw: Draw, modules: readonly Planned[], points: readonly PlannedPoint[], depth: number): void {
  const within = (low: number, high: number) => draw.integer(Math.min(low, high), Math.max(low, high));
  for (const module of modules) {
    const [low, high] = module.role.height;
    module.level = within(Math.round(low * (depth - 1)), Math.round(high * (depth - 1)));
    if (module.role.gives === 'entry') module.level = depth;
    if (module.role.gives === 'shapes' || module.role.gives === 'failures') module.level = 0;
  }
  for (const { holder, registrar, parts, invoker, port } of points) {
    for (const part of parts) part.level = within(2, Math.max(2, depth - 2));
    if (registrar !== holder && registrar !== invoker) registrar.level = depth - 1;
    // Whoever loads parts stands above them; whoever is handed them may stand anywhere below those that use it.
    holder.level = registrar === holder ? depth - 1 : 1;
    if (port && port !== holder) port.level = 0;
  }
}

function placeInFolders(
  draw: Draw,
  { pattern, shape, modules, points }: Arrangement,
  features: readonly string[],
): void {
  const layer = new Map(pattern.roles.map((role) => [role.name, draw.pick(role.folders)]));
  const flat = draw.sample(['lib', 'sources', 'code', 'pkg', 'inner', 'modules', 'all', 'work'], draw.integer(1, 2));
  const folderOf: Readonly<Record<FolderShape, (module: Planned) => string>> = {
    layer: ({ role }) => layer.get(role.name) ?? '',
    feature: () => (draw.chance(0.12) ? draw.pick(['common', 'shared', 'base']) : draw.pick(features)),
    flat: () => (draw.chance(0.5) ? '' : draw.pick(flat)),
  };
  for (const module of modules) module.folder = module.role.gives === 'entry' ? '' : folderOf[shape](module);
  // All that stands in the folder of a directory is taken up.
  for (const { mechanism, parts, plan } of points) {
    if (mechanism !== 'directory') continue;
    const name =
      shape === 'layer'
        ? (layer.get(plan.parts) ?? plan.name)
        : draw.pick([...plan.words, 'enabled', 'active', 'live', 'in_use']);
    const folder = modules.some((one) => one.folder === name && !parts.includes(one)) ? `${name}_in_use` : name;
    for (const part of parts) part.folder = folder;
  }
}
