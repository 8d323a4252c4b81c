import { type AdapterPlan, type StagePlan, stageEntry, stageTypesModule } from '../blueprint.ts';
import type { Source, Taken } from '../emission.ts';
import { pascalCase, recordType } from '../spelling.ts';
import { helperExpression } from './helper-module.ts';
import { writeOperation } from './operations.ts';
import type { PythonEmission } from './source.ts';

/** Writes a stage: a class that extends the stage interface and, where the registry wants one, its factory. */
export function emitStage(emission: PythonEmission, plan: StagePlan): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const { constants, body, imports } = writeOperation(blueprint.domain, plan.stage.operation, plan.helper);
  const className = pascalCase(plan.stage.key);
  const factory = blueprint.loading === 'factory';
  const guard = plan.guarded
    ? `        if len(records) > self._option("most", 10_000):\n            raise PipelineError("${plan.module}: too many records")\n`
    : '';
  const made = `\n\n\n${factory ? emission.signature(plan.id, 'create_stage') : ''}
    """Used by the registry, which knows this module by its name alone."""
    return ${className}(options)`;
  const shared = plan.listed.map(({ constant }) => constant.toUpperCase());
  const top = [constants, shared.length === 0 ? '' : `_SHARED = [${shared.join(', ')}]`].filter((part) => part !== '');
  const code = `${top.length === 0 ? '' : `${top.join('\n')}\n\n\n`}class ${className}(Stage):
    label = "${plan.stage.key.replaceAll('_', ' ')}"

    def ${blueprint.template ? '_process' : 'process'}(self, records: list[${record}]) -> list[${record}]:
${guard}        ${body}${factory ? made : ''}
`;
  const taken: Record<string, Taken> = { ...emission.errorImport(plan.id) };
  const types = factory ? [record, 'StageOptions'] : [record];
  if (blueprint.reexports) taken.stage = { values: ['Stage'], types };
  else Object.assign(taken, { stage: { values: ['Stage'] }, types: { types } });
  if (plan.helper) {
    const { helper, use } = plan.helper;
    taken[helper.id] = { values: [use === 'call' ? helper.fn : helper.constant.toUpperCase()] };
  }
  for (const { id, constant } of plan.listed) taken[id] = { values: [constant.toUpperCase()] };
  return emission.module(plan.id, taken, code, [], imports);
}

/** Writes an adapter: a function that shows what one stage does to copies of the records. */
export function emitAdapter(emission: PythonEmission, plan: AdapterPlan): Source {
  const { blueprint } = emission;
  const { stage, helper, formatter, typed } = plan;
  const className = pascalCase(stage.stage.key);
  const shown = helper
    ? helperExpression(blueprint, helper)
    : `" ".join(str(value) for value in vars(record).values())`;
  const lines = formatter
    ? `return ${formatter.fn}(done)`
    : `return ["${stage.module} " + record.id + ": " + ${shown} for record in done]`;
  const taken: Record<string, Taken> = {
    [stage.id]: { values: [className] },
    [stageTypesModule(blueprint)]: { types: [recordType(blueprint)] },
  };
  if (typed) taken.stage = { types: ['Stage'] };
  if (helper) taken[helper.id] = { values: [helper.fn] };
  if (formatter) taken[formatter.id] = { values: [formatter.fn] };
  const body = `
${emission.signature(plan.id, plan.fn)}
    """Works on copies, so that the caller's records stay as they were."""
    stage${typed ? ': Stage' : ''} = ${className}({})
    done = stage.${stageEntry(blueprint)}([replace(record) for record in records])
    ${lines}
`;
  return emission.module(plan.id, taken, body, [`Delegates to ${stage.module}.`], ['from dataclasses import replace']);
}
