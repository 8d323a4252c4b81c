import { z } from 'zod';
import type { Codebase } from '../../codebase/codebase.ts';
import type { Constraint } from '../../codebase/ground-truth.ts';
import { Draw } from '../draw.ts';
import { type Drawn, isDrawn } from '../drawn.ts';
import { checkCompliance } from './compliance.ts';
import { importOptions } from './import-options.ts';
import { orderOptions } from './order-options.ts';
import { applyChange, describeChange, ProposedChange } from './proposed-change.ts';
import { type Options, type Setting, settingOf } from './setting.ts';

/** The forms of invariants that are asked about. Rules on names are not: files of one folder that follow a convention look alike. */
export const ASKED_FORMS = ['FORBIDDEN_EDGE', 'INTERFACE_ONLY', 'VALIDATION_CHAIN'] as const;
export type AskedForm = (typeof ASKED_FORMS)[number];

/** A question with four options, of which exactly one is right. */
export const Question = z.object({
  id: z.string(),
  /** The form of the invariant that it is about. */
  form: z.enum(ASKED_FORMS),
  text: z.string(),
  options: z.array(z.string()).length(4),
  changes: z.array(ProposedChange).length(4),
  /** Index of the right option. */
  answer: z.number().int().min(0).max(3),
});
export type Question = z.infer<typeof Question>;

const TEXT = 'Which of these changes would violate an architectural constraint of this codebase?';

/** How options are found for a form, and how often one rule is asked about: rarer forms twice, by different changes. */
const ASKED: Readonly<
  Record<AskedForm, { options: (setting: Setting, rule: Constraint, draw: Draw) => Options[]; times: number }>
> = {
  FORBIDDEN_EDGE: { options: importOptions, times: 1 },
  INTERFACE_ONLY: { options: importOptions, times: 2 },
  VALIDATION_CHAIN: { options: orderOptions, times: 2 },
};

/**
 * The questions about a drawn codebase: one or two for each attested rule for which three other changes are found that could as well break a
 * rule, for all that their texts tell: imports between the same two folders or roles, moves in the same order, each file named
 * once, for each of which the same rule would hold. Which of them is right can only be known from where the rule is attested.
 *
 * @param trial the order of options differs from trial to trial, and is the same on every run
 * @throws Error for a codebase that was not drawn
 */
export function questionsOf(codebase: Codebase, trial: number): Question[] {
  if (!isDrawn(codebase))
    throw new Error(`${codebase.id} was not drawn: questions are made from the blueprint of a codebase`);
  const setting = settingOf(codebase);
  return codebase.groundTruth.invariants.flatMap(({ id, structured }): Question[] => {
    const form = ASKED_FORMS.find((asked) => asked === structured?.type);
    if (!form || !structured || setting.breakable.has(id)) return [];
    const draw = new Draw(`question:${codebase.id}:${id}:${trial}`);
    const { options, times } = ASKED[form];
    const found = options(setting, structured, draw).slice(0, times);
    return found.map(({ breaking, others }, i) => {
      const changes = draw.shuffle([breaking, ...others]);
      confirm(codebase, changes, breaking);
      const answer = changes.indexOf(breaking);
      const name = i === 0 ? id : `${id} again`;
      return { id: name, form, text: TEXT, options: changes.map(describeChange), changes, answer };
    });
  });
}

/** What was found by the blueprint is confirmed by the files: exactly one change breaks a rule. */
function confirm(codebase: Drawn, changes: readonly ProposedChange[], breaking: ProposedChange): void {
  for (const change of changes) {
    const broken = checkCompliance(applyChange(codebase, change), codebase.groundTruth.invariants).filter(
      ({ violations }) => violations.length > 0,
    );
    if (broken.length > 0 !== (change === breaking))
      throw new Error(
        `${codebase.id}: “${describeChange(change)}” breaks ${broken.map(({ invariant }) => invariant.id).join(', ') || 'nothing'}`,
      );
  }
}
