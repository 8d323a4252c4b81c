import type { Blueprint, ModuleId } from './blueprint.ts';

/** A design decision of a blueprint, in no language. */
export interface PlannedRationale {
  question: string;
  answer: string;
  affected: readonly ModuleId[];
  effects: readonly string[];
}

/** Why the codebase is as it is: five decisions at least. */
export function planRationales(blueprint: Blueprint): PlannedRationale[] {
  const { stages, adapters, middleware, legacy } = blueprint;
  const ids = (plans: readonly { id: ModuleId }[]) => plans.map(({ id }) => id);
  return [
    {
      question: 'Why does the registry load stages by name instead of importing them?',
      answer: 'So that the config alone decides which stages run and in which order.',
      affected: ['registry', ...ids(stages)],
      effects: ['A static import would tie the registry to stages that the config leaves out.'],
    },
    {
      question: 'Why do stages not import each other?',
      answer: 'So that any of them can be left out or moved without touching another.',
      affected: ids(stages),
      effects: ['Leaving out an imported stage would break the one that imports it.'],
    },
    {
      question: 'Why is middleware given a step instead of a stage?',
      answer: 'So that the runner stays the only caller of stages.',
      affected: ['runner', ...ids(middleware)],
      effects: ['Middleware that knows stages would have to change with them.'],
    },
    {
      question: 'Why do adapters work on copies?',
      answer: 'So that a preview leaves the records of its caller as they were.',
      affected: ids(adapters),
      effects: ['Two previews of the same records would see each other’s results.'],
    },
    {
      question: 'Why do the shared types import nothing?',
      answer: 'Everything depends on them, so they must not depend on anything.',
      affected: ['types'],
      effects: ['An import there would close a cycle through almost every module.'],
    },
    {
      question: 'Why are there modules that nothing in use needs?',
      answer: 'They are kept for reference until the archive is closed.',
      affected: ids(legacy),
      effects: ['Using them again would bring back rules that stages have replaced.'],
    },
  ];
}
