import type { Callable, Param, Statement, Type, Unit, UnitRef } from '../blueprint/blueprint.ts';
import { isCallable } from '../blueprint/blueprint.ts';
import type { Expr } from '../blueprint/expr.ts';
import type { Draw } from '../draw.ts';
import type { Domain } from '../words/domains.ts';

const v = (name: string): Expr => ({ k: 'var', name });
const n = (value: number): Expr => ({ k: 'number', value });
const plus = (left: Expr, right: Expr): Expr => ({ k: 'binary', op: '+', left, right });
const field = (of: string, name: string): Expr => ({ k: 'field', of: v(of), name });

/** Numbers stay below this. */
const BOUNDS = [97, 193, 389, 499, 683, 769, 887, 991];

/** What a body uses, in the order in which it does. */
export interface Use {
  ref: UnitRef;
  unit: Unit;
}

/** Something that a body does to rows beside what it uses: an event, or a hand-over to parts. */
export interface Through {
  point: string;
  keys: readonly string[];
  /** Rows that come back go on. */
  threaded: boolean;
}

/** Writes bodies: each use is reached whenever the function is called. */
export class Bodies {
  private readonly draw: Draw;
  private readonly domain: Domain;

  constructor(draw: Draw, domain: Domain) {
    this.draw = draw;
    this.domain = domain;
  }

  private number(): string {
    return this.draw.pick(this.domain.numbers);
  }

  private text(): string {
    return this.draw.pick(this.domain.texts);
  }

  private bounded(of: Expr): Expr {
    return { k: 'rest', of, by: this.draw.pick(BOUNDS) };
  }

  /** The statements and the result of a function of such parameters and such a result. */
  of(
    params: readonly Param[],
    returns: Type,
    uses: readonly Use[],
    through: readonly Through[] = [],
  ): Pick<Callable, 'body' | 'result'> {
    const [param] = params;
    switch (param?.type) {
      case 'rows':
        return this.onRows(param.name, returns, uses, through);
      case 'row':
        return this.onRow(param.name, returns, uses);
      case 'text':
        return this.onText(param.name, uses);
      default:
        return this.onNumber(param?.name ?? 'value', uses);
    }
  }

  private onRows(
    rows: string,
    returns: Type,
    uses: readonly Use[],
    through: readonly Through[],
  ): Pick<Callable, 'body' | 'result'> {
    const body: Statement[] = [];
    let name = rows;
    let count = 0;
    const next = (value: Expr) => {
      if (name === rows) {
        name = this.draw.pick(['current', 'result', 'found', 'kept', 'changed', 'output', 'gathered', 'batch']);
        body.push({ kind: 'let', name, value });
      } else body.push({ kind: 'let', name, value, again: true });
    };
    const named = (value: Expr, words: readonly string[]): Expr => {
      const fresh = `${this.draw.pick(words)}_${'abcdefghijklmnop'[count++ % 16]}`;
      body.push({ kind: 'let', name: fresh, value });
      return v(fresh);
    };
    const set = (value: (row: string) => Expr, kind: 'number' | 'text') => {
      const row = this.rowName();
      next({
        k: 'each',
        of: v(name),
        as: row,
        field: kind === 'number' ? this.number() : this.text(),
        value: value(row),
      });
    };
    for (const { ref, unit } of uses) {
      if (unit.kind === 'constant') {
        const constant: Expr = { k: 'constant', ref };
        if (typeof unit.value === 'number')
          set((row) => this.bounded(plus(field(row, this.number()), constant)), 'number');
        else
          set(
            (row) => ({
              k: 'concat',
              parts: [
                constant,
                { k: 'text', value: ' ' },
                { k: 'cut', of: field(row, this.text()), length: this.draw.integer(6, 14) },
              ],
            }),
            'text',
          );
        continue;
      }
      if (unit.kind === 'failure') {
        body.push({
          kind: 'refuse',
          when: { k: 'compare', op: '>=', left: { k: 'size', of: v(rows) }, right: n(this.draw.integer(500, 9999)) },
          error: ref,
          message: `too many ${this.domain.plural}`,
        });
        continue;
      }
      if (!isCallable(unit)) continue;
      const call = (arg: Expr): Expr => ({ k: 'call', ref, args: [arg] });
      const [param] = unit.params;
      if (param?.type === 'rows') {
        if (unit.returns === 'rows') next(call(v(name)));
        else if (unit.returns === 'texts') {
          const notes = named(call(v(name)), ['notes', 'texts', 'words', 'remarks']);
          set((row) => this.bounded(plus(field(row, this.number()), { k: 'size', of: notes })), 'number');
        } else {
          const total = named(call(v(name)), ['total', 'amount', 'score', 'weight']);
          set((row) => this.bounded(plus(field(row, this.number()), total)), 'number');
        }
      } else if (param?.type === 'row') {
        if (unit.returns === 'flag') {
          const row = this.rowName();
          next({ k: 'keep', of: v(name), as: row, when: call(v(row)) });
        } else set((row) => call(v(row)), unit.returns === 'number' ? 'number' : 'text');
      } else if (param?.type === 'number') set((row) => call(field(row, this.number())), 'number');
      else if (param?.type === 'text') set((row) => call(field(row, this.text())), 'text');
    }
    if (uses.length === 0 || this.draw.chance(0.5)) this.ownStep(next, () => name);
    for (const { point, keys, threaded } of through) {
      const give = (key: Expr | null, of: Expr): Expr => ({ k: 'through', point, of, key });
      if (keys.length === 0) next(give(null, v(name)));
      else if (keys.length > 2) {
        const [key, handed] = [
          this.draw.pick(['name', 'step', 'wanted', 'key']),
          this.draw.pick(['carried', 'passed', 'so_far']),
        ];
        next({
          k: 'fold',
          over: { k: 'texts', values: keys },
          as: key,
          name: handed,
          of: v(name),
          value: give(v(key), v(handed)),
        });
      } else
        for (const key of keys) {
          if (threaded) next(give({ k: 'text', value: key }, v(name)));
          else {
            const told = named({ k: 'size', of: give({ k: 'text', value: key }, v(name)) }, [
              'told',
              'heard',
              'reached',
            ]);
            set((row) => this.bounded(plus(field(row, this.number()), told)), 'number');
          }
        }
    }
    return { body, result: this.resultOf(name, returns) };
  }

  private ownStep(next: (value: Expr) => void, name: () => string): void {
    const row = this.rowName();
    switch (this.draw.integer(0, 4)) {
      case 0:
        next({ k: 'sort', of: v(name()), by: this.number(), descending: this.draw.chance(0.5) });
        break;
      case 1:
        next({
          k: 'keep',
          of: v(name()),
          as: row,
          when: { k: 'compare', op: '>=', left: field(row, this.number()), right: n(this.draw.integer(0, 1)) },
        });
        break;
      case 2:
        next({ k: 'first', of: v(name()), count: n(this.draw.integer(3, 60)) });
        break;
      case 3:
        next({
          k: 'each',
          of: v(name()),
          as: row,
          field: this.text(),
          value: { k: 'letters', of: field(row, this.text()), as: this.draw.pick(['upper', 'lower']) },
        });
        break;
      default:
        next({
          k: 'each',
          of: v(name()),
          as: row,
          field: this.number(),
          value: this.bounded(
            plus(
              { k: 'binary', op: '*', left: field(row, this.number()), right: n(this.draw.integer(2, 9)) },
              n(this.draw.integer(1, 40)),
            ),
          ),
        });
    }
  }

  private resultOf(name: string, returns: Type): Expr {
    const row = this.rowName();
    if (returns === 'texts') {
      const gap = { k: 'text' as const, value: this.draw.pick([' ', ', ', ' / ', ': ', ' - ', '; ']) };
      return {
        k: 'lines',
        of: v(name),
        as: row,
        value: { k: 'concat', parts: [field(row, 'id'), gap, field(row, this.text()), gap, field(row, this.number())] },
      };
    }
    if (returns === 'number') return this.bounded({ k: 'sum', of: v(name), as: row, value: field(row, this.number()) });
    return v(name);
  }

  private rowName(): string {
    return this.draw.pick(['row', 'one', 'each', 'it', 'item', 'entry', this.domain.entity]);
  }

  private onRow(row: string, returns: Type, uses: readonly Use[]): Pick<Callable, 'body' | 'result'> {
    const body: Statement[] = [];
    const score = this.draw.pick(['score', 'points', 'sum', 'figure', 'share', 'level']);
    const label = this.draw.pick(['label', 'words', 'said', 'mark', 'line']);
    const start = this.number();
    body.push({ kind: 'let', name: score, value: plus(field(row, start), n(this.draw.integer(0, 30))) });
    if (returns === 'text')
      body.push({
        kind: 'let',
        name: label,
        value: { k: 'cut', of: field(row, this.text()), length: this.draw.integer(5, 12) },
      });
    const more = (value: Expr) => body.push({ kind: 'let', name: score, value, again: true });
    for (const { ref, unit } of uses) {
      const call = (arg: Expr): Expr => ({ k: 'call', ref, args: [arg] });
      const value: Expr | null =
        unit.kind === 'constant'
          ? typeof unit.value === 'number'
            ? { k: 'constant', ref }
            : { k: 'size', of: { k: 'constant', ref } }
          : null;
      if (value) {
        more(this.bounded(plus(v(score), value)));
        continue;
      }
      if (unit.kind === 'failure') {
        body.push({
          kind: 'refuse',
          when: { k: 'compare', op: '>=', left: v(score), right: n(this.draw.integer(90_000, 999_999)) },
          error: ref,
          message: `no such ${this.domain.entity}`,
        });
        continue;
      }
      if (!isCallable(unit)) continue;
      const [param] = unit.params;
      if (param?.type === 'number') more(call(v(score)));
      else if (param?.type === 'text')
        more(this.bounded(plus(v(score), { k: 'size', of: call(field(row, this.text())) })));
      else if (param?.type === 'row') {
        const got = call(v(row));
        if (unit.returns === 'number') more(this.bounded(plus(v(score), got)));
        else if (unit.returns === 'text') more(this.bounded(plus(v(score), { k: 'size', of: got })));
        else more({ k: 'choose', when: got, yes: plus(v(score), n(this.draw.integer(1, 9))), no: v(score) });
      } else if (param?.type === 'rows') {
        const got = call({ k: 'only', of: v(row) });
        more(this.bounded(plus(v(score), unit.returns === 'number' ? got : { k: 'size', of: got })));
      }
    }
    if (returns === 'text')
      return {
        body,
        result: {
          k: 'concat',
          parts: [
            v(label),
            { k: 'text', value: this.draw.pick([' #', ' @', ' +', ' = ', ' ~']) },
            this.bounded(v(score)),
          ],
        },
      };
    if (returns === 'flag')
      return { body, result: { k: 'compare', op: '>=', left: v(score), right: n(this.draw.integer(0, 1)) } };
    return { body, result: this.bounded(v(score)) };
  }

  private onNumber(value: string, uses: readonly Use[]): Pick<Callable, 'body' | 'result'> {
    const body: Statement[] = [];
    const name = this.draw.pick(['figure', 'part', 'grown', 'scaled', 'amount', 'rest']);
    body.push({
      kind: 'let',
      name,
      value: plus(
        { k: 'binary', op: '*', left: v(value), right: n(this.draw.integer(2, 7)) },
        n(this.draw.integer(1, 50)),
      ),
    });
    for (const { ref, unit } of uses) {
      if (unit.kind === 'constant') {
        const constant: Expr = { k: 'constant', ref };
        body.push({
          kind: 'let',
          name,
          again: true,
          value: this.bounded(plus(v(name), typeof unit.value === 'number' ? constant : { k: 'size', of: constant })),
        });
      } else if (unit.kind === 'failure') {
        body.push({
          kind: 'refuse',
          when: { k: 'compare', op: '>=', left: v(name), right: n(this.draw.integer(90_000, 999_999)) },
          error: ref,
          message: 'that is too much',
        });
      } else if (isCallable(unit) && unit.params[0]?.type === 'number') {
        body.push({ kind: 'let', name, again: true, value: { k: 'call', ref, args: [v(name)] } });
      }
    }
    return { body, result: this.bounded(v(name)) };
  }

  private onText(value: string, uses: readonly Use[]): Pick<Callable, 'body' | 'result'> {
    const body: Statement[] = [];
    const name = this.draw.pick(['short', 'shown', 'plain', 'written', 'clean']);
    body.push({
      kind: 'let',
      name,
      value: {
        k: 'cut',
        of: { k: 'letters', of: v(value), as: this.draw.pick(['upper', 'lower']) },
        length: this.draw.integer(5, 20),
      },
    });
    for (const { ref, unit } of uses) {
      if (unit.kind === 'constant')
        body.push({
          kind: 'let',
          name,
          again: true,
          value: {
            k: 'concat',
            parts: [
              { k: 'cut', of: v(name), length: this.draw.integer(5, 15) },
              { k: 'constant', ref },
            ],
          },
        });
      else if (isCallable(unit) && unit.params[0]?.type === 'text')
        body.push({ kind: 'let', name, again: true, value: { k: 'call', ref, args: [v(name)] } });
    }
    return { body, result: v(name) };
  }
}

/** Whether a function of one signature can call one of another. */
export function canCall(from: Type | undefined, unit: Unit): boolean {
  if (unit.kind === 'failure') return from !== 'text';
  if (!isCallable(unit)) return false;
  const to = unit.params[0]?.type;
  if (from === 'rows') return true;
  if (from === 'row') return to !== undefined;
  return to === from;
}
