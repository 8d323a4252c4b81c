import type { Pattern } from './drawing/specification.ts';
import { eventDriven } from './event-driven/event-driven.ts';
import { layered } from './layered/layered.ts';
import { mvc } from './mvc/mvc.ts';
import { pipeline } from './pipeline/pipeline.ts';
import { plugin } from './plugin/plugin.ts';
import { repository } from './repository/repository.ts';

/** All patterns, in the order in which `all` has them. */
export const PATTERNS = [pipeline, layered, eventDriven, plugin, mvc, repository] as const satisfies readonly Pattern[];

export const PATTERN_NAMES = ['pipeline', 'layered', 'event_driven', 'plugin', 'mvc', 'repository'] as const;
export type PatternName = (typeof PATTERN_NAMES)[number];

/** The pattern of that name. */
export function patternOf(name: PatternName): Pattern {
  const pattern = PATTERNS.find((one) => one.name === name);
  if (!pattern) throw new Error(`there is no pattern ${name}: known are ${PATTERN_NAMES.join(', ')}`);
  return pattern;
}
