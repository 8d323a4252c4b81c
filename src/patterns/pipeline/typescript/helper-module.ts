import type { Blueprint, HelperPlan } from '../blueprint.ts';
import type { HelperEntry } from '../catalogue.ts';
import { inputField } from '../domain.ts';
import type { Emission, Source } from '../emission.ts';
import { camelCase } from '../spelling.ts';

interface HelperCode {
  constant: string;
  body: string;
  /** A condition under which the arguments are refused. */
  bad: string;
}

const CODE: Readonly<Record<string, HelperCode>> = {
  text: { constant: '60', bad: 'value.length > 10_000', body: `return value.trim().replace(/\\s+/g, ' ');` },
  numbers: {
    constant: '2',
    bad: '!Number.isFinite(value)',
    body: `const scale = 10 ** places;\n  return Math.round(value * scale) / scale;`,
  },
  keys: {
    constant: `'|'`,
    bad: 'parts.length === 0',
    body: `return parts.map((part) => part.trim()).join(KEY_SEPARATOR);`,
  },
  checks: { constant: '1', bad: 'value === undefined', body: `return value.trim().length < MIN_LENGTH;` },
  scales: {
    constant: `'beyond'`,
    bad: 'labels.length === 0',
    body: `const reached = limits.filter((limit) => value >= limit).length;\n  return labels[reached] ?? OPEN_LABEL;`,
  },
  masking: {
    constant: `'*'`,
    bad: 'visible < 0',
    body: `return value.slice(-visible).padStart(value.length, MASK_CHAR);`,
  },
  tables: { constant: `'none'`, bad: `key === undefined`, body: `return table[key] ?? fallback;` },
  ranges: { constant: '0', bad: 'low > high', body: `return Math.min(high, Math.max(low, value));` },
  order: { constant: '1', bad: 'Number.isNaN(left) || Number.isNaN(right)', body: `return right - left;` },
  labels: { constant: `' '`, bad: `id === ''`, body: `return [id, name].join(LABEL_GAP);` },
};

/** Writes a helper module: one constant, one pure function. */
export function emitHelper(emission: Emission, plan: HelperPlan): Source {
  const code = CODE[plan.name] as HelperCode;
  const guard = plan.guarded
    ? `  if (${code.bad}) throw new PipelineError('${camelCase(plan.fn)}: unusable arguments');\n`
    : '';
  return emission.module(
    plan.id,
    emission.errorImport(plan.id),
    `
export const ${plan.constant.toUpperCase()} = ${code.constant};

/** The one thing that this module is for: it ${plan.purpose}. */
${emission.signature(plan.id, plan.fn)} {
${guard}  ${code.body}
}
`,
  );
}

/** An expression of type string that calls the helper on `record`, for code that shows a record to people. */
export function helperExpression({ domain }: Blueprint, helper: HelperEntry): string {
  const [text, number] = [inputField(domain, 'text'), inputField(domain, 'number')];
  const call = `${camelCase(helper.fn)}(`;
  switch (helper.name) {
    case 'text':
      return `${call}record.${text})`;
    case 'numbers':
      return `String(${call}record.${number}, 1))`;
    case 'keys':
      return `${call}[record.id, record.${text}])`;
    case 'checks':
      return `(${call}record.${text}) ? '-' : record.${text})`;
    case 'scales':
      return `${call}record.${number}, [10, 100], ['few', 'some', 'many'])`;
    case 'masking':
      return `${call}record.${text}, 4)`;
    case 'tables':
      return `${call}{ lamp: 'light' }, record.${text}, record.${text})`;
    case 'ranges':
      return `String(${call}record.${number}, 0, 999))`;
    case 'order':
      return `String(${call}0, record.${number}))`;
    case 'labels':
      return `${call}record.id, record.${text})`;
    default:
      throw new Error(`generate: no expression for helper ${helper.name}`);
  }
}
