import type { Blueprint, Callable, ExtensionPoint, Module, Statement, Test, UnitRef } from '../blueprint/blueprint.ts';
import { Draw } from '../draw.ts';
import type { Complexity } from '../pattern.ts';
import { SHAPES } from '../words/neutral.ts';
import { arrange } from './arrange.ts';
import { Bodies, canCall, type Through, type Use } from './bodies.ts';
import { decisionsOf } from './decide.ts';
import { fitted, testOf } from './fit.ts';
import { drawFormer } from './former.ts';
import { link } from './link.ts';
import { nameModules } from './name.ts';
import type { Arrangement, Link, Naming, Planned, PlannedPoint } from './plan.ts';
import { drawRules } from './rules.ts';
import type { Pattern } from './specification.ts';
import { Units } from './units.ts';

/** What is drawn, beside the seed. */
export interface DrawOptions {
  complexity: Complexity;
  naming: Naming;
  comments: Blueprint['comments'];
  documents: Blueprint['documents'];
  tests: 'present' | 'absent';
  decisions: number;
}

const MOST_DRAWS = 400;

/** The share of modules whose comments mislead, where it is asked for. */
const MISLEADING = 0.3;

/** Draws the codebase of a seed. */
export function drawBlueprint(pattern: Pattern, seed: number, options: DrawOptions): Blueprint {
  for (let attempt = 0; attempt < MOST_DRAWS; attempt++) {
    const stream = `${pattern.name}:${options.complexity}:${seed}:${attempt}`;
    const blueprint = new Drawing(pattern, seed, options, stream).blueprint();
    const drawn = fitted(blueprint);
    if (typeof drawn !== 'string') return withRules(drawn, stream, options);
  }
  throw new Error(`generate: no ${pattern.name} of seed ${seed} (${options.complexity}) could be drawn`);
}

/** What is attested and explained is drawn last, of what runs. */
function withRules(blueprint: Blueprint, stream: string, options: DrawOptions): Blueprint {
  const ruled = { ...blueprint, rules: drawRules(new Draw(`rules:${stream}`), blueprint) };
  const drawn = { ...ruled, decisions: decisionsOf(new Draw(`decisions:${stream}`), ruled, options.decisions) };
  if (options.documents !== 'stale') return drawn;
  return { ...drawn, former: drawFormer(new Draw(`former:${stream}`), drawn) };
}

class Drawing {
  private readonly pattern: Pattern;
  private readonly seed: number;
  private readonly options: DrawOptions;
  private readonly draw: Draw;
  private readonly stream: string;
  private readonly arrangement: Arrangement;
  private readonly links: Link[];
  private readonly units: Units;
  private readonly bodies: Bodies;
  private readonly barrels: { id: string; folder: string; level: number; reexports: UnitRef[] }[] = [];

  constructor(pattern: Pattern, seed: number, options: DrawOptions, stream: string) {
    this.pattern = pattern;
    this.seed = seed;
    this.options = options;
    this.stream = stream;
    this.draw = new Draw(stream);
    this.arrangement = arrange(this.draw, pattern, options.complexity);
    this.links = link(this.draw, this.arrangement, options.complexity);
    nameModules(new Draw(`names:${stream}`), this.arrangement, options.naming);
    this.units = new Units(this.draw, this.arrangement, options.complexity === 'small' ? 0.15 : 0.3);
    this.bodies = new Bodies(this.draw, this.arrangement.domain);
  }

  blueprint(): Blueprint {
    const { domain, modules, points } = this.arrangement;
    this.openBarrels();
    const shapes = new Map(modules.map((module) => [module, this.shapeOf(module)]));
    const extensionPoints = points.map((point) => this.pointOf(point));
    this.fill(extensionPoints);
    const files = new Draw(`files:${this.stream}`);
    const misled = new Draw(`misleading:${this.stream}`);
    const late = this.links.filter((one) => one.late).map(({ from, to }) => ({ source: from.id, target: to.id }));
    return {
      pattern: this.pattern.name,
      seed: this.seed,
      complexity: this.options.complexity,
      folders: this.arrangement.shape,
      variant: variantOf(this.options),
      domain: { entity: domain.entity, plural: domain.plural, numbers: domain.numbers, texts: domain.texts },
      modules: [
        ...modules.map(
          (module): Module => ({
            id: module.id,
            role: module.role.name,
            doc: files.pick(module.role.docs).replace('{topic}', module.topic),
            ...this.misleading(misled, module),
            reexports: [],
            shape: shapes.get(module) ?? { own: 'row' },
            typesOf: this.links
              .filter(({ from, use }) => from === module && use === 'type')
              .flatMap(({ to }) => this.typeIn(to)),
          }),
        ),
        ...this.barrels
          .filter(({ reexports }) => reexports.length > 0)
          .map(
            ({ id, reexports }): Module => ({
              id,
              role: 'barrel',
              doc: 'What is offered from here.',
              reexports,
              shape: { own: 'row' },
              typesOf: [],
            }),
          ),
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      units: this.units.all(),
      points: extensionPoints,
      late,
      rules: [],
      decisions: [],
      entries: modules
        .filter(({ role }) => role.gives === 'entry')
        .map((module, i) => ({
          unit: this.refTo(module, this.units.callables(module)[0] as Callable, null),
          command: i === 0 ? 'start' : files.pick(['report', 'check', 'preview', 'audit']),
        })),
      tests: this.tests(),
      sample: this.sample(),
      files: {
        title: `${domain.name}-${files.pick(['desk', 'works', 'tool', 'service', 'box', 'line', 'room', 'kit'])}`,
        package: files.pick([
          domain.plural,
          domain.name,
          `${domain.entity}desk`,
          `${domain.name}kit`,
          'app',
          'project',
        ]),
        config: `${files.pick(['config', 'settings', 'setup', 'app', 'project', 'wiring'])}.json`,
        data: `data/${files.pick([domain.plural, 'sample', 'input', 'today'])}.json`,
        behaviour: files.pick(['behaviour', 'works', 'results', 'runs', 'figures']),
        rules: files.pick(['rules', 'structure', 'shape', 'order', 'architecture']),
      },
      comments: this.options.comments,
      documents: this.options.documents,
      former: null,
      withTests: this.options.tests === 'present',
    };
  }

  /** Modules that offer some of a folder: half of the codebases have one or two. */
  private openBarrels(): void {
    const { modules, points, depth } = this.arrangement;
    const isSmall = this.options.complexity === 'small';
    if (!this.draw.chance(isSmall ? 0.95 : 0.75)) return;
    const directories = new Set(
      points
        .filter(({ mechanism }) => mechanism === 'directory')
        .flatMap(({ parts }) => parts.map(({ folder }) => folder)),
    );
    const folders = [...new Set(modules.map(({ folder }) => folder))].filter(
      (folder) =>
        folder !== '' && !directories.has(folder) && modules.filter((one) => one.folder === folder).length > 1,
    );
    for (const folder of this.draw.sample(folders, isSmall ? 3 : this.draw.integer(1, 2))) {
      const name = this.draw.pick(['index', 'api', 'exports', 'public', 'offer']);
      const id = `${folder}/${name}`;
      if (modules.some((one) => one.id === id)) continue;
      const levels = modules.filter((one) => one.folder === folder).map(({ level }) => level);
      this.barrels.push({
        id,
        folder,
        level: Math.min(depth - 1, this.draw.integer(Math.min(...levels), Math.max(...levels))) + 0.5,
        reexports: [],
      });
    }
  }

  /** A unit as a module takes it: from where it stands, or through a barrel. */
  private refTo(module: Planned, unit: { id: string }, user: Planned | null): UnitRef {
    const direct = { unit: unit.id, from: module.id };
    if (user === null || module.role.gives === 'part' || user.folder === module.folder) return direct;
    const barrel = this.barrels.find(
      ({ folder, level }) => folder === module.folder && module.level < level && level < user.level,
    );
    if (!barrel || !this.draw.chance(0.85)) return direct;
    if (!barrel.reexports.some((ref) => ref.unit === unit.id)) barrel.reexports.push(direct);
    return { unit: unit.id, from: barrel.id };
  }

  private shapeOf(module: Planned): Module['shape'] {
    const own = { own: this.draw.pick(SHAPES) };
    const [shape] = this.units.in(module).filter(({ kind }) => kind === 'shape');
    if (shape) return { unit: shape.id, from: module.id };
    const { gives } = module.role;
    if (gives === 'value' || gives === 'failures' || this.draw.chance(this.options.complexity === 'small' ? 0.6 : 0.4))
      return own;
    const known = this.arrangement.modules.filter(({ role, level }) => role.gives === 'shapes' && level < module.level);
    if (known.length === 0) return own;
    const from = this.draw.pick(known);
    const unit = this.units.in(from).find(({ kind }) => kind === 'shape');
    return unit ? this.refTo(from, unit, module) : own;
  }

  /** Of some modules, where it is asked for, the comment says what another kind of module is for. */
  private misleading(draw: Draw, { role, topic }: Planned): Pick<Module, 'says'> {
    if (this.options.comments !== 'misleading' || !draw.chance(MISLEADING)) return {};
    const other = draw.pick(this.pattern.roles.filter(({ name, docs }) => name !== role.name && docs.length > 0));
    return { says: draw.pick(other.docs).replace('{topic}', topic) };
  }

  private typeIn(module: Planned): UnitRef[] {
    const unit = this.units.in(module).find(({ kind }) => kind === 'shape');
    return unit ? [{ unit: unit.id, from: module.id }] : [];
  }

  private pointOf(point: PlannedPoint): ExtensionPoint {
    const { plan, mechanism, form, holder, registrar, parts } = point;
    const key = this.units.unique(this.draw.shuffle(plan.words));
    const names = eventNames(this.draw, parts);
    const ordered = mechanism === 'directory' ? parts.toSorted((a, b) => (`${a.id}.` < `${b.id}.` ? -1 : 1)) : parts;
    const stems = ordered.map(({ id }) => id.split('/').at(-1) as string);
    // A directory has no other names than those of its files.
    const keys =
      mechanism === 'directory' ? stems : plan.style === 'event' ? waits(this.draw, ordered.length, names) : names;
    return {
      id: plan.name,
      style: plan.style,
      mechanism,
      form,
      holder: holder.id,
      registrar: registrar.id,
      run: this.units.unique(this.draw.shuffle(plan.run)),
      add: this.units.unique(this.draw.shuffle(plan.add)),
      setUp: this.units.unique(
        this.draw.shuffle(['set_up', 'wire', 'assemble', 'connect_all', 'install_all', 'prepare_all']),
      ),
      key,
      parts: ordered.map((part, i) => ({
        unit: { unit: `${plan.name}:${part.id}`, from: part.id },
        key: keys[i] as string,
      })),
      port: point.port ? this.portOf(point, point.port) : null,
    };
  }

  /** The abstract class of a point's parts, which all of them extend. */
  private portOf({ plan, parts }: PlannedPoint, module: Planned): UnitRef {
    const [first] = parts.map((part) => this.units.callables(part)[0] as Callable);
    const name = this.units.unique([plan.parts, `any_${plan.parts}`, `base_${plan.parts}`, `abstract_${plan.parts}`]);
    const ref = { unit: name, from: module.id };
    this.units.port(module, {
      id: name,
      module: module.id,
      name,
      kind: 'port',
      method: first?.method ?? 'run',
      doc: 'What is expected of whoever takes part.',
    });
    for (const part of parts) for (const unit of this.units.callables(part)) unit.base = ref;
    return ref;
  }

  /** Decides what each body uses, and writes it. */
  private fill(points: readonly ExtensionPoint[]): void {
    const uses = new Map<Callable, Use[]>();
    const { modules } = this.arrangement;
    for (const one of this.links) {
      const { from, to, use } = one;
      if (use === 'type' && this.units.in(to).some(({ kind }) => kind === 'shape')) continue;
      const users = this.units.callables(from);
      const targets = this.units
        .in(to)
        .filter((unit) => unit.kind !== 'shape' && unit.kind !== 'port' && unit.kind !== 'constant');
      const pairs = users.flatMap((user) =>
        targets.filter((target) => canCall(user.params[0]?.type, target)).map((target) => ({ user, target })),
      );
      // Whoever publishes is called by the bus alone: calls of each other would set off events without an end.
      const isHandler = this.arrangement.points.some(({ plan, parts }) => plan.style === 'event' && parts.includes(to));
      const isConstant = use !== 'call' || pairs.length === 0 || isHandler;
      if (isConstant) {
        one.use = 'constant';
        const user = this.draw.pick(users);
        const unit = this.units.constant(to);
        uses.set(user, [
          ...(uses.get(user) ?? []),
          { ref: one.late ? { unit: unit.id, from: to.id } : this.refTo(to, unit, from), unit },
        ]);
      } else {
        const { user, target } = this.draw.pick(pairs);
        uses.set(user, [...(uses.get(user) ?? []), { ref: this.refTo(to, target, from), unit: target }]);
      }
    }
    const through = this.throughs(points);
    for (const module of modules) {
      for (const unit of this.units.callables(module)) {
        const written = this.bodies.of(
          unit.params,
          unit.returns,
          this.draw.shuffle(uses.get(unit) ?? []),
          through.get(unit) ?? [],
        );
        unit.body =
          module.role.gives === 'entry' ? [...setUps(points, through.get(unit) ?? []), ...written.body] : written.body;
        unit.result = written.result;
      }
    }
  }

  /** Which functions hand rows to which points. */
  private throughs(points: readonly ExtensionPoint[]): ReadonlyMap<Callable, Through[]> {
    const found = new Map<Callable, Through[]>();
    const give = (unit: Callable, through: Through) => found.set(unit, [...(found.get(unit) ?? []), through]);
    const entries = this.arrangement.modules
      .filter(({ role }) => role.gives === 'entry')
      .map((module) => this.units.callables(module)[0] as Callable);
    for (const [i, point] of points.entries()) {
      const planned = this.arrangement.points[i] as PlannedPoint;
      const keys = [...new Set(point.parts.map(({ key }) => key))];
      const threaded = this.draw.chance(0.5);
      const root = point.style === 'event' ? this.publishes(point, planned, keys, give) : keys;
      const entry = i === 0 || entries.length === 1 ? entries[0] : this.draw.pick(entries);
      give(entry as Callable, { point: point.id, keys: point.style === 'sequence' ? [] : root, threaded });
      const other = entries.find((one) => one !== entry);
      if (other && point.mechanism !== 'injected' && this.draw.chance(0.4))
        give(other, { point: point.id, keys: point.style === 'sequence' ? [] : root.slice(0, 2), threaded });
    }
    for (const [unit, list] of found) found.set(unit, this.draw.shuffle(list));
    return found;
  }

  /** Handlers publish further events; the others are for the entry. */
  private publishes(
    point: ExtensionPoint,
    planned: PlannedPoint,
    keys: readonly string[],
    give: (unit: Callable, through: Through) => void,
  ): string[] {
    const root = new Set(keys);
    for (const [i, key] of keys.entries()) {
      if (i === 0) continue;
      if (!this.draw.chance(0.7)) continue;
      const earlier = point.parts.filter((part) => keys.indexOf(part.key) < i);
      const publisher = planned.parts.find(({ id }) => id === this.draw.pick(earlier).unit.from) as Planned;
      give(this.units.callables(publisher)[0] as Callable, {
        point: point.id,
        keys: [key],
        threaded: this.draw.chance(0.5),
      });
      root.delete(key);
    }
    return [...root];
  }

  private tests(): Test[] {
    const { modules } = this.arrangement;
    const plain = modules
      .filter(({ role, dead }) => !dead && ['rows', 'texts'].includes(role.gives))
      .flatMap((module) => this.units.callables(module).map((unit) => ({ module, unit })));
    const started = modules
      .filter(({ role }) => role.gives === 'entry')
      .map((module) => ({ module, unit: this.units.callables(module)[0] as Callable }));
    const chosen = plain.length > 0 ? this.draw.sample(plain, this.draw.integer(1, 4)) : started.slice(0, 1);
    return chosen.map(({ module, unit }) => testOf({ units: [unit] }, { unit: unit.id, from: module.id }));
  }

  private sample(): Blueprint['sample'] {
    const { domain } = this.arrangement;
    const [first, second] = domain.values;
    return Array.from({ length: this.draw.integer(3, 5) }, (_, i) => ({
      id: `${domain.entity[0]?.toUpperCase()}-${this.draw.integer(100, 999)}${i}`,
      [domain.texts[0]]: this.draw.pick(first),
      [domain.texts[1]]: this.draw.pick(second),
      ...Object.fromEntries(domain.numbers.map((name) => [name, this.draw.integer(2, 60)])),
    }));
  }
}

/** The registrars that a body calls before it hands rows to their points. */
function setUps(points: readonly ExtensionPoint[], throughs: readonly Through[]): Statement[] {
  return points
    .filter(
      ({ id, registrar, holder, mechanism }) =>
        registrar !== holder && mechanism !== 'injected' && throughs.some(({ point }) => point === id),
    )
    .map(({ id }) => ({ kind: 'do', value: { k: 'setUp', point: id } }));
}

/** Names under which parts are known: of what they are about. */
function eventNames(draw: Draw, parts: readonly Planned[]): string[] {
  const taken = new Set<string>();
  const form = draw.integer(0, 2);
  return parts.map(({ topic }, i) => {
    const word = [`${topic}.${['changed', 'made', 'closed', 'seen'][i % 4]}`, `on-${topic}`, `/${topic}s`][
      form
    ] as string;
    const name = taken.has(word) ? `${word}-${i}` : word;
    taken.add(name);
    return name;
  });
}

/** Which event each handler waits for: some events have several. */
function waits(draw: Draw, parts: number, names: readonly string[]): string[] {
  const count = Math.max(2, Math.ceil(parts * (draw.integer(55, 90) / 100)));
  const first = names.slice(0, count);
  return [...first, ...Array.from({ length: Math.max(0, parts - first.length) }, () => draw.pick(first))].slice(
    0,
    parts,
  );
}

function variantOf({ naming, comments, documents, tests, decisions }: DrawOptions): string[] {
  return [
    ...(naming === 'mixed' ? [] : [naming]),
    ...(comments === 'full' ? [] : [`comments_${comments}`]),
    ...(documents === 'overview' ? [] : [`documents_${documents}`]),
    ...(tests === 'present' ? [] : ['untested']),
    ...(decisions === 5 ? [] : [`decisions_${decisions}`]),
  ];
}
