import type { HelperPlan } from '../blueprint.ts';
import type { Source } from '../emission.ts';
import type { PythonEmission } from './source.ts';

interface HelperCode {
  constant: string;
  body: string;
}

const CODE: Readonly<Record<string, HelperCode>> = {
  text: { constant: '60', body: `return " ".join(value.split())` },
  numbers: {
    constant: '2',
    body: `scale = 10 ** int(places)\n    return round(value * scale) / scale`,
  },
  keys: { constant: `"|"`, body: `return KEY_SEPARATOR.join(part.strip() for part in parts)` },
  checks: { constant: '1', body: `return len(value.strip()) < MIN_LENGTH` },
  scales: {
    constant: `"beyond"`,
    body: `reached = sum(1 for limit in limits if value >= limit)\n    return labels[reached] if reached < len(labels) else OPEN_LABEL`,
  },
  masking: { constant: `"*"`, body: `return value[-int(visible):].rjust(len(value), MASK_CHAR)` },
  tables: { constant: `"none"`, body: `return table.get(key, fallback)` },
  ranges: { constant: '0', body: `return min(high, max(low, value))` },
  order: { constant: '1', body: `return right - left` },
  labels: { constant: `" "`, body: `return LABEL_GAP.join([id, name])` },
};

/** Writes a helper module: one constant, one pure function. */
export function emitHelper(emission: PythonEmission, plan: HelperPlan): Source {
  const code = CODE[plan.name] as HelperCode;
  return emission.module(
    plan.id,
    {},
    `
${plan.constant.toUpperCase()} = ${code.constant}


${emission.signature(plan.id, plan.fn)}
    """The one thing that this module is for: it ${plan.purpose}."""
    ${code.body}
`,
  );
}
