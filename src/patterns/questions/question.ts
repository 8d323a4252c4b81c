import { z } from 'zod';
import { directoryOf, nameOf, stemOf } from '../../base/path.ts';
import type { Codebase } from '../../codebase/codebase.ts';
import type { Invariant } from '../../codebase/ground-truth.ts';
import { Draw } from '../draw.ts';
import type { Blueprint } from '../pipeline/blueprint.ts';
import { blueprintOf } from '../pipeline/blueprint-of.ts';
import { dialectOf, placePath } from '../pipeline/dialects.ts';
import { boundaries } from '../pipeline/invariants.ts';
import { drawBalance, isBalanced } from './balance.ts';
import { CHECKED_FORMS, checkCompliance, isAt, matcherOf } from './compliance.ts';
import { applyChange, describeChange, ProposedChange } from './proposed-change.ts';

/** What is asked: which of the changes breaks an architectural constraint, or which one does not. */
const POLARITIES = ['violates', 'allowed'] as const;

/** A question with four options, of which exactly one is right. */
export const Question = z.object({
  id: z.string(),
  /** The form of the invariant that it is about. */
  form: z.enum(CHECKED_FORMS),
  polarity: z.enum(POLARITIES),
  text: z.string(),
  options: z.array(z.string()).length(4),
  changes: z.array(ProposedChange).length(4),
  /** Index of the right option. */
  answer: z.number().int().min(0).max(3),
});
export type Question = z.infer<typeof Question>;

const TEXTS = {
  violates: 'Which of these changes would violate an architectural constraint of this codebase?',
  allowed: 'Which of these changes would violate no architectural constraint of this codebase?',
} as const;

/** A question whose options can't be balanced in so many tries, or confirmed in so many, is not asked. */
const [MOST_TRIES, MOST_CHECKS] = [600, 12];

/**
 * The questions about a generated codebase: one for each invariant that can be checked, where options can be found of which
 * exactly one violates (or exactly one is allowed) by the compliance checker. Options of a question have one form.
 *
 * @param trial the order of options differs from trial to trial, and is the same on every run
 * @throws Error for a codebase that was not generated
 */
export function questionsOf(codebase: Codebase, trial: number): Question[] {
  const blueprint = blueprintOf(codebase);
  if (!blueprint)
    throw new Error(`${codebase.id} was not generated: questions are made from the blueprint of a codebase`);
  const setting = settingOf(codebase, blueprint);
  return codebase.groundTruth.invariants.flatMap((invariant) => {
    const draw = new Draw(`question:${codebase.id}:${invariant.id}:${trial}`);
    return makeQuestion(setting, invariant, draw) ?? [];
  });
}

/** A codebase with what its questions are drawn from. */
interface Setting {
  codebase: Codebase;
  /** Planted invariants, and rules that the code keeps without their being planted: breaking one is no fair distractor. */
  rules: readonly Invariant[];
  /** Imports that are not there, and would close no cycle. */
  imports: readonly Extract<ProposedChange, { kind: 'import' }>[];
  /** Stages in their order, by path. */
  order: readonly string[];
}

function makeQuestion(setting: Setting, invariant: Invariant, draw: Draw): Question | null {
  const { structured } = invariant;
  const form = CHECKED_FORMS.find((checked) => checked === structured?.type);
  if (!form || !structured) return null;
  const { violating, harmless } = poolsOf(setting, structured, draw);
  const others = otherViolations(setting, invariant, draw);
  const polarity = draw.pick(others.length >= 2 ? POLARITIES : (['violates'] as const));
  if (violating.length === 0 || harmless.length < (polarity === 'violates' ? 3 : 1)) return null;
  const balance = drawBalance(draw);
  let checks = 0;
  for (let tries = 0; tries < MOST_TRIES && checks < MOST_CHECKS; tries++) {
    const broken = draw.pick(violating);
    // Three violations of one rule would look alike, and the fourth option would be seen by that: each is of another rule.
    const [answer, wrong] =
      polarity === 'violates'
        ? [broken, draw.sample(harmless, 3)]
        : [draw.pick(harmless), [broken, ...draw.sample(others, 2).map((pool) => draw.pick(pool))]];
    const changes = draw.shuffle([answer, ...wrong]);
    const options = changes.map(describeChange);
    if (new Set(options).size < 4 || !isBalanced(options, changes.indexOf(answer), balance)) continue;
    if (namesStagesAlone(options, changes.indexOf(answer))) continue;
    checks++;
    const sure = changes.every((change) => {
      const { planted, any } = violates(setting, change);
      return (change === answer) === (polarity === 'violates') ? planted : !any;
    });
    if (!sure) continue;
    return {
      id: invariant.id,
      form,
      polarity,
      text: TEXTS[polarity],
      options,
      changes,
      answer: changes.indexOf(answer),
    };
  }
  return null;
}

/** Most rules are about stages: an option must not be seen to be right by naming one where few others do. */
function namesStagesAlone(options: readonly string[], answer: number): boolean {
  const naming = options.map((option) => /\bmod_/.test(option));
  return naming[answer] === true && naming.filter(Boolean).length < 3;
}

/** Whether a change breaks a planted invariant, and whether it breaks any rule that the code keeps, by the checker. */
function violates({ codebase, rules }: Setting, change: ProposedChange): { planted: boolean; any: boolean } {
  const broken = checkCompliance(applyChange(codebase, change), rules).filter(
    ({ violations }) => violations.length > 0,
  );
  const planted = new Set(codebase.groundTruth.invariants);
  return { planted: broken.some(({ invariant }) => planted.has(invariant)), any: broken.length > 0 };
}

/** Ways to break other planted rules on imports, by rule; none for a question of another form. */
function otherViolations(setting: Setting, invariant: Invariant, draw: Draw): ProposedChange[][] {
  const isAlike = ({ structured }: Invariant) =>
    isOnImports(invariant.structured) ? isOnImports(structured) : structured?.type === invariant.structured?.type;
  return setting.codebase.groundTruth.invariants
    .filter((other) => other !== invariant && isAlike(other))
    .map(({ structured }) => poolsOf(setting, structured as Structured, draw).violating)
    .filter((pool) => pool.length > 0);
}

type Structured = NonNullable<Invariant['structured']>;

function isOnImports(structured: Invariant['structured']): boolean {
  return structured?.type === 'FORBIDDEN_EDGE' || structured?.type === 'INTERFACE_ONLY';
}

/** Changes that seem to break an invariant, and changes of the same form that seem to break none: the checker decides. */
function poolsOf(
  setting: Setting,
  structured: Structured,
  draw: Draw,
): Record<'violating' | 'harmless', ProposedChange[]> {
  switch (structured.type) {
    case 'VALIDATION_CHAIN':
      return orderPools(setting, structured);
    case 'NAMING_CONVENTION':
      return renamePools(setting, structured, draw);
    default: {
      const breaks = (rule: Structured, { source, target }: Setting['imports'][number]) =>
        isAt(source, rule.src) &&
        (rule.type === 'INTERFACE_ONLY' ? setting.order.includes(target) : isAt(target, rule.dst));
      const rules = setting.rules.flatMap((rule) =>
        isOnImports(rule.structured) ? [rule.structured as Structured] : [],
      );
      return {
        violating: setting.imports.filter((change) => breaks(structured, change)),
        harmless: setting.imports.filter((change) => !rules.some((rule) => breaks(rule, change))),
      };
    }
  }
}

/** Moves of a stage behind a later one. */
function orderPools(
  { order, rules }: Setting,
  { src, dst }: Structured,
): Record<'violating' | 'harmless', ProposedChange[]> {
  const moves = order.flatMap((stage, i) =>
    order.slice(i + 1).map((behind) => ({ kind: 'order' as const, stage, behind })),
  );
  const keeps = ({ stage, behind }: (typeof moves)[number], earlier: unknown, later: unknown) => {
    const after = order.filter((path) => path !== stage);
    after.splice(after.indexOf(behind) + 1, 0, stage);
    return after.indexOf(earlier as string) < after.indexOf(later as string);
  };
  const chains = rules.flatMap(({ structured }) => (structured?.type === 'VALIDATION_CHAIN' ? [structured] : []));
  return {
    violating: moves.filter((move) => !keeps(move, src, dst)),
    harmless: moves.filter((move) => chains.every((chain) => keeps(move, chain.src, chain.dst))),
  };
}

/** Other names for files: outside of the convention, within it, and where there is none. */
function renamePools(
  { codebase }: Setting,
  { src, pattern }: Structured,
  draw: Draw,
): Record<'violating' | 'harmless', ProposedChange[]> {
  const matches = matcherOf(pattern ?? '');
  const modules = Object.keys(codebase.groundTruth.modules).filter((path) => nameOf(path) !== '__init__.py');
  const renamed = (path: string, stem: string): ProposedChange => ({
    kind: 'rename',
    path,
    to: `${directoryOf(path)}/${stem}${nameOf(path).slice(stemOf(path).length)}`,
  });
  const inside = modules.filter((path) => path.startsWith(`${src}/`));
  // Files whose own names follow no pattern, as those with a rule on their functions, may be called anything.
  const violating = inside.filter((path) => matches(stemOf(path))).map((path) => renamed(path, draw.pick(NAMES)));
  // Within the convention, so that the place alone says nothing: the letter of a stage is free.
  const within = inside
    .filter((path) => matches(stemOf(path)))
    .flatMap((path) => [...'jkmnp'].map((letter) => renamed(path, stemOf(path).replace(/_[a-z]$/, `_${letter}`))));
  const outside = modules.filter((path) => !path.startsWith(`${src}/`)).map((path) => renamed(path, draw.pick(NAMES)));
  return { violating, harmless: [...within, ...outside] };
}

function settingOf(codebase: Codebase, blueprint: Blueprint): Setting {
  const dialect = dialectOf(codebase.language, blueprint);
  return {
    codebase,
    rules: [...codebase.groundTruth.invariants, ...unplantedRules(codebase, blueprint)],
    imports: possibleImports(codebase),
    order: blueprint.stages.map(({ id }) => dialect.modulePath(id)),
  };
}

function possibleImports({ groundTruth: { modules, dependency_edges } }: Codebase): Setting['imports'] {
  const imports = Map.groupBy(
    dependency_edges.filter(({ type }) => type === 'IMPORTS'),
    ({ source }) => source,
  );
  const reached = (from: string): ReadonlySet<string> => {
    const seen = new Set([from]);
    for (const path of seen) for (const { target } of imports.get(path) ?? []) seen.add(target);
    return seen;
  };
  const sources = Object.keys(modules).filter((path) => nameOf(path) !== '__init__.py');
  const targets = sources.filter((path) => (modules[path]?.exports.length ?? 0) > 0);
  const reach = new Map(targets.map((path) => [path, reached(path)]));
  return sources.flatMap((source) => {
    const present = new Set((imports.get(source) ?? []).map(({ target }) => target));
    return targets
      .filter((target) => target !== source && !present.has(target) && !reach.get(target)?.has(source))
      .map((target) => ({ kind: 'import' as const, source, target }));
  });
}

/** Boundary rules and orders that the code keeps, whether or not they were planted. */
function unplantedRules(codebase: Codebase, blueprint: Blueprint): Invariant[] {
  const dialect = dialectOf(codebase.language, blueprint);
  const place = (at: string | null | undefined) => (at ? placePath(blueprint, dialect, at) : null);
  const byKey = new Map(blueprint.stages.map((plan) => [plan.stage.key, plan]));
  return [
    ...boundaries(blueprint).map(({ constraint: { type, src, dst } }) =>
      rule({ type, src: place(src), dst: place(dst) }),
    ),
    // What nobody would call harmless, though no rule says so: the core knows no stage, and what stands apart stays apart.
    ...['config', 'stage', ...(blueprint.hasErrors ? ['errors'] : [])].map((src) =>
      rule({ type: 'FORBIDDEN_EDGE', src: place(src), dst: place('stages') }),
    ),
    ...apartFromOthers(codebase, 'legacy', []),
    ...apartFromOthers(codebase, 'adapters', ['cli']),
    rule({ type: 'INTERFACE_ONLY', src: place('runner'), via: place('stage') }),
    rule({ type: 'INTERFACE_ONLY', src: place('middleware'), via: place('types') }),
    ...blueprint.stages.flatMap((later) =>
      Object.keys(later.stage.after).flatMap((key) => {
        const earlier = byKey.get(key);
        return earlier ? [rule({ type: 'VALIDATION_CHAIN', src: place(earlier.id), dst: place(later.id) })] : [];
      }),
    ),
  ];
}

/** Names that follow no convention, as long as those that do. */
const NAMES = ['check', 'clean', 'merge', 'total', 'score', 'group'];

function rule(structured: Structured): Invariant {
  return {
    id: '',
    type: 'BOUNDARY',
    description: '',
    structured,
    involved_modules: [],
    rationale: '',
    evidence_types: [],
    evidence_locations: [],
  };
}

/** No file outside of a folder imports one in it, but for some. */
function apartFromOthers({ groundTruth }: Codebase, folder: string, but: readonly string[]): Invariant[] {
  const inFolder = (path: string) => path.includes(`/${folder}/`);
  const paths = Object.keys(groundTruth.modules);
  const places = [...new Set(paths.filter(inFolder).map(directoryOf))];
  return places.flatMap((dst) =>
    paths
      .filter((path) => !inFolder(path) && !but.includes(stemOf(path)))
      .map((src) => rule({ type: 'FORBIDDEN_EDGE', src, dst })),
  );
}
