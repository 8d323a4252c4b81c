import type { Mechanism, Style } from '../blueprint/blueprint.ts';
import type { Complexity } from '../pattern.ts';

/** What the functions of a role give. */
export type Gives = 'rows' | 'row' | 'value' | 'texts' | 'part' | 'shapes' | 'failures' | 'entry' | 'points';

/** What modules are for in a pattern. */
export interface Role {
  name: string;
  /** What modules of it are called by people who tell: the first is the usual word. */
  words: readonly string[];
  /** What the folder of its layer is called. */
  folders: readonly string[];
  gives: Gives;
  /** How many a codebase has, by size: from – to. A role of which there may be none is optional. */
  count: Readonly<Record<Complexity, readonly [number, number]>>;
  /** Where it stands between the bottom (0) and the top (1) of the import graph. */
  height: readonly [number, number];
  /** What it does, for a doc comment: `{topic}` is what the module is about. */
  docs: readonly string[];
}

/** How parts are usually taken up that run one after the other: an order that a config has can be asked about, so it is a little commoner. */
export const SEQUENCED = [
  'config',
  'config',
  'directory',
  'registered',
  'injected',
] as const satisfies readonly Mechanism[];

/** An extension point that codebases of a pattern have. */
export interface PointPlan {
  name: string;
  style: Style;
  parts: string;
  /** Role of the module that keeps and runs the parts. */
  holder: string;
  /** Role of the module that takes them up where that is another one. */
  registrar: string;
  mechanisms: readonly Mechanism[];
  /** How often a codebase has it; 1 for always. */
  chance: number;
  /** What it is called, in the plural: one is drawn. */
  words: readonly string[];
  /** Verbs: what the holder does with the parts, and how one is handed over. */
  run: readonly string[];
  add: readonly string[];
  /** Names of the method or function that a part has. */
  entry: readonly string[];
}

/** A pattern: which roles and extension points there are, which links always stand, and which directions are forbidden. */
export interface Pattern {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly points: readonly PointPlan[];
  /** Between roles, always there; which modules they join is drawn. */
  readonly defining: readonly (readonly [from: string, to: string])[];
  /** Crossed in some seeds all the same, by an edge or two. */
  readonly forbidden: readonly (readonly [from: string, to: string])[];
}
