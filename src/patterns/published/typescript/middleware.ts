import type { MiddlewarePlan } from '../blueprint.ts';
import type { Emission, Source, Taken } from '../emission.ts';
import { recordType } from '../spelling.ts';

const MIDDLEWARE_CODE: Readonly<Record<string, string>> = {
  logging: `const records = step();
  journal.lines.push(\`\${name}: \${records.length} records\`);
  return records;`,
  metrics: `const records = step();
  journal.counts[name] = (journal.counts[name] ?? 0) + records.length;
  return records;`,
  audit: `const records = step();
  journal.lines.push(\`\${name} left \${records.map((record) => record.id).join(' ')}\`);
  return records;`,
  tally: `journal.counts.calls = (journal.counts.calls ?? 0) + 1;
  return step();`,
  trace: `journal.lines.push(\`\${name} begins\`);
  const records = step();
  journal.lines.push(\`\${name} ends\`);
  return records;`,
};

/** Writes a middleware: it is given the call of a stage by the runner, and makes it. */
export function emitMiddleware(emission: Emission, plan: MiddlewarePlan): Source {
  const taken: Record<string, Taken> = {
    types: { types: ['Journal', recordType(emission.blueprint), 'Step'].toSorted() },
  };
  const body = `
${emission.signature(plan.id, plan.fn)} {
  ${MIDDLEWARE_CODE[plan.name]}
}
`;
  return emission.module(plan.id, taken, body, ['It delegates to the step that it is given.']);
}
