import type { Blueprint } from './blueprint.ts';
import type { Operation } from './domain.ts';
import { pascalCase } from './spelling.ts';

/** The JSON config that names the stages, the same in every language. */
export function writeConfig({ stages, loading }: Blueprint): string {
  const entries = stages.map(({ module, stage }) => ({
    module,
    ...(loading === 'class' ? { class: pascalCase(stage.key) } : {}),
    options: optionsOf(stage.operation),
  }));
  return `${JSON.stringify({ stages: entries }, null, 2)}\n`;
}

/** The records on which the pipeline runs, one JSON object a line. */
export function writeSample({ domain }: Blueprint): string {
  return `${domain.sample.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

/** What the config says to a stage, for operations that take options. */
function optionsOf(operation: Operation): Record<string, number> {
  switch (operation.kind) {
    case 'convert':
    case 'product':
    case 'adjust':
      return { digits: 2 };
    case 'clamp':
      return { high: operation.high };
    case 'mask':
      return { visible: operation.visible };
    default:
      return {};
  }
}
