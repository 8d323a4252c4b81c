import type { HelperPlan } from '../blueprint.ts';
import type { Emission, Source } from '../emission.ts';

interface HelperCode {
  constant: string;
  body: string;
}

const CODE: Readonly<Record<string, HelperCode>> = {
  text: { constant: '60', body: `return value.trim().replace(/\\s+/g, ' ');` },
  numbers: {
    constant: '2',
    body: `const scale = 10 ** places;\n  return Math.round(value * scale) / scale;`,
  },
  keys: {
    constant: `'|'`,
    body: `return parts.map((part) => part.trim()).join(KEY_SEPARATOR);`,
  },
  checks: { constant: '1', body: `return value.trim().length < MIN_LENGTH;` },
  scales: {
    constant: `'beyond'`,
    body: `const reached = limits.filter((limit) => value >= limit).length;\n  return labels[reached] ?? OPEN_LABEL;`,
  },
  masking: {
    constant: `'*'`,
    body: `return value.slice(-visible).padStart(value.length, MASK_CHAR);`,
  },
  tables: { constant: `'none'`, body: `return table[key] ?? fallback;` },
  ranges: { constant: '0', body: `return Math.min(high, Math.max(low, value));` },
  order: { constant: '1', body: `return right - left;` },
  labels: { constant: `' '`, body: `return [id, name].join(LABEL_GAP);` },
};

/** Writes a helper module: one constant, one pure function. */
export function emitHelper(emission: Emission, plan: HelperPlan): Source {
  const code = CODE[plan.name] as HelperCode;
  return emission.module(
    plan.id,
    {},
    `
export const ${plan.constant.toUpperCase()} = ${code.constant};

/** The one thing that this module is for: it ${plan.purpose}. */
${emission.signature(plan.id, plan.fn)} {
  ${code.body}
}
`,
  );
}
