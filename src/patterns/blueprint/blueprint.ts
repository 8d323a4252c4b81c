import { remembered } from '../../base/remembered.ts';
import type { Expr } from './expr.ts';

/** A module without its language: its path below the source folder, without an extension. */
export type ModuleId = string;

/** Types of values. A row is one record of the domain. */
export type Type = 'number' | 'text' | 'flag' | 'row' | 'rows' | 'texts' | 'none';

/** A unit as another module names it. */
export interface UnitRef {
  unit: string;
  /** The module that stands in the import: where it is declared, a barrel, or (in a broken variant) where it was. */
  from: ModuleId;
}

export interface Param {
  /** In snake_case. */
  name: string;
  type: Type;
}

/** One statement of a body. */
export type Statement =
  /** Names a value, or gives another one to a name. */
  | { kind: 'let'; name: string; value: Expr; again?: boolean }
  | { kind: 'do'; value: Expr }
  /** Throws an error of the codebase where the test holds. */
  | { kind: 'refuse'; when: Expr; error: UnitRef; message: string };

interface Declared {
  /** Unique in the blueprint. */
  id: string;
  module: ModuleId;
  /** In snake_case; a language spells it. */
  name: string;
  /** What it does, in a sentence that gives no edge away. */
  doc: string;
}

/** What can be called: a function, or a class with one public method. */
export interface Callable extends Declared {
  kind: 'function' | 'class';
  params: readonly Param[];
  returns: Type;
  body: readonly Statement[];
  result: Expr | null;
  /** Of a class: its method, and the abstract class that it extends, if any. */
  method?: string;
  base?: UnitRef | null;
}

export interface Constant extends Declared {
  kind: 'constant';
  value: number | string;
}

/** The form of a row, under a name of the module's own. */
export interface Shape extends Declared {
  kind: 'shape';
}

/** An abstract class with one method from rows to rows. */
export interface Port extends Declared {
  kind: 'port';
  method: string;
}

/** An exception. */
export interface Failure extends Declared {
  kind: 'failure';
}

/** What a module exports. */
export type Unit = Callable | Constant | Shape | Port | Failure;

/**
 * How parts are taken up: loaded by the names that a config has, or all that a folder holds; handed over in code under a name, or as
 * a list.
 */
export const MECHANISMS = ['config', 'directory', 'registered', 'injected'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** What becomes of the rows: each part in its order; the part of that name; all parts that wait for an event of that name. */
export type Style = 'sequence' | 'dispatch' | 'event';

/** Where a codebase takes up parts that the rest of it does not name. */
export interface ExtensionPoint {
  id: string;
  style: Style;
  mechanism: Mechanism;
  form: 'function' | 'class';
  /** The module that keeps the parts and runs them. */
  holder: ModuleId;
  /** The module that takes them up: it loads them, or imports them. Often the holder itself. */
  registrar: ModuleId;
  /** Names, in snake_case: what runs the parts, what takes one up, what the registrar does. */
  run: string;
  add: string;
  setUp: string;
  /** Its key in the config. */
  key: string;
  /** In the order in which they run. `key` is the name under which a part is known, e.g. a route. */
  parts: readonly { unit: UnitRef; key: string }[];
  /** The abstract class of parts that are classes. */
  port: UnitRef | null;
}

/** Where a rule stands. */
export type Attestation = 'test' | 'comment' | 'config';

/** A rule in places of the blueprint: modules, or folders. */
export interface Rule {
  form: 'FORBIDDEN_EDGE' | 'VALIDATION_CHAIN' | 'NAMING_CONVENTION' | 'INTERFACE_ONLY';
  src: string;
  dst: string | null;
  via: string | null;
  pattern: string | null;
  attested: readonly Attestation[];
  /** Of a comment: the module in whose comment it stands. */
  at: ModuleId | null;
  rationale: string;
  /** It was chosen because code can be found that breaks it: nobody is asked about it, since such places look a little otherwise. */
  breakable?: true;
  /** It stands in the files and no longer holds, so that what attests it fails. */
  broken?: true;
}

/** A decision that the code takes, among others that it could have taken. */
export interface Decision {
  question: string;
  answer: string;
  modules: readonly ModuleId[];
  effects: readonly string[];
}

export interface Module {
  id: ModuleId;
  /** What it is for in its pattern. Nothing of it stands in the files. */
  role: string;
  /** In a sentence that names no other module. */
  doc: string;
  /** What its comment says instead, where that misleads. */
  says?: string;
  /** What it passes on, as a barrel does. */
  reexports: readonly UnitRef[];
  /** The shape in which it knows rows: of another module, or declared here and not exported. */
  shape: UnitRef | { own: string };
  /** Static imports that nothing in a body shows, as of types; written by the language. */
  typesOf: readonly UnitRef[];
}

export interface Test {
  title: string;
  run: Expr;
  /** How much it is to give: the number of rows or texts, or the number itself. */
  size: number;
}

/** Everything that is decided about a codebase before a line of it is written, in no language. */
export interface Blueprint {
  pattern: string;
  seed: number;
  complexity: string;
  /** How the sources are divided into folders. */
  folders: 'layer' | 'feature' | 'flat';
  /** What differs from the defaults, for the id. */
  variant: readonly string[];
  domain: { entity: string; plural: string; numbers: readonly string[]; texts: readonly string[] };
  modules: readonly Module[];
  units: readonly Unit[];
  points: readonly ExtensionPoint[];
  /** Imports that close a circle: what they bring is used late, or is a type alone. */
  late: readonly { source: ModuleId; target: ModuleId }[];
  rules: readonly Rule[];
  decisions: readonly Decision[];
  /** What the command line runs: functions from rows to texts. */
  entries: readonly { unit: UnitRef; command: string }[];
  tests: readonly Test[];
  sample: readonly Readonly<Record<string, number | string>>[];
  /** Names of files beside the sources, without folder: the config, the data. */
  files: { title: string; package: string; config: string; data: string; behaviour: string; rules: string };
  comments: 'full' | 'sparse' | 'none' | 'misleading';
  documents: 'none' | 'overview' | 'full' | 'stale';
  /** As of when the documents are, and modules that were not there then; null for now. */
  former: { blueprint: Blueprint; without: readonly ModuleId[] } | null;
  withTests: boolean;
}

const unitsById = remembered((units: readonly Unit[]) => new Map(units.map((unit) => [unit.id, unit])));

/** A unit by its id. */
export function unitOf(blueprint: Pick<Blueprint, 'units'>, id: string): Unit {
  const unit = unitsById(blueprint.units).get(id);
  if (!unit) throw new Error(`there is no unit ${id}`);
  return unit;
}

export function isCallable(unit: Unit): unit is Callable {
  return unit.kind === 'function' || unit.kind === 'class';
}
