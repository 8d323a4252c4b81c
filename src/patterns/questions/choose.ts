import type { Belief } from '../../belief/belief.ts';
import { predictedEdges } from '../../belief/belief.ts';
import { LONGEST_ANSWER, spoken } from '../../belief/spoken.ts';
import { directoryOf, stemOf } from '../../codebase/path.ts';
import { isAt, matcherOf } from './compliance.ts';
import type { ProposedChange } from './proposed-change.ts';
import type { Question } from './question.ts';

/**
 * The option that a belief speaks for: that which its invariants and edges say breaks most, or least where the question is
 * what is allowed. The answer of agents that have no `choose` of their own.
 */
export function chooseFromBelief(
  belief: Belief,
  { changes, polarity }: Pick<Question, 'changes' | 'polarity'>,
): number {
  const breaks = changes.map((change) => strengthOf(belief, change));
  return breaks.indexOf(polarity === 'violates' ? Math.max(...breaks) : Math.min(...breaks));
}

/** How surely a belief says that a change breaks a constraint, from 0. */
function strengthOf(belief: Belief, change: ProposedChange): number {
  const rules = belief.invariants.flatMap(({ structured, confidence }) =>
    structured ? [{ rule: structured, confidence }] : [],
  );
  const strengths = rules.map(({ rule, confidence }) => {
    switch (rule.type) {
      case 'FORBIDDEN_EDGE':
        if (change.kind !== 'import' || (!rule.src && !rule.dst)) return 0;
        return isAt(change.source, rule.src) && isAt(change.target, rule.dst) ? confidence : 0;
      case 'INTERFACE_ONLY':
        if (change.kind !== 'import' || !rule.src || !isAt(change.source, rule.src) || change.target === rule.via)
          return 0;
        return isStep(belief, change.target) ? 0.9 * confidence : 0.3 * confidence;
      case 'VALIDATION_CHAIN':
        if (change.kind !== 'order' || rule.src !== change.stage || !rule.dst) return 0;
        return rule.dst === change.behind || flowsTo(belief, rule.dst, change.behind) ? confidence : 0;
      case 'NAMING_CONVENTION': {
        if (change.kind !== 'rename' || !rule.src || !isAt(change.path, rule.src)) return 0;
        const matches = matcherOf(rule.pattern ?? '');
        return matches(stemOf(change.path)) && !matches(stemOf(change.to)) ? confidence : 0;
      }
      default:
        return 0;
    }
  });
  return Math.max(0, ...strengths) + unusual(belief, change);
}

/** Whether a file is believed to be a step that data flows through, or that a registry wires. */
function isStep(belief: Belief, path: string): boolean {
  return predictedEdges(belief).some(
    ({ source, target, type }) =>
      (type === 'REGISTRY_WIRES' && target === path) ||
      (type === 'DATA_FLOWS_TO' && (source === path || target === path)),
  );
}

/** Whether data is believed to flow from one file to another, through others if need be. */
function flowsTo(belief: Belief, from: string, to: string): boolean {
  const flows = predictedEdges(belief).filter(({ type }) => type === 'DATA_FLOWS_TO');
  const reached = new Set([from]);
  for (const path of reached) for (const { source, target } of flows) if (source === path) reached.add(target);
  return from !== to && reached.has(to);
}

/** A little for an import between folders between which none is believed: what is not done may not be wanted. */
function unusual(belief: Belief, change: ProposedChange): number {
  if (change.kind !== 'import') return 0;
  const [from, to] = [directoryOf(change.source), directoryOf(change.target)];
  const usual = predictedEdges(belief).some(
    ({ source, target, type }) => type === 'IMPORTS' && directoryOf(source) === from && directoryOf(target) === to,
  );
  return usual ? 0 : 0.01;
}

/** Of an answer that explains itself at length, so many characters of its beginning and of its end are read. */
const READ = 2_500;

function shortened(text: string): string {
  return text.length <= 2 * READ ? text : `${text.slice(0, READ)}\n${text.slice(-READ)}`;
}

/** Reads an answer: an index, or a text that names one of the letters A to D; null where it names none. */
export function readChoice(answer: unknown): number | null {
  if (typeof answer === 'number') return Number.isInteger(answer) && answer >= 0 && answer <= 3 ? answer : null;
  if (typeof answer !== 'string') return null;
  const said = shortened(spoken(answer).slice(-LONGEST_ANSWER).trim());
  for (const { form, which } of FORMS) {
    const letters = [...said.matchAll(form)].map(([, letter]) => (letter ?? '').toUpperCase());
    const letter = which === 'last' || new Set(letters).size === 1 ? letters.at(-1) : undefined;
    if (letter !== undefined) return 'ABCD'.indexOf(letter);
  }
  return null;
}

/**
 * Forms of an answer, the surest first: a statement, a line of its own, the head of the answer, a mark, an option that is
 * named, and at last any letter that is no article. An explanation names options, too, so of a statement or a line the last one
 * counts, and of the others only what names one letter alone.
 */
const FORMS: readonly { form: RegExp; which: 'last' | 'only' }[] = [
  {
    form: /\b(?:answer|choice|choose|chose|pick|go with|select)\b(?: (?:is|would be|must be|should be|to be))?[^A-Za-z\n]{0,20}(?:is )?(?:option )?[^A-Za-z\n]{0,20}(?<![A-Za-z])([A-D])(?![A-Za-z])(?! [a-z])/gi,
    which: 'last',
  },
  { form: /^[^\w\n]*(?:option )?([A-D])[^\w\n]*$/gim, which: 'last' },
  { form: /^[^\w\n]*([A-D])\s*[.):]/gi, which: 'last' },
  { form: /\*\*([A-D])\*\*/gi, which: 'only' },
  { form: /\b(?:option|choice)\b[^A-Za-z\n]{0,20}([A-D])\b/gi, which: 'only' },
  { form: /(?<![A-Za-z])([B-D])(?![A-Za-z])/g, which: 'only' },
  { form: /(?<![A-Za-z])(A)(?![A-Za-z])(?! [a-z])/g, which: 'only' },
];
