import type { Callable, Constant, Port, Type, Unit, UnitRef } from '../blueprint/blueprint.ts';
import { isCallable } from '../blueprint/blueprint.ts';
import type { Draw } from '../draw.ts';
import type { Domain } from '../words/domains.ts';
import { LIMITS, MARKS, VERBS } from '../words/neutral.ts';
import type { Arrangement, Planned, PlannedPoint } from './plan.ts';

/** The units of all modules, bodies aside. */
export class Units {
  private readonly draw: Draw;
  private readonly domain: Domain;
  private readonly taken = new Set<string>();
  /** Which name the parts of a point have, where they share one. */
  private readonly shift: number;
  private readonly of = new Map<Planned, Unit[]>();

  constructor(draw: Draw, { domain, modules, points }: Arrangement, extra: number) {
    this.draw = draw;
    this.domain = domain;
    this.shift = draw.integer(0, 997);
    // Ports come first: parts extend them.
    for (const module of modules) this.of.set(module, []);
    for (const module of modules) {
      if (module.role.gives === 'shapes') this.add(module, this.declared(module, 'shape', this.shapeName(module)));
      if (module.role.gives === 'failures')
        this.add(
          module,
          this.declared(
            module,
            'failure',
            this.unique([`${module.topic}_error`, `bad_${domain.entity}`, `${module.topic}_fault`]),
          ),
        );
      const { gives } = module.role;
      if (gives === 'entry') this.callable(module, 'rows', 'texts');
      if (gives === 'texts') this.callable(module, 'rows', 'texts');
      if (gives === 'rows' || gives === 'row' || gives === 'value') {
        this.plain(module, gives);
        if (draw.chance(extra)) this.plain(module, gives);
      }
      const point = points.find(({ parts }) => parts.includes(module));
      if (gives === 'part' && point) this.part(module, point);
    }
  }

  all(): Unit[] {
    return [...this.of.values()].flat();
  }

  in(module: Planned): readonly Unit[] {
    return this.of.get(module) ?? [];
  }

  callables(module: Planned): Callable[] {
    return this.in(module).filter(isCallable);
  }

  ref(module: Planned, unit: Unit): UnitRef {
    return { unit: unit.id, from: module.id };
  }

  /** A constant of a module: made when it is first wanted. */
  constant(module: Planned): Constant {
    const known = this.in(module).find((unit) => unit.kind === 'constant');
    if (known?.kind === 'constant') return known;
    const isNumber = this.draw.chance(0.7);
    const words = isNumber ? LIMITS : MARKS;
    const name = this.unique(this.draw.shuffle(words).map((word) => `${module.topic}_${word}`));
    const value = isNumber
      ? this.draw.integer(2, 96)
      : `${this.draw.pick([...'ABCDEFGHKLMNPRSTUVWXYZ'])}${this.draw.integer(1, 99)}-`;
    const unit: Constant = { ...this.declared(module, 'constant', name), value } as Constant;
    this.add(module, unit);
    return unit;
  }

  port(module: Planned, port: Port): void {
    this.add(module, port);
  }

  private add(module: Planned, unit: Unit): void {
    this.of.get(module)?.push(unit);
  }

  private declared(module: Planned, kind: 'shape' | 'failure' | 'constant', name: string): Unit {
    const doc = {
      shape: `A ${this.domain.entity} as it is known here.`,
      failure: `Something about a ${this.domain.entity} is not as it should be.`,
      constant: '',
    }[kind];
    return { id: name, module: module.id, name, kind, doc } as Unit;
  }

  private shapeName(module: Planned): string {
    const { entity } = this.domain;
    return this.unique([
      ...this.draw.shuffle([
        entity,
        `${module.topic}_${entity}`,
        `${entity}_row`,
        `known_${entity}`,
        `${entity}_facts`,
      ]),
      `${module.topic}_row`,
    ]);
  }

  private plain(module: Planned, gives: 'rows' | 'row' | 'value'): void {
    const luck = this.draw.integer(0, 99);
    if (gives === 'rows') this.callable(module, 'rows', luck < 60 ? 'rows' : luck < 80 ? 'texts' : 'number');
    else if (gives === 'row') this.callable(module, 'row', luck < 40 ? 'number' : luck < 70 ? 'text' : 'flag');
    else this.callable(module, luck < 60 ? 'number' : 'text', luck < 60 ? 'number' : 'text');
  }

  private callable(module: Planned, param: Type, returns: Type): void {
    const verbs = returns === 'none' || returns === 'row' ? VERBS.rows : VERBS[returns];
    const name = this.unique(this.draw.shuffle(verbs).map((verb) => `${verb}_${module.topic}`));
    const params = [{ name: this.paramName(param), type: param }];
    this.add(module, {
      id: name,
      module: module.id,
      name,
      kind: 'function',
      doc: docOf(param, returns, this.domain, this.draw),
      params,
      returns,
      body: [],
      result: null,
    });
  }

  private paramName(type: Type): string {
    const { plural, entity } = this.domain;
    if (type === 'rows') return this.draw.pick(['rows', plural, 'given', 'incoming', 'all_rows']);
    if (type === 'row') return this.draw.pick(['row', entity, 'given_row', 'subject']);
    return type === 'text'
      ? this.draw.pick(['text', 'raw', 'word', 'input_text'])
      : this.draw.pick(['value', 'number', 'figure_in', 'raw_value']);
  }

  /** A part: all that are loaded have the same name. */
  private part(module: Planned, { plan, mechanism, form }: PlannedPoint): void {
    const loaded = mechanism === 'config' || mechanism === 'directory';
    const index = [...plan.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) + this.shift;
    const shared = plan.entry[index % plan.entry.length] as string;
    const name = loaded
      ? form === 'class'
        ? `${plan.parts}_${shared}`
        : shared
      : this.unique(
          this.draw
            .shuffle(VERBS.rows)
            .map((verb) => `${verb}_${module.topic}${form === 'class' ? `_${plan.parts}` : ''}`),
        );
    this.add(module, {
      id: `${plan.name}:${module.id}`,
      module: module.id,
      name,
      kind: form,
      doc: docOf('rows', 'rows', this.domain, this.draw),
      params: [{ name: this.paramName('rows'), type: 'rows' }],
      returns: 'rows',
      body: [],
      result: null,
      ...(form === 'class' ? { method: shared, base: null } : {}),
    });
  }

  unique(candidates: readonly string[]): string {
    const free = candidates.find((name) => !this.taken.has(name));
    let name = free ?? `${candidates[0]}_${this.taken.size}`;
    while (this.taken.has(name)) name = `${name}_${this.taken.size}`;
    this.taken.add(name);
    return name;
  }
}

/** What a function does, in a sentence that names no other module. */
function docOf(param: Type, returns: Type, { entity, plural }: Domain, draw: Draw): string {
  const texts: Readonly<Record<string, readonly string[]>> = {
    'rows rows': [
      `Works on ${plural} and gives them back.`,
      `The same ${plural}, seen to.`,
      `What becomes of ${plural} here.`,
    ],
    'rows texts': [`A text for each ${entity}.`, `${plural[0]?.toUpperCase()}${plural.slice(1)} in words.`],
    'rows number': [`One figure for all ${plural}.`, `What ${plural} come to together.`],
    'row number': [`A figure for one ${entity}.`, `How much a ${entity} counts.`],
    'row text': [`A few words about one ${entity}.`, `How a ${entity} is called.`],
    'row flag': [`Whether a ${entity} counts.`, `Whether one ${entity} may stay.`],
    'number number': ['A number made of another one.', 'Scales a number and keeps it in bounds.'],
    'text text': ['A text, made shorter.', 'Tidies a text.'],
  };
  return draw.pick(texts[`${param} ${returns}`] ?? ['Does its part.']);
}
