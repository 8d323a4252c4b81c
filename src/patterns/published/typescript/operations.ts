import type { Domain, Operation } from '../domain.ts';

/** The code of an operation: constants of the module, and the body of `process`. */
export interface OperationCode {
  constants: string;
  body: string;
}

/** Writes an operation on `records`. */
export function writeOperation(domain: Domain, operation: Operation): OperationCode {
  const derived = new Set(domain.fields.filter((field) => field.derived).map((field) => field.name));
  const number = (name: string) => (derived.has(name) ? `(record.${name} ?? 0)` : `record.${name}`);
  const text = (name: string) => {
    const field = domain.fields.find((candidate) => candidate.name === name);
    return field?.type === 'number' ? `String(record.${name})` : `record.${name}`;
  };
  const set = (fields: string) => `return records.map((record) => ({ ...record, ${fields} }));`;
  const rounded = (value: string) => `Math.round(${value} * 100) / 100`;
  const only = (body: string): OperationCode => ({ constants: '', body });

  switch (operation.kind) {
    case 'require': {
      const filled = (name: string) => `record.${name}.trim() !== ''`;
      return only(`return records.filter((record) => ${operation.fields.map(filled).join(' && ')});`);
    }
    case 'tidy': {
      const { field, letters } = operation;
      const cased = { lower: '.toLowerCase()', upper: '.toUpperCase()', keep: '' }[letters];
      const folded = `record.${field}.trim().replace(/\\s+/g, ' ')`;
      return only(set(`${field}: ${folded}${cased}`));
    }
    case 'dedupe': {
      const parts = `[${operation.fields.map(text).join(', ')}]`;
      const key = `${parts}.join('/')`;
      return only(`const seen = new Set<string>();
    return records.filter((record) => {
      const key = ${key};
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });`);
    }
    case 'convert': {
      const { field, unit, base, factors } = operation;
      return {
        constants: `const FACTORS: Record<string, number> = ${table(factors)};`,
        body: set(`${unit}: '${base}', ${field}: ${rounded(`record.${field} * (FACTORS[record.${unit}] ?? 1)`)}`),
      };
    }
    case 'lookup': {
      const { field, key, fallback } = operation;
      const found = `TABLE[record.${key}] ?? '${fallback}'`;
      return {
        constants: `const TABLE: Record<string, string> = ${table(operation.table)};`,
        body: set(`${field}: ${found}`),
      };
    }
    case 'product':
      return only(set(`${operation.field}: ${rounded(`${number(operation.left)} * ${number(operation.right)}`)}`));
    case 'classify': {
      const { field, of, limits, labels } = operation;
      const value = number(of);
      const band = `LABELS[LIMITS.filter((limit) => ${value} >= limit).length] ?? '${labels.at(-1)}'`;
      return {
        constants: `const LIMITS = [${limits.join(', ')}];\nconst LABELS = [${labels.map((label) => `'${label}'`).join(', ')}];`,
        body: set(`${field}: ${band}`),
      };
    }
    case 'clamp': {
      const { field, low, high } = operation;
      const most = `this.option('high', ${high})`;
      const clamped = `Math.min(${most}, Math.max(${low}, record.${field}))`;
      return only(set(`${field}: ${clamped}`));
    }
    case 'mask': {
      const { field, visible } = operation;
      const shown = `this.option('visible', ${visible})`;
      const masked = `record.${field}.slice(-${shown}).padStart(record.${field}.length, '*')`;
      return only(set(`${field}: ${masked}`));
    }
    case 'rank': {
      const [left, right] = [
        `${number(operation.by).replace('record', 'left')}`,
        `${number(operation.by).replace('record', 'right')}`,
      ];
      const compare = `${right} - ${left}`;
      return only(`const sorted = [...records].sort((left, right) => ${compare});
    return sorted.map((record, i) => ({ ...record, ${operation.field}: i + 1 }));`);
    }
    case 'adjust': {
      const { field, when, equals, factor } = operation;
      return only(set(`${field}: ${rounded(`record.${field} * (record.${when} === '${equals}' ? ${factor} : 1)`)}`));
    }
  }
}

function table(entries: Readonly<Record<string, string | number>>): string {
  const members = Object.entries(entries).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? `'${value}'` : value}`,
  );
  return `{ ${members.join(', ')} }`;
}
