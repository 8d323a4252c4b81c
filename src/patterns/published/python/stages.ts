import { type AdapterPlan, type StagePlan, stageEntry } from '../blueprint.ts';
import type { Source, Taken } from '../emission.ts';
import { pascalCase, recordType } from '../spelling.ts';
import { writeOperation } from './operations.ts';
import type { PythonEmission } from './source.ts';

/** Writes a stage: a class that extends the stage interface and, where the registry wants one, its factory. */
export function emitStage(emission: PythonEmission, plan: StagePlan): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const { constants, body, imports } = writeOperation(blueprint.domain, plan.stage.operation);
  const className = pascalCase(plan.stage.key);
  const factory = blueprint.loading === 'factory';
  const made = `\n\n\n${factory ? emission.signature(plan.id, 'create_stage') : ''}
    """Used by the registry, which knows this module by its name alone."""
    return ${className}(options)`;
  const shared = plan.listed.map(({ constant }) => constant.toUpperCase());
  const top = [constants, shared.length === 0 ? '' : `_SHARED = [${shared.join(', ')}]`].filter((part) => part !== '');
  const code = `${top.length === 0 ? '' : `${top.join('\n')}\n\n\n`}class ${className}(Stage):
    label = "${plan.stage.key.replaceAll('_', ' ')}"

    def ${blueprint.template ? '_process' : 'process'}(self, records: list[${record}]) -> list[${record}]:
        ${body}${factory ? made : ''}
`;
  const types = factory ? [record, 'StageOptions'] : [record];
  const taken: Record<string, Taken> = { stage: { values: ['Stage'] }, types: { types } };
  for (const { id, constant } of plan.listed) taken[id] = { values: [constant.toUpperCase()] };
  return emission.module(plan.id, taken, code, [], imports);
}

/** Writes an adapter: a function that shows what one stage does to copies of the records. */
export function emitAdapter(emission: PythonEmission, plan: AdapterPlan): Source {
  const { blueprint } = emission;
  const { stage } = plan;
  const className = pascalCase(stage.stage.key);
  const taken: Record<string, Taken> = {
    stage: { types: ['Stage'] },
    [stage.id]: { values: [className] },
    types: { types: [recordType(blueprint)] },
  };
  const body = `
${emission.signature(plan.id, plan.fn)}
    """Works on copies, so that the caller's records stay as they were."""
    stage: Stage = ${className}({})
    done = stage.${stageEntry(blueprint)}([replace(record) for record in records])
    return ["${stage.module} " + record.id + ": " + " ".join(str(value) for value in vars(record).values()) for record in done]
`;
  return emission.module(plan.id, taken, body, [`Delegates to ${stage.module}.`], ['from dataclasses import replace']);
}
