import type { UnitRef } from './blueprint.ts';

/** What bodies are made of. Numbers are whole; rows are tables of numbers and texts. */
export type Expr =
  | { k: 'number'; value: number }
  | { k: 'text'; value: string }
  | { k: 'texts'; values: readonly string[] }
  | { k: 'var'; name: string }
  /** A field of a row. */
  | { k: 'field'; of: Expr; name: string }
  | { k: 'binary'; op: '+' | '-' | '*'; left: Expr; right: Expr }
  /** The rest of a division by a constant above 0. */
  | { k: 'rest'; of: Expr; by: number }
  | { k: 'extreme'; which: 'min' | 'max'; left: Expr; right: Expr }
  | { k: 'compare'; op: '<' | '>=' | '='; left: Expr; right: Expr }
  | { k: 'both'; left: Expr; right: Expr }
  | { k: 'choose'; when: Expr; yes: Expr; no: Expr }
  /** Texts and numbers one after the other. */
  | { k: 'concat'; parts: readonly Expr[] }
  | { k: 'letters'; of: Expr; as: 'upper' | 'lower' }
  /** The first characters of a text. */
  | { k: 'cut'; of: Expr; length: number }
  | { k: 'constant'; ref: UnitRef }
  | { k: 'call'; ref: UnitRef; args: readonly Expr[] }
  /** Each row with one field set. */
  | { k: 'each'; of: Expr; as: string; field: string; value: Expr }
  | { k: 'keep'; of: Expr; as: string; when: Expr }
  | { k: 'sort'; of: Expr; by: string; descending: boolean }
  | { k: 'first'; of: Expr; count: Expr }
  /** A list of one row. */
  | { k: 'only'; of: Expr }
  /** The sum of a value over rows. */
  | { k: 'sum'; of: Expr; as: string; value: Expr }
  | { k: 'size'; of: Expr }
  /** A text of each row. */
  | { k: 'lines'; of: Expr; as: string; value: Expr }
  /** Two lists of texts, one after the other. */
  | { k: 'joined'; left: Expr; right: Expr }
  /** A value that is handed on from one text of a list to the next. */
  | { k: 'fold'; over: Expr; as: string; name: string; of: Expr; value: Expr }
  /** Rows, given to an extension point: `key` names the part or the event. */
  | { k: 'through'; point: string; of: Expr; key: Expr | null }
  /** Has the registrar of a point take up its parts. */
  | { k: 'setUp'; point: string };

/** The expressions of which one is made, in the order in which they are evaluated. */
function partsOf(e: Expr): readonly Expr[] {
  switch (e.k) {
    case 'number':
    case 'text':
    case 'texts':
    case 'var':
    case 'constant':
    case 'setUp':
      return [];
    case 'field':
    case 'rest':
    case 'letters':
    case 'cut':
    case 'sort':
    case 'only':
    case 'size':
      return [e.of];
    case 'binary':
    case 'extreme':
    case 'compare':
    case 'both':
    case 'joined':
      return [e.left, e.right];
    case 'choose':
      return [e.when, e.yes, e.no];
    case 'concat':
      return e.parts;
    case 'call':
      return e.args;
    case 'each':
    case 'sum':
    case 'lines':
      return [e.of, e.value];
    case 'keep':
      return [e.of, e.when];
    case 'first':
      return [e.of, e.count];
    case 'fold':
      return [e.of, e.over, e.value];
    case 'through':
      return e.key ? [e.of, e.key] : [e.of];
  }
}

/** An expression and all in it. */
export function* allIn(e: Expr): Generator<Expr> {
  yield e;
  for (const part of partsOf(e)) yield* allIn(part);
}

/** The expression with each part, and then itself, changed. */
export function mapExpr(e: Expr, change: (e: Expr) => Expr): Expr {
  const deep = (part: Expr) => mapExpr(part, change);
  const entries = Object.entries(e).map(([key, value]) => {
    if (Array.isArray(value)) return [key, value.map((one) => (isExpr(one) ? deep(one) : one))];
    return [key, isExpr(value) ? deep(value) : value];
  });
  return change(Object.fromEntries(entries) as Expr);
}

function isExpr(value: unknown): value is Expr {
  return typeof value === 'object' && value !== null && 'k' in value;
}
