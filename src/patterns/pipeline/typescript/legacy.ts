import type { LegacyPlan } from '../blueprint.ts';
import type { LegacyShape } from '../catalogue.ts';
import { inputField } from '../domain.ts';
import type { Emission, Source, Taken } from '../emission.ts';
import { camelCase, recordType } from '../spelling.ts';
import { helperExpression } from './helper-module.ts';

/** The body of a legacy function. `cell` shows a record, `number` is a number of it, `record` its type. */
const SHAPES: Readonly<Record<LegacyShape, (cell: string, number: string, record: string) => string>> = {
  export: (cell) => `return records.map((record) => ${cell}.padEnd(width).slice(0, width));`,
  group: (cell, number) => `const groups: Record<string, number> = {};
  for (const record of records) {
    const key = ${cell};
    groups[key] = (groups[key] ?? 0) + ${number};
  }
  return groups;`,
  window: (cell, number) => `const order = records.map((record) => ({ key: ${cell}, value: ${number} }));
  order.sort((left, right) => (left.key < right.key ? -1 : 1));
  return order.map((_, i) => order.slice(Math.max(0, i - size + 1), i + 1).reduce((sum, entry) => sum + entry.value, 0));`,
  rules: (cell, number) => `const breaches: string[] = [];
  for (const record of records) {
    if (${number} > limit) breaches.push(\`\${${cell}}: over \${limit}\`);
  }
  return breaches;`,
  queue: (cell, number, record) => `const waiting = [...records];
  const done: ${record}[] = [];
  while (waiting.length > 0) {
    const record = waiting.shift();
    if (record && ${number} >= 0 && ${cell} !== '') done.push(record);
  }
  return done;`,
};

/** Writes a legacy module. Nothing but other legacy modules imports it, and nothing that it does ever runs. */
export function emitLegacy(emission: Emission, plan: LegacyPlan): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const number = inputField(blueprint.domain, 'number');
  const cell = plan.helper ? helperExpression(blueprint, plan.helper) : 'record.id';
  const taken: Record<string, Taken> = { ...emission.errorImport(plan.id), types: { types: [record] } };
  const before: string[] = [];
  if (plan.helper) taken[plan.helper.id] = { values: [camelCase(plan.helper.fn)] };
  if (plan.guarded) before.push(`if (records.length === 0) throw new PipelineError('${plan.name}: nothing to do');`);
  if (plan.formatter) {
    taken[plan.formatter.id] = { values: [camelCase(plan.formatter.fn)] };
    before.push(`if (${camelCase(plan.formatter.fn)}(records).length === 0) console.warn('${plan.name}: no lines');`);
  }
  if (plan.legacy) {
    taken[plan.legacy.id] = { values: [camelCase(plan.legacy.fn)] };
    before.push(`console.warn('${plan.name}', ${camelCase(plan.legacy.fn)}(records));`);
  }
  let extra = '';
  if (plan.usesStage) {
    taken.stage = { types: ['Stage'] };
    extra = `\n/** Names stages for the log. */\nconst nameOf = (stage: Stage): string => stage.label;\n\nexport const NAMES: ((stage: Stage) => string)[] = [nameOf];\n`;
  }
  const body = `${extra}
${emission.signature(plan.id, plan.fn)} {
${before.map((line) => `  ${line}\n`).join('')}  ${SHAPES[plan.shape](cell, `record.${number}`, record)}
}
`;
  return emission.module(plan.id, taken, body, ['Kept for reference.']);
}
