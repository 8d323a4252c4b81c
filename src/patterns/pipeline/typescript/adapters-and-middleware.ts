import type { FormatterPlan, MiddlewarePlan } from '../blueprint.ts';
import type { Emission, Source, Taken } from '../emission.ts';
import { camelCase, recordType } from '../spelling.ts';
import { helperExpression } from './helper-module.ts';

const MIDDLEWARE_CODE: Readonly<Record<string, string>> = {
  logging: `const records = step();
  journal.lines.push(\`\${name}: \${records.length} records\`);
  return records;`,
  retry: `try {
    return step();
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    journal.lines.push(\`\${name}: second try\`);
    return step();
  }`,
  metrics: `const records = step();
  journal.counts[name] = (journal.counts[name] ?? 0) + records.length;
  return records;`,
  guard: `const records = step();
  if (records.length === 0) throw new PipelineError(\`\${name} returned no records\`);
  journal.counts.guarded = (journal.counts.guarded ?? 0) + 1;
  return records;`,
  limits: `const records = step();
  if (records.length > 10_000) throw new PipelineError(\`\${name} returned too many records\`);
  journal.counts.limited = (journal.counts.limited ?? 0) + 1;
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
    ...emission.errorImport(plan.id),
    types: { types: ['Journal', recordType(emission.blueprint), 'Step'].toSorted() },
  };
  const body = `
${emission.signature(plan.id, plan.fn)} {
  ${MIDDLEWARE_CODE[plan.name]}
}
`;
  return emission.module(plan.id, taken, body, ['It delegates to the step that it is given.']);
}

const FORMATTER_CODE: Readonly<Record<string, (cell: string) => string>> = {
  table: (cell) => `const rows = records.map((record) => [${cell}, ...Object.values(record).map(String)].join(' | '));
  return [Object.keys(records[0] ?? {}).join(' | '), ...rows];`,
  summary: (cell) => `const shown = records.map((record) => ${cell});
  return [\`\${records.length} records: \${shown.join('; ')}\`];`,
  csv: (cell) => `return records.map((record) => [${cell}, ...Object.values(record)].join(','));`,
  outline: (cell) =>
    `return records.flatMap((record) => [${cell}, ...Object.entries(record).map(([key, value]) => \`  \${key}: \${value}\`)]);`,
  totals: (cell) => `const sums: Record<string, number> = {};
  for (const [key, value] of records.flatMap((record) => Object.entries(record))) {
    if (typeof value === 'number') sums[key] = (sums[key] ?? 0) + value;
  }
  const shown = records.map((record) => ${cell});
  return [\`of \${shown.join(', ')}\`, ...Object.entries(sums).map(([key, sum]) => \`\${key} \${sum.toFixed(2)}\`)];`,
  headline: (cell) => `return records.slice(0, 1).map((record) => \`first: \${${cell}}\`);`,
  markup: (cell) => `return records.map((record) => \`- \${${cell}} (\${Object.values(record).join(', ')})\`);`,
  pairs: (cell) =>
    `return records.map((record) => \`\${${cell}} \${Object.entries(record).map((pair) => pair.join('=')).join(' ')}\`);`,
};

/** Writes a formatter: records in, lines out. */
export function emitFormatter(emission: Emission, plan: FormatterPlan): Source {
  const cell = plan.helper ? helperExpression(emission.blueprint, plan.helper) : 'record.id';
  const taken: Record<string, Taken> = { types: { types: [recordType(emission.blueprint)] } };
  if (plan.helper) taken[plan.helper.id] = { values: [camelCase(plan.helper.fn)] };
  const code = FORMATTER_CODE[plan.name] as (cell: string) => string;
  return emission.module(plan.id, taken, `${emission.signature(plan.id, plan.fn)} {\n  ${code(cell)}\n}`);
}
