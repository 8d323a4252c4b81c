import type { MiddlewarePlan } from '../blueprint.ts';
import type { Source, Taken } from '../emission.ts';
import { recordType } from '../spelling.ts';
import type { PythonEmission } from './source.ts';

const MIDDLEWARE_CODE: Readonly<Record<string, string>> = {
  logging: `records = step()
    journal.lines.append(f"{name}: {len(records)} records")
    return records`,
  metrics: `records = step()
    journal.counts[name] = journal.counts.get(name, 0) + len(records)
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
    types: { types: ['Journal', recordType(emission.blueprint), 'Step'].toSorted() },
  };
  const body = `${emission.signature(plan.id, plan.fn)}\n    ${MIDDLEWARE_CODE[plan.name]}`;
  return emission.module(plan.id, taken, body, ['It delegates to the step that it is given.']);
}
