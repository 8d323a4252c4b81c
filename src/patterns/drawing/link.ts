import type { Draw } from '../draw.ts';
import type { Complexity } from '../pattern.ts';
import type { Arrangement, Link, Planned } from './plan.ts';

/** How many imports a module has beside forms and points, by size: from – to. */
const LINKS: Readonly<Record<Complexity, readonly [number, number]>> = { small: [1, 2], medium: [1, 3], large: [1, 4] };

/** How much likelier a link within a folder is. */
const NEAR = 9;

/** Draws which module uses which other one. */
export function link(draw: Draw, arrangement: Arrangement, complexity: Complexity): Link[] {
  return new Linking(draw, arrangement, complexity).draw();
}

class Linking {
  private readonly random: Draw;
  private readonly arrangement: Arrangement;
  private readonly complexity: Complexity;
  private readonly links: Link[] = [];
  /** Of each module, those that it uses; and all that are used. */
  private readonly used = new Map<Planned, Set<Planned>>();
  private readonly taken = new Set<Planned>();
  /** Pairs of roles that are linked in this codebase. */
  private readonly allowed = new RolePairs();
  private readonly forbidden: RolePairs;
  /** Forbidden pairs that are crossed all the same, with how many more edges may do so. */
  private readonly crossings = new Map<readonly [string, string], number>();

  constructor(draw: Draw, arrangement: Arrangement, complexity: Complexity) {
    this.random = draw;
    this.arrangement = arrangement;
    this.complexity = complexity;
    const { pattern } = arrangement;
    this.forbidden = new RolePairs(pattern.forbidden);
    for (const { name: from } of pattern.roles)
      for (const { name: to } of pattern.roles) if (draw.chance(from === to ? 0.6 : 0.5)) this.allowed.add(from, to);
    for (const [from, to] of pattern.defining) this.allowed.add(from, to);
    for (const [from, to] of pattern.forbidden) this.allowed.delete(from, to);
    const crossed = pattern.forbidden.filter(() => draw.chance(0.16)).slice(0, 2);
    for (const pair of crossed) this.crossings.set(pair, draw.integer(1, 2));
  }

  draw(): Link[] {
    const { pattern, modules } = this.arrangement;
    this.spine();
    for (const [from, to] of pattern.defining) this.define(from, to);
    for (const pair of this.crossings.keys()) this.cross(pair);
    const [low, high] = LINKS[this.complexity];
    for (const module of this.random.shuffle(modules.filter(canUse))) {
      const wanted = this.random.integer(low, high);
      const has = this.links.filter(({ from }) => from === module).length;
      for (let i = has; i < wanted; i++) {
        const target = this.weighed(this.candidates(module, this.allowed), module);
        if (target) this.add(module, target);
      }
    }
    this.reachAll();
    if (this.random.chance(0.5)) this.close();
    return this.links;
  }

  private add(from: Planned, to: Planned, late = false): void {
    const use = late
      ? this.random.chance(0.5)
        ? 'type'
        : 'constant'
      : this.random.chance(0.72) || to.role.gives === 'failures'
        ? 'call'
        : 'constant';
    this.join({ from, to, use, late });
  }

  private join(link: Link): void {
    this.links.push(link);
    this.used.set(link.from, (this.used.get(link.from) ?? new Set()).add(link.to));
    this.taken.add(link.to);
  }

  private has(from: Planned, to: Planned): boolean {
    return this.used.get(from)?.has(to) === true;
  }

  private candidates(from: Planned, allowed: RolePairs | null): Planned[] {
    return this.arrangement.modules.filter(
      (to) =>
        to.level < from.level &&
        canBeUsed(to) &&
        !this.has(from, to) &&
        !this.forbidden.has(from.role.name, to.role.name) &&
        (allowed === null || allowed.has(from.role.name, to.role.name)),
    );
  }

  /** Modules in the same folder are used more often. */
  private weighed(candidates: readonly Planned[], near: Planned): Planned | null {
    if (candidates.length === 0) return null;
    const weightOf = (one: Planned) => (one.folder === near.folder ? NEAR : 1);
    let left = this.random.integer(0, candidates.reduce((sum, one) => sum + weightOf(one), 0) - 1);
    for (const one of candidates) {
      left -= weightOf(one);
      if (left < 0) return one;
    }
    return null;
  }

  /** A chain from the entry to the bottom: one module of each level, as far as there are some. */
  private spine(): void {
    const { modules, depth } = this.arrangement;
    let above = modules.find(({ role }) => role.gives === 'entry') as Planned;
    for (let level = depth - 1; level >= 0; level--) {
      const free = modules.filter(
        (one) =>
          canUse(one) && !this.used.has(one) && !this.taken.has(one) && one !== above && movable(this.arrangement, one),
      );
      const fitting = free.filter(
        (one) =>
          !this.forbidden.has(above.role.name, one.role.name) &&
          (one.role.gives !== 'part' || (level >= 2 && level < depth - 1)),
      );
      const next = this.weighed(fitting, above);
      if (!next) continue;
      next.level = level;
      this.join({ from: above, to: next, use: this.random.chance(0.75) ? 'call' : 'constant', late: false });
      above = next;
    }
  }

  private define(from: string, to: string): void {
    const { modules, points } = this.arrangement;
    const of = (name: string) => modules.filter(({ role }) => role.name === name);
    // Links to what runs parts are those of whoever runs them.
    if (points.some(({ plan }) => plan.holder === to)) return;
    const pairs = of(from).flatMap((a) =>
      of(to)
        .filter((b) => b.level < a.level && canBeUsed(b))
        .map((b) => [a, b] as const),
    );
    const open = pairs.filter(([a, b]) => !this.has(a, b));
    if (open.length === 0 || pairs.length !== open.length) return;
    const [a, b] = this.random.pick(open);
    this.add(a, b);
  }

  /** An edge or two against the rules of the pattern. */
  private cross(pair: readonly [string, string]): void {
    const [from, to] = pair;
    const { modules } = this.arrangement;
    for (let left = this.crossings.get(pair) ?? 0; left > 0; left--) {
      const pairs = modules
        .filter(({ role }) => role.name === from)
        .filter(canUse)
        .flatMap((a) =>
          modules
            .filter(({ role, level }) => role.name === to && level < a.level)
            .filter((b) => canBeUsed(b) && !this.has(a, b))
            .map((b) => [a, b] as const),
        );
      if (pairs.length === 0) return;
      const [a, b] = this.random.pick(pairs);
      this.add(a, b);
    }
  }

  /** Whoever nobody uses gets a user, or is left dead. */
  private reachAll(): void {
    const { modules, points } = this.arrangement;
    const parts = new Set(points.flatMap((point) => point.parts));
    for (const module of modules) {
      if (!canBeUsed(module) || parts.has(module) || this.taken.has(module)) continue;
      if (module.role.gives === 'shapes') continue;
      if (this.complexity !== 'small' && this.random.chance(0.2)) {
        module.dead = true;
        continue;
      }
      const above = modules.filter(
        (one) =>
          canUse(one) && !one.dead && one.level > module.level && !this.forbidden.has(one.role.name, module.role.name),
      );
      const usual = above.filter((one) => this.allowed.has(one.role.name, module.role.name));
      // An entry that used everything would be the one edge that everybody knows.
      const below = above.filter(({ role }) => role.gives !== 'entry');
      const user = this.weighed(
        [usual.filter(({ role }) => role.gives !== 'entry'), below, above].find((list) => list.length > 0) ?? [],
        module,
      );
      if (user) this.add(user, module);
      else module.dead = true;
    }
  }

  /** Closes a circle or two: what is used below uses something of above, late or as a type alone. */
  private close(): void {
    const count = this.random.integer(1, 2);
    const open = this.links.filter(
      ({ from, to, late }) =>
        !late &&
        from.role.gives !== 'entry' &&
        canUse(to) &&
        !this.has(to, from) &&
        !this.forbidden.has(to.role.name, from.role.name) &&
        from.role.gives !== 'part',
    );
    for (const { from, to } of this.random.sample(open, count)) this.add(to, from, true);
  }
}

/** Pairs of roles, of which the one may use the other or not. */
class RolePairs {
  private readonly pairs = new Map<string, Set<string>>();

  constructor(pairs: readonly (readonly [string, string])[] = []) {
    for (const [from, to] of pairs) this.add(from, to);
  }

  add(from: string, to: string): void {
    this.pairs.set(from, (this.pairs.get(from) ?? new Set()).add(to));
  }

  delete(from: string, to: string): void {
    this.pairs.get(from)?.delete(to);
  }

  has(from: string, to: string): boolean {
    return this.pairs.get(from)?.has(to) === true;
  }
}

/** It has a body in which others can be used. */
function canUse({ role }: Planned): boolean {
  return role.gives !== 'points' && role.gives !== 'shapes' && role.gives !== 'failures';
}

function canBeUsed({ role }: Planned): boolean {
  return role.gives !== 'points' && role.gives !== 'entry';
}

/** Whether a module may stand at any level. */
function movable({ points }: Arrangement, module: Planned): boolean {
  return (
    module.role.gives !== 'entry' &&
    !points.some(({ holder, registrar, port }) => [holder, registrar, port].includes(module))
  );
}
