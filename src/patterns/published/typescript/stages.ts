import { type AdapterPlan, type StagePlan, stageEntry } from '../blueprint.ts';
import type { Emission, Source, Taken } from '../emission.ts';
import { pascalCase, recordType } from '../spelling.ts';
import { writeOperation } from './operations.ts';

/** Writes a stage: a class that extends the stage interface and, where the registry wants one, its factory. */
export function emitStage(emission: Emission, plan: StagePlan): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const { constants, body } = writeOperation(blueprint.domain, plan.stage.operation);
  const className = pascalCase(plan.stage.key);
  const factory = blueprint.loading === 'factory';
  const shared = plan.listed.map(({ constant }) => constant.toUpperCase());
  const top = shared.length === 0 ? constants : `${constants}\nconst SHARED = [${shared.join(', ')}];`.trim();
  const code = `
${top}

export class ${className} extends Stage {
  readonly label = '${plan.stage.key.replaceAll('_', ' ')}';

  ${blueprint.template ? 'protected ' : ''}process(records: ${record}[]): ${record}[] {
    ${body}
  }
}
${factory ? `\n/** Used by the registry, which knows this module by its name alone. */\n${emission.signature(plan.id, 'create_stage')} {\n  return new ${className}(options);\n}` : ''}`;
  const types = factory ? [record, 'StageOptions'] : [record];
  const taken: Record<string, Taken> = { stage: { values: ['Stage'] }, types: { types } };
  for (const { id, constant } of plan.listed) taken[id] = { values: [constant.toUpperCase()] };
  return emission.module(plan.id, taken, code);
}

/** Writes an adapter: a function that shows what one stage does to copies of the records. */
export function emitAdapter(emission: Emission, plan: AdapterPlan): Source {
  const { blueprint } = emission;
  const { stage } = plan;
  const className = pascalCase(stage.stage.key);
  const taken: Record<string, Taken> = {
    stage: { types: ['Stage'] },
    [stage.id]: { values: [className] },
    types: { types: [recordType(blueprint)] },
  };
  const body = `
/** Works on copies, so that the caller's records stay as they were. */
${emission.signature(plan.id, plan.fn)} {
  const stage: Stage = new ${className}({});
  const done = stage.${stageEntry(blueprint)}(records.map((record) => ({ ...record })));
  return done.map((record) => \`${stage.module} \${record.id}: \${Object.values(record).join(' ')}\`);
}
`;
  return emission.module(plan.id, taken, body, [`Delegates to ${stage.module}.`]);
}
