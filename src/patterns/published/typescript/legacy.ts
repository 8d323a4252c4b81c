import type { LegacyPlan } from '../blueprint.ts';
import type { LegacyShape } from '../catalogue.ts';
import { inputField } from '../domain.ts';
import type { Emission, Source } from '../emission.ts';
import { recordType } from '../spelling.ts';

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
  const body = `
${emission.signature(plan.id, plan.fn)} {
  ${SHAPES[plan.shape]('record.id', `record.${number}`, record)}
}
`;
  return emission.module(plan.id, { types: { types: [record] } }, body, ['Kept for reference.']);
}
