import type { FormatterPlan, LegacyPlan, MiddlewarePlan } from '../blueprint.ts';
import type { LegacyShape } from '../catalogue.ts';
import { inputField } from '../domain.ts';
import type { Source, Taken } from '../emission.ts';
import { recordType } from '../spelling.ts';
import { helperExpression } from './helper-module.ts';
import type { PythonEmission } from './source.ts';

const MIDDLEWARE_CODE: Readonly<Record<string, string>> = {
  logging: `records = step()
    journal.lines.append(f"{name}: {len(records)} records")
    return records`,
  retry: `try:
        return step()
    except PipelineError:
        journal.lines.append(f"{name}: second try")
        return step()`,
  metrics: `records = step()
    journal.counts[name] = journal.counts.get(name, 0) + len(records)
    return records`,
  guard: `records = step()
    if not records:
        raise PipelineError(f"{name} returned no records")
    journal.counts["guarded"] = journal.counts.get("guarded", 0) + 1
    return records`,
  limits: `records = step()
    if len(records) > 10_000:
        raise PipelineError(f"{name} returned too many records")
    journal.counts["limited"] = journal.counts.get("limited", 0) + 1
    return records`,
  audit: `records = step()
    journal.lines.append(f"{name} left {' '.join(record.id for record in records)}")
    return records`,
  tally: `journal.counts["calls"] = journal.counts.get("calls", 0) + 1
    return step()`,
  trace: `journal.lines.append(f"{name} begins")
    records = step()
    journal.lines.append(f"{name} ends")
    return records`,
};

/** Writes a middleware: it is given the call of a stage by the runner, and makes it. */
export function emitMiddleware(emission: PythonEmission, plan: MiddlewarePlan): Source {
  const taken: Record<string, Taken> = {
    ...emission.errorImport(plan.id),
    types: { types: ['Journal', recordType(emission.blueprint), 'Step'].toSorted() },
  };
  const body = `${emission.signature(plan.id, plan.fn)}\n    ${MIDDLEWARE_CODE[plan.name]}`;
  return emission.module(plan.id, taken, body, ['It delegates to the step that it is given.']);
}

const FORMATTER_CODE: Readonly<Record<string, (cell: string) => string>> = {
  table: (cell) => `rows = [" | ".join([${cell}, *map(str, vars(record).values())]) for record in records]
    return [" | ".join(vars(records[0])) if records else "", *rows]`,
  summary: (cell) => `shown = [${cell} for record in records]
    return [f"{len(records)} records: {'; '.join(shown)}"]`,
  csv: (cell) => `return [",".join([${cell}, *map(str, vars(record).values())]) for record in records]`,
  outline: (cell) => `lines = []
    for record in records:
        lines.append(${cell})
        lines.extend(f"  {key}: {value}" for key, value in vars(record).items())
    return lines`,
  totals: (cell) => `sums = {}
    for record in records:
        for key, value in vars(record).items():
            if isinstance(value, (int, float)):
                sums[key] = sums.get(key, 0) + value
    shown = [${cell} for record in records]
    return [f"of {', '.join(shown)}", *[f"{key} {value:.2f}" for key, value in sums.items()]]`,
  headline: (cell) => `return ["first: " + ${cell} for record in records[:1]]`,
  markup: (cell) =>
    `return ["- " + ${cell} + " (" + ", ".join(map(str, vars(record).values())) + ")" for record in records]`,
  pairs: (cell) =>
    `return [${cell} + " " + " ".join(f"{key}={value}" for key, value in vars(record).items()) for record in records]`,
};

/** Writes a formatter: records in, lines out. */
export function emitFormatter(emission: PythonEmission, plan: FormatterPlan): Source {
  const cell = plan.helper ? helperExpression(emission.blueprint, plan.helper) : 'record.id';
  const taken: Record<string, Taken> = { types: { types: [recordType(emission.blueprint)] } };
  if (plan.helper) taken[plan.helper.id] = { values: [plan.helper.fn] };
  const code = FORMATTER_CODE[plan.name] as (cell: string) => string;
  return emission.module(plan.id, taken, `${emission.signature(plan.id, plan.fn)}\n    ${code(cell)}`);
}

/** The body of a legacy function. `cell` shows a record, `number` is a number of it. */
const LEGACY_CODE: Readonly<Record<LegacyShape, (cell: string, number: string) => string>> = {
  export: (cell) => `return [${cell}.ljust(int(width))[:int(width)] for record in records]`,
  group: (cell, number) => `groups = {}
    for record in records:
        key = ${cell}
        groups[key] = groups.get(key, 0) + ${number}
    return groups`,
  window: (cell, number) => `order = sorted((${cell}, ${number}) for record in records)
    return [sum(value for _, value in order[max(0, i - int(size) + 1):i + 1]) for i in range(len(order))]`,
  rules: (cell, number) => `return [f"{${cell}}: over {limit}" for record in records if ${number} > limit]`,
  queue: (cell, number) => `waiting = list(records)
    done = []
    while waiting:
        record = waiting.pop(0)
        if ${number} >= 0 and ${cell} != "":
            done.append(record)
    return done`,
};

/** Writes a legacy module. Nothing but other legacy modules imports it, and nothing that it does ever runs. */
export function emitLegacy(emission: PythonEmission, plan: LegacyPlan): Source {
  const { blueprint } = emission;
  const number = inputField(blueprint.domain, 'number');
  const expression = plan.helper ? helperExpression(blueprint, plan.helper) : 'record.id';
  // An f-string of Python before 3.12 cannot hold the quotes that some expressions have.
  const cell = plan.shape === 'rules' ? 'shown(record)' : expression;
  const taken: Record<string, Taken> = { ...emission.errorImport(plan.id), types: { types: [recordType(blueprint)] } };
  const before: string[] = [];
  if (plan.helper) taken[plan.helper.id] = { values: [plan.helper.fn] };
  if (plan.guarded) before.push(`if not records:\n        raise PipelineError("${plan.name}: nothing to do")`);
  if (plan.formatter) {
    taken[plan.formatter.id] = { values: [plan.formatter.fn] };
    before.push(`if not ${plan.formatter.fn}(records):\n        print("${plan.name}: no lines")`);
  }
  if (plan.legacy) {
    taken[plan.legacy.id] = { values: [plan.legacy.fn] };
    before.push(`print("${plan.name}", ${plan.legacy.fn}(records))`);
  }
  if (plan.shape === 'rules') before.push(`def shown(record):\n        return ${expression}\n`);
  let extra = '';
  if (plan.usesStage) {
    taken.stage = { types: ['Stage'] };
    extra = `def _name_of(stage: Stage) -> str:\n    return stage.label\n\n\nNAMES = [_name_of]\n\n\n`;
  }
  const code = LEGACY_CODE[plan.shape](cell, `record.${number}`);
  const body = `${extra}${emission.signature(plan.id, plan.fn)}\n${before.map((line) => `    ${line}\n`).join('')}    ${code}`;
  return emission.module(plan.id, taken, body, ['Kept for reference.']);
}
