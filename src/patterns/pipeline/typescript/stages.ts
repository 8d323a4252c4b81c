import { type AdapterPlan, type StagePlan, stageEntry, stageTypesModule } from '../blueprint.ts';
import type { Emission, Source, Taken } from '../emission.ts';
import { camelCase, pascalCase, recordType } from '../spelling.ts';
import { helperExpression } from './helper-module.ts';
import { writeOperation } from './operations.ts';

/** Writes a stage: a class that extends the stage interface and, where the registry wants one, its factory. */
export function emitStage(emission: Emission, plan: StagePlan): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const { constants, body } = writeOperation(blueprint.domain, plan.stage.operation, plan.helper);
  const className = pascalCase(plan.stage.key);
  const factory = blueprint.loading === 'factory';
  const guard = plan.guarded
    ? `    if (records.length > this.option('most', 10_000)) throw new PipelineError('${plan.module}: too many records');\n`
    : '';
  const shared = plan.listed.map(({ constant }) => constant.toUpperCase());
  const top = shared.length === 0 ? constants : `${constants}\nconst SHARED = [${shared.join(', ')}];`.trim();
  const code = `
${top}

export class ${className} extends Stage {
  readonly label = '${plan.stage.key.replaceAll('_', ' ')}';

  ${blueprint.template ? 'protected ' : ''}process(records: ${record}[]): ${record}[] {
${guard}    ${body}
  }
}
${factory ? `\n/** Used by the registry, which knows this module by its name alone. */\n${emission.signature(plan.id, 'create_stage')} {\n  return new ${className}(options);\n}` : ''}`;
  const helper = plan.helper;
  const taken: Record<string, Taken> = {
    ...emission.errorImport(plan.id),
  };
  const types = factory ? [record, 'StageOptions'] : [record];
  if (blueprint.reexports) taken.stage = { values: ['Stage'], types };
  else Object.assign(taken, { stage: { values: ['Stage'] }, types: { types } });
  if (helper) {
    const name = helper.use === 'call' ? camelCase(helper.helper.fn) : helper.helper.constant.toUpperCase();
    taken[helper.helper.id] = { values: [name] };
  }
  for (const { id, constant } of plan.listed) taken[id] = { values: [constant.toUpperCase()] };
  return emission.module(plan.id, taken, code);
}

/** Writes an adapter: a function that shows what one stage does to copies of the records. */
export function emitAdapter(emission: Emission, plan: AdapterPlan): Source {
  const { blueprint } = emission;
  const { stage, helper, formatter, typed } = plan;
  const className = pascalCase(stage.stage.key);
  const shown = helper ? helperExpression(blueprint, helper) : `Object.values(record).join(' ')`;
  const lines = formatter
    ? `return ${camelCase(formatter.fn)}(done);`
    : `return done.map((record) => \`${stage.module} \${record.id}: \${${shown}}\`);`;
  const taken: Record<string, Taken> = {
    [stage.id]: { values: [className] },
    [stageTypesModule(blueprint)]: { types: [recordType(blueprint)] },
  };
  if (typed) taken.stage = { types: ['Stage'] };
  if (helper) taken[helper.id] = { values: [camelCase(helper.fn)] };
  if (formatter) taken[formatter.id] = { values: [camelCase(formatter.fn)] };
  const body = `
/** Works on copies, so that the caller's records stay as they were. */
${emission.signature(plan.id, plan.fn)} {
  const stage${typed ? ': Stage' : ''} = new ${className}({});
  const done = stage.${stageEntry(blueprint)}(records.map((record) => ({ ...record })));
  ${lines}
}
`;
  return emission.module(plan.id, taken, body, [`Delegates to ${stage.module}.`]);
}
