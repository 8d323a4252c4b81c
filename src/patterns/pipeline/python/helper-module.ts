import type { Blueprint, HelperPlan } from '../blueprint.ts';
import type { HelperEntry } from '../catalogue.ts';
import { inputField } from '../domain.ts';
import type { Source } from '../emission.ts';
import type { PythonEmission } from './source.ts';

interface HelperCode {
  constant: string;
  body: string;
  /** A condition under which the arguments are refused. */
  bad: string;
}

const CODE: Readonly<Record<string, HelperCode>> = {
  text: { constant: '60', bad: 'len(value) > 10_000', body: `return " ".join(value.split())` },
  numbers: {
    constant: '2',
    bad: 'value != value',
    body: `scale = 10 ** int(places)\n    return round(value * scale) / scale`,
  },
  keys: { constant: `"|"`, bad: 'not parts', body: `return KEY_SEPARATOR.join(part.strip() for part in parts)` },
  checks: { constant: '1', bad: 'value is None', body: `return len(value.strip()) < MIN_LENGTH` },
  scales: {
    constant: `"beyond"`,
    bad: 'not labels',
    body: `reached = sum(1 for limit in limits if value >= limit)\n    return labels[reached] if reached < len(labels) else OPEN_LABEL`,
  },
  masking: { constant: `"*"`, bad: 'visible < 0', body: `return value[-int(visible):].rjust(len(value), MASK_CHAR)` },
  tables: { constant: `"none"`, bad: 'key is None', body: `return table.get(key, fallback)` },
  ranges: { constant: '0', bad: 'low > high', body: `return min(high, max(low, value))` },
  order: { constant: '1', bad: 'left != left or right != right', body: `return right - left` },
  labels: { constant: `" "`, bad: `id == ""`, body: `return LABEL_GAP.join([id, name])` },
};

/** Writes a helper module: one constant, one pure function. */
export function emitHelper(emission: PythonEmission, plan: HelperPlan): Source {
  const code = CODE[plan.name] as HelperCode;
  const guard = plan.guarded
    ? `    if ${code.bad}:\n        raise PipelineError("${plan.fn}: unusable arguments")\n`
    : '';
  return emission.module(
    plan.id,
    emission.errorImport(plan.id),
    `
${plan.constant.toUpperCase()} = ${code.constant}


${emission.signature(plan.id, plan.fn)}
    """The one thing that this module is for: it ${plan.purpose}."""
${guard}    ${code.body}
`,
  );
}

/** An expression of type str that calls the helper on `record`, for code that shows a record to people. */
export function helperExpression({ domain }: Blueprint, helper: HelperEntry): string {
  const [text, number] = [inputField(domain, 'text'), inputField(domain, 'number')];
  const expressions: Readonly<Record<string, string>> = {
    text: `${helper.fn}(record.${text})`,
    numbers: `str(${helper.fn}(record.${number}, 1))`,
    keys: `${helper.fn}([record.id, record.${text}])`,
    checks: `("-" if ${helper.fn}(record.${text}) else record.${text})`,
    scales: `${helper.fn}(record.${number}, [10, 100], ["few", "some", "many"])`,
    masking: `${helper.fn}(record.${text}, 4)`,
    tables: `${helper.fn}({"lamp": "light"}, record.${text}, record.${text})`,
    ranges: `str(${helper.fn}(record.${number}, 0, 999))`,
    order: `str(${helper.fn}(0, record.${number}))`,
    labels: `${helper.fn}(record.id, record.${text})`,
  };
  const expression = expressions[helper.name];
  if (!expression) throw new Error(`generate: no expression for helper ${helper.name}`);
  return expression;
}
