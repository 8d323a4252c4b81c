import type { Domain, Operation } from '../domain.ts';

/** The code of an operation: constants and imports of the module, and the body of `process`. */
export interface OperationCode {
  constants: string;
  body: string;
  imports: readonly string[];
}

const REPLACE = 'from dataclasses import replace';

/** Writes an operation on `records`. */
export function writeOperation(domain: Domain, operation: Operation): OperationCode {
  const text = (name: string) => {
    const field = domain.fields.find((candidate) => candidate.name === name);
    return field?.type === 'number' ? `str(record.${name})` : `record.${name}`;
  };
  const code = (body: string, constants = '', imports: readonly string[] = []): OperationCode => ({
    constants,
    body,
    imports,
  });
  const set = (fields: string, constants = '') =>
    code(`return [replace(record, ${fields}) for record in records]`, constants, [REPLACE]);
  const rounded = (value: string) => `round(${value}, 2)`;

  switch (operation.kind) {
    case 'require': {
      const filled = (name: string) => `record.${name}.strip() != ""`;
      return code(`return [record for record in records if ${operation.fields.map(filled).join(' and ')}]`);
    }
    case 'tidy': {
      const { field, letters } = operation;
      const cased = { lower: '.lower()', upper: '.upper()', keep: '' }[letters];
      const folded = `" ".join(record.${field}.split())`;
      return set(`${field}=${folded}${cased}`);
    }
    case 'dedupe': {
      const parts = `[${operation.fields.map(text).join(', ')}]`;
      const key = `"/".join(${parts})`;
      return code(`seen = set()
        kept = []
        for record in records:
            key = ${key}
            if key not in seen:
                seen.add(key)
                kept.append(record)
        return kept`);
    }
    case 'convert': {
      const { field, unit, base, factors } = operation;
      return set(
        `${unit}="${base}", ${field}=${rounded(`record.${field} * FACTORS.get(record.${unit}, 1)`)}`,
        `FACTORS = ${table(factors)}`,
      );
    }
    case 'lookup': {
      const { field, key, fallback } = operation;
      const found = `TABLE.get(record.${key}, "${fallback}")`;
      return set(`${field}=${found}`, `TABLE = ${table(operation.table)}`);
    }
    case 'product':
      return set(`${operation.field}=${rounded(`record.${operation.left} * record.${operation.right}`)}`);
    case 'classify': {
      const { field, of, limits, labels } = operation;
      const constants = `LIMITS = [${limits.join(', ')}]\nLABELS = [${labels.map((label) => `"${label}"`).join(', ')}]`;
      return set(
        `${field}=(LABELS + ["${labels.at(-1)}"])[sum(1 for limit in LIMITS if record.${of} >= limit)]`,
        constants,
      );
    }
    case 'clamp': {
      const { field, low, high } = operation;
      const most = `self._option("high", ${high})`;
      return set(`${field}=min(${most}, max(${low}, record.${field}))`);
    }
    case 'mask': {
      const { field, visible } = operation;
      const shown = `int(self._option("visible", ${visible}))`;
      const masked = `record.${field}[-${shown}:].rjust(len(record.${field}), "*")`;
      return set(`${field}=${masked}`);
    }
    case 'rank': {
      const { field, by } = operation;
      const body = `ordered = sorted(records, key=lambda record: -record.${by})
        return [replace(record, ${field}=i + 1) for i, record in enumerate(ordered)]`;
      return code(body, '', [REPLACE]);
    }
    case 'adjust': {
      const { field, when, equals, factor } = operation;
      return set(`${field}=${rounded(`record.${field} * (${factor} if record.${when} == "${equals}" else 1)`)}`);
    }
  }
}

function table(entries: Readonly<Record<string, string | number>>): string {
  const members = Object.entries(entries).map(
    ([key, value]) => `"${key}": ${typeof value === 'string' ? `"${value}"` : value}`,
  );
  return `{${members.join(', ')}}`;
}
