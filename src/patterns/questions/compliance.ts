import { isWithin, nameOf, stemOf } from '../../base/path.ts';
import { remembered } from '../../base/remembered.ts';
import { sha256 } from '../../base/sha256.ts';
import type { Codebase } from '../../codebase/codebase.ts';
import type { Constraint, Invariant } from '../../codebase/ground-truth.ts';
import type { Declarations } from '../../languages/language.ts';
import { isSource, languageOf } from '../../languages/languages.ts';

/** The forms of invariants that files alone can be held against. */
const CHECKED_FORMS = ['FORBIDDEN_EDGE', 'INTERFACE_ONLY', 'VALIDATION_CHAIN', 'NAMING_CONVENTION'] as const;
type CheckedForm = (typeof CHECKED_FORMS)[number];

/** Files, in a language: all that the rules look at. */
export type Files = Pick<Codebase, 'files' | 'language'>;

/** What an invariant comes to in some files. */
export interface Compliance {
  invariant: Invariant;
  /** What breaks it, one clause each; none if it holds. */
  violations: string[];
}

/**
 * Which of the invariants hold in the files, found by the syntax trees of their imports (static ones, as edges are defined),
 * functions and classes. Invariants of other forms cannot be checked so, and are left out.
 */
export function checkCompliance(files: Files, invariants: readonly Invariant[]): Compliance[] {
  const facts = factsOf(files);
  return invariants.flatMap((invariant): Compliance[] => {
    const { structured } = invariant;
    if (!structured || !isChecked(structured.type)) return [];
    return [{ invariant, violations: RULES[structured.type](facts, structured) }];
  });
}

function isChecked(type: string): type is CheckedForm {
  return (CHECKED_FORMS as readonly string[]).includes(type);
}

interface SourceFacts {
  imports: readonly string[];
  declarations: Declarations;
}

/** A change leaves most files of a codebase as they were: what was parsed is remembered. */
const parsed = new Map<string, SourceFacts>();
const MOST_PARSED = 20_000;

/** What the rules know of files. */
interface Facts {
  /** Sources that are no tests, by path. */
  sources: ReadonlyMap<string, SourceFacts>;
  /** The modules that configs name, in their order. */
  order: readonly string[];
}

const factsOf = remembered(({ files, language: name }: Files): Facts => {
  const language = languageOf(name);
  const paths = [...files.keys()].filter((path) => isSource(language, path) && !/^tests?\//.test(path));
  const context = { exists: (path: string) => files.has(path) };
  const place = sha256([name, ...files.keys()].join('\n'), 16);
  const sources = new Map(
    paths.map((path): [string, SourceFacts] => {
      const text = files.get(path) as string;
      const key = `${place}\n${path}\n${text}`;
      const known = parsed.get(key) ?? {
        imports: language.imports(path, text, context),
        declarations: language.declarations(path, text),
      };
      if (parsed.size >= MOST_PARSED) parsed.clear();
      parsed.set(key, known);
      return [path, known];
    }),
  );
  const byId = new Map(paths.map((path) => [path.slice(path.indexOf('/') + 1).replace(/\.\w+$/, ''), path]));
  const configs = [...files].filter(([path]) => path.endsWith('.json') && !/^(package|tsconfig)/.test(nameOf(path)));
  const order = configs.flatMap(([, text]) => stringsOf(parsedJson(text))).flatMap((string) => byId.get(string) ?? []);
  return { sources, order };
});

/** A config that cannot be read names nothing. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

type Rule = (facts: Facts, constraint: Constraint) => string[];

/** No file at src imports a file at dst (or any at all). */
const forbiddenEdge: Rule = ({ sources }, { src, dst }) =>
  [...sources]
    .filter(([path]) => isWithin(path, src))
    .flatMap(([path, { imports }]) =>
      imports.filter((target) => target !== path && isWithin(target, dst)).map((target) => `${path} imports ${target}`),
    );

/** No file at src imports a class that stands behind the interface in via. */
const interfaceOnly: Rule = (facts, { src, via }) => {
  const behind = implementersOf(facts, via ?? '');
  return [...facts.sources]
    .filter(([path]) => isWithin(path, src))
    .flatMap(([path, { imports }]) =>
      imports
        .filter((target) => behind.has(target))
        .map((target) => `${path} imports ${target}, which is behind ${via}`),
    );
};

/** Modules with a class that extends one of the interface, or one of theirs. */
function implementersOf({ sources }: Facts, via: string): ReadonlySet<string> {
  const behind = new Set<string>();
  const reached = new Set([via]);
  for (const module of reached) {
    const offered = new Set(sources.get(module)?.declarations.classes.map(({ name }) => name));
    for (const [path, { imports, declarations }] of sources) {
      if (path === via || behind.has(path) || !imports.includes(module)) continue;
      if (!declarations.classes.some(({ bases }) => bases.some((base) => offered.has(base)))) continue;
      behind.add(path);
      reached.add(path);
    }
  }
  return behind;
}

/** The config names src before dst, and both of them. */
const validationChain: Rule = ({ order }, { src, dst }) => {
  const [i, j] = [order.indexOf(src ?? ''), order.indexOf(dst ?? '')];
  if (i === -1 || j === -1) return [`${i === -1 ? src : dst} is not in the order of a config`];
  return i < j ? [] : [`${src} comes after ${dst}`];
};

/** Files at src follow the pattern by their name, or by the names of all their functions. */
const namingConvention: Rule = ({ sources }, { src, pattern }) => {
  const matches = matcherOf(pattern ?? '');
  return [...sources]
    .filter(([path]) => isWithin(path, src) && nameOf(path) !== '__init__.py')
    .flatMap(
      ([
        path,
        {
          declarations: { functions },
        },
      ]) => {
        if (matches(stemOf(path)) || (functions.length > 0 && functions.every(matches))) return [];
        return [`${path} does not follow ${pattern}`];
      },
    );
};

/** `mod_*` as a test of names. */
function matcherOf(pattern: string): (name: string) => boolean {
  const expression = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`^${expression.join('.*')}$`);
  return (name) => whole.test(name);
}

const RULES: Readonly<Record<CheckedForm, Rule>> = {
  FORBIDDEN_EDGE: forbiddenEdge,
  INTERFACE_ONLY: interfaceOnly,
  VALIDATION_CHAIN: validationChain,
  NAMING_CONVENTION: namingConvention,
};
