import type { LegacyPlan } from '../blueprint.ts';
import type { LegacyShape } from '../catalogue.ts';
import { inputField } from '../domain.ts';
import type { Source, Taken } from '../emission.ts';
import { recordType } from '../spelling.ts';
import type { PythonEmission } from './source.ts';

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
  const taken: Record<string, Taken> = { types: { types: [recordType(blueprint)] } };
  // An f-string of Python before 3.12 cannot hold the quotes that some expressions have.
  const isRules = plan.shape === 'rules';
  const before = isRules ? '    def shown(record):\n        return record.id\n\n' : '';
  const code = LEGACY_CODE[plan.shape](isRules ? 'shown(record)' : 'record.id', `record.${number}`);
  const body = `${emission.signature(plan.id, plan.fn)}\n${before}    ${code}`;
  return emission.module(plan.id, taken, body, ['Kept for reference.']);
}
